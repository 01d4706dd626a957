import { closeSync, openSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { renameOver } from "../files/write-files.ts";
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
/** What a database holds at one moment, in the tables of a version. */
interface Tables {
  version: number;
  rowsOf(table: Table, columns: string[]): Iterable<unknown> | AsyncIterable<unknown>;
}

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

/** Writes a file with these tables, whole or not at all, for this user alone. Returns the number of requests. */
export async function writeTables(file: string, tables: Tables): Promise<number> {
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  try {
    const requests = await fillTables(partial, tables);
    renameOver(partial, file);
    return requests;
  } catch (error) {
    rmSync(partial, { force: true });
    if (errorProperties(error).errcode === undefined) throw error;
    throw new CommandError(`${file} could not be written: ${errorMessage(error)}.`);
  }
}

async function fillTables(file: string, { version, rowsOf }: Tables): Promise<number> {
  closeSync(openSync(file, "wx", 0o600));
  using database = createTables(file, version);
  database.exec("BEGIN");
  for (const [table, columns] of tablesOf(version)) {
    const insert = database.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`);
    for await (const row of rowsOf(table, columns)) insert.run(...columns.map((name) => (row as Row)[name] ?? null));
  }
  // A file that was not written to its end has no version, and is no copy.
  database.exec(`PRAGMA user_version = ${version}; COMMIT`);
  using written = openTables(file);
  return written.requests;
}

/**
 * The tables of a file as they are at one moment, whoever writes to it meanwhile. Throws when it is damaged, empty, or not
 * a database of requests. The size is that of all its pages.
 */
export function openTables(file: string) {
  try {
    // SQLite would delete the log beside an emptied file, which may hold requests.
    if (statSync(file, { throwIfNoEntry: false })?.size === 0) throw new Error("it has none of the tables");
    using untilRead = new DisposableStack();
    const database = untilRead.use(new DatabaseSync(file, { readOnly: true, timeout: 10_000 }));
    database.exec("BEGIN");
    const read = (query: string) => Object.values(database.prepare(query).get() ?? {})[0];
    const version = Number(read("PRAGMA user_version"));
    if (version < 1) throw new Error("it has none of the tables");
    if (version > newestVersion) throw new Error("it was made by a newer version");
    const select = (table: Table, columns: string[]) =>
      database.prepare(`SELECT ${columns} FROM ${table} ${clauses[table] ?? ""}`);
    for (const [table, columns] of tablesOf(version)) select(table, columns);
    if (read("PRAGMA integrity_check(1)") !== "ok") throw new Error("it is damaged");
    const opened = untilRead.move();
    return {
      version,
      requests: Number(read("SELECT count(*) FROM requests")),
      size: Number(read("PRAGMA page_count")) * Number(read("PRAGMA page_size")),
      rowsOf: (table: Table, columns: string[]) => select(table, columns).iterate(),
      [Symbol.dispose]: () => opened.dispose(),
    };
  } catch (error) {
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
