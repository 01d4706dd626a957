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
  const model = createTables(":memory:", version);
  const read = model.prepare("SELECT name FROM pragma_table_info(?)");
  const found = tables.map((table): [Table, string[]] => [table, read.all(table).map(({ name }) => String(name))]);
  model.close();
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
  const database = createTables(file, version);
  try {
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
  } finally {
    database.close();
  }
  return inspect(file).requests;
}

/** The tables of a file as they are at one moment, whoever writes to it meanwhile. */
export function openTables(file: string) {
  const { version } = inspect(file);
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  database.exec("BEGIN");
  const rowsOf = (table: Table, columns: string[]) =>
    database.prepare(`SELECT ${columns} FROM ${table} ${clauses[table] ?? ""}`).iterate();
  return { version, rowsOf, [Symbol.dispose]: () => database.close() };
}

/**
 * Opens a copy. Only the rows of our own tables and columns are ever read of it, so whatever else somebody has put there,
 * as a trigger, comes into no database.
 */
export function openCopy(file: string) {
  if (statSync(file).size !== inspect(file).size) throw new CommandError(`${file} was cut short: use another backup.`);
  return openTables(file);
}

/** Throws when the file is damaged, empty, or not a database of requests. The size is that of all its pages. */
function inspect(file: string): { requests: number; version: number; size: number } {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
    try {
      const read = (query: string) => Number(Object.values(database.prepare(query).get() ?? {})[0]);
      const version = read("PRAGMA user_version");
      if (version < 1) throw new Error("it has none of the tables");
      if (version > newestVersion) throw new Error("it was made by a newer version");
      for (const [table, columns] of tablesOf(version)) database.prepare(`SELECT ${columns} FROM ${table}`);
      const health = database.prepare("PRAGMA integrity_check(1)").get();
      if (health?.integrity_check !== "ok") throw new Error("it is damaged");
      return {
        requests: read("SELECT count(*) FROM requests"),
        version,
        size: read("PRAGMA page_count") * read("PRAGMA page_size"),
      };
    } finally {
      database.close();
    }
  } catch (error) {
    throw new CommandError(`${file} holds no requests: ${errorMessage(error)}.`);
  }
}
