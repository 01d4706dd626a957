import { closeSync, openSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { errorMessage, errorProperties } from "../log/errors.ts";
import { migrations, newestVersion } from "../requests/store/sqlite-database.ts";
import { CommandError } from "./command-error.ts";

/**
 * In the order in which foreign keys allow them to be filled. Sessions and sign-in links are left out, because a device
 * that was signed out since the copy was made must not be signed in again.
 */
const tables = ["requests", "outbox", "history", "facts", "visits"] as const;
export type Table = (typeof tables)[number];
export type Row = Record<string, string | number | null>;
export type RowsOf = (table: Table, columns: string[]) => Iterable<unknown> | AsyncIterable<unknown>;

/** Without its key a link in an email that was ended since stays ended. The other two belong to one database. */
export const copiedFacts = "WHERE name NOT IN ('desk key', 'health', 'schema')";
/** Events of one request may have the same time, so their order is kept. */
const clauses: Partial<Record<Table, string>> = { history: "ORDER BY rowid", facts: copiedFacts };

/** The tables of a version with their columns, which both databases have after as many migrations. */
export function tablesOf(version: number): [Table, string[]][] {
  using model = createTables(":memory:", version);
  const read = model.prepare("SELECT name FROM pragma_table_info(?)");
  const found = tables.map((table): [Table, string[]] => [table, read.all(table).map(({ name }) => String(name))]);
  return found.filter(([, columns]) => columns.length > 0);
}

function createTables(file: string, version: number): DatabaseSync {
  if (version > newestVersion) throw new CommandError("The database was made by a newer version.");
  const database = new DatabaseSync(file);
  for (const migration of migrations.slice(0, version)) database.exec(migration);
  return database;
}

/** Writes a file with the tables of a version and these rows, for this user alone. Returns the number of requests. */
export async function writeTables(file: string, version: number, rowsOf: RowsOf): Promise<number> {
  closeSync(openSync(file, "wx", 0o600));
  try {
    using database = createTables(file, version);
    database.exec("BEGIN");
    for (const [table, columns] of tablesOf(version)) {
      const insert = database.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`);
      for await (const row of rowsOf(table, columns)) insert.run(...columns.map((name) => (row as Row)[name] ?? null));
    }
    // A file that was not written to its end has no version, and is no copy.
    database.exec(`PRAGMA user_version = ${version}; COMMIT`);
  } catch (error) {
    if (errorProperties(error).errcode !== undefined)
      throw new CommandError(`${file} could not be written: ${errorMessage(error)}.`);
    throw error;
  }
  using written = openTables(file);
  return written.requests;
}

/**
 * The tables of a file as they are at one moment, whoever writes to it meanwhile. Throws when it is damaged, empty, or not
 * a database of requests. The size is that of all its pages.
 */
export function openTables(file: string) {
  let database: DatabaseSync | undefined;
  const close = () => database?.close();
  try {
    const opened = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
    database = opened;
    opened.exec("BEGIN");
    const read = (query: string) => Object.values(opened.prepare(query).get() ?? {})[0];
    const version = Number(read("PRAGMA user_version"));
    if (version < 1) throw new Error("it has none of the tables");
    if (version > newestVersion) throw new Error("it was made by a newer version");
    const select = (table: Table, columns: string[]) =>
      opened.prepare(`SELECT ${columns} FROM ${table} ${clauses[table] ?? ""}`);
    for (const [table, columns] of tablesOf(version)) select(table, columns);
    if (read("PRAGMA integrity_check(1)") !== "ok") throw new Error("it is damaged");
    return {
      version,
      requests: Number(read("SELECT count(*) FROM requests")),
      size: Number(read("PRAGMA page_count")) * Number(read("PRAGMA page_size")),
      rowsOf: (table: Table, columns: string[]) => select(table, columns).iterate(),
      [Symbol.dispose]: close,
    };
  } catch (error) {
    close();
    throw new CommandError(`${file} holds no requests: ${errorMessage(error)}.`);
  }
}

/**
 * Opens a copy. Only the rows of our own tables and columns are ever read of it, so whatever else somebody has put there,
 * as a trigger, comes into no database.
 */
export function openCopy(file: string) {
  const copy = openTables(file);
  if (statSync(file).size === copy.size) return copy;
  copy[Symbol.dispose]();
  throw new CommandError(`${file} was cut short: use another backup.`);
}
