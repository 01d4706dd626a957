import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isFolderHeld } from "../files/folder-lock.ts";
import { renameOver } from "../files/write-files.ts";
import { errorMessage } from "../log/errors.ts";
import { migrations, newestVersion } from "../requests/store/sqlite-database.ts";
import { CommandError } from "./command-error.ts";

/** Copies a database that may be in use. The copy is a consistent snapshot and contains no erased data. */
export function copyDatabase(from: string, to: string): number {
  if (!existsSync(from)) throw new CommandError(`There is no database at ${from}: DATA_DIR names its folder.`);
  inspect(from);
  const database = new DatabaseSync(from, { timeout: 10_000 });
  try {
    database.prepare("VACUUM INTO ?").run(to);
  } finally {
    database.close();
  }
  chmodSync(to, 0o600);
  return inspect(to).requests;
}

/** Creates a copy with the tables of a version and no rows, for those of the other database. */
export function createCopy(file: string, version: number): DatabaseSync {
  closeSync(openSync(file, "wx", 0o600));
  const copy = new DatabaseSync(file);
  for (const migration of migrations.slice(0, version)) copy.exec(migration);
  copy.exec(`PRAGMA user_version = ${version}`);
  return copy;
}

/** Throws unless the file is a whole copy with nothing in it that is not ours. */
export function inspectCopy(file: string): { requests: number; version: number } {
  const found = inspect(file);
  if (statSync(file).size !== found.size) throw new CommandError(`${file} was cut short: use another backup.`);
  return found;
}

/** Records when a backup was made, without migrating the tables. */
export function noteCopy(file: string, at: number): void {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  try {
    database.prepare("INSERT OR REPLACE INTO facts VALUES ('backup', ?)").run(String(at));
  } finally {
    database.close();
  }
}

/** Replaces the database by a backup. The replaced files are kept beside it, in case this was a mistake. */
export function restoreDatabase(from: string, to: string): { requests: number; previousCopy: string | undefined } {
  inspectCopy(from);
  const folder = dirname(to);
  // An empty file is never opened, because SQLite would delete the log beside it, which may hold requests.
  if (isFolderHeld(folder) || (sizeOnDisk(to) > 0 && isInUse(to))) {
    throw new CommandError(
      "A server is using the database. Stop it first: sudo systemctl stop studio.service studio.socket",
    );
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const partial = `${to}.restored`;
  try {
    copyFileSync(from, partial);
    chmodSync(partial, 0o600);
    signOutEveryone(partial);
    // The server's user must be able to write a file that root has restored.
    if (process.getuid?.() === 0) chownSync(partial, statSync(folder).uid, statSync(folder).gid);
    sync(partial);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  const kept = `${to}.${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}`;
  const replaced = ["", "-wal"].filter((ending) => existsSync(to + ending));
  for (const ending of replaced) {
    renameOver(to + ending, kept + ending);
    chmodSync(kept + ending, 0o600);
  }
  rmSync(`${to}-shm`, { force: true });
  renameOver(partial, to);
  // Windows cannot open a folder and needs no such sync.
  if (process.platform !== "win32") sync(folder, "r");
  return { requests: inspect(to).requests, previousCopy: replaced.length > 0 ? kept : undefined };
}

/** Deletes databases that were replaced before a time, because their requests may not be kept longer than others. */
export function removeReplaced(file: string, before: number): void {
  const newest = new Date(before).toISOString().replace(/\D/g, "").slice(0, 14);
  for (const name of readdirSync(dirname(file))) {
    const [, time] = name.startsWith(`${basename(file)}.`) ? (/\.(\d{14})(?:-wal|-shm)?$/.exec(name) ?? []) : [];
    if (time && time <= newest) rmSync(join(dirname(file), name), { force: true });
  }
}

/** A device that was signed out since the backup was made must not be signed in again. */
function signOutEveryone(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON");
    const tables = ["sessions", "sign_in_links"].filter((name) => schemaOf(database).some((one) => one.name === name));
    for (const table of tables) database.exec(`DELETE FROM ${table}`);
    // Without its key a link in an email that was ended since stays ended.
    database.exec("DELETE FROM facts WHERE name = 'desk key'");
  } finally {
    database.close();
  }
}

function sync(path: string, flags = "r+"): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const sizeOnDisk = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Throws when the file is damaged, empty, or not a database of requests. The size is that of all its pages. */
function inspect(file: string): { requests: number; version: number; size: number } {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const read = (query: string) => Object.values(database.prepare(query).get() ?? {})[0];
      const version = Number(read("PRAGMA user_version"));
      assertKnownSchema(database, version);
      if (read("PRAGMA integrity_check(1)") !== "ok") throw new Error("it is damaged");
      const size = Number(read("PRAGMA page_count")) * Number(read("PRAGMA page_size"));
      return { requests: Number(read("SELECT count(*) FROM requests")), version, size };
    } finally {
      database.close();
    }
  } catch (error) {
    throw new CommandError(`${file} holds no requests: ${errorMessage(error)}.`);
  }
}

/** Allows only the tables of the file's version, because a trigger in a backup would run with every later request. */
function assertKnownSchema(database: DatabaseSync, version: number): void {
  if (version < 1) throw new Error("it has none of the tables");
  if (version > newestVersion) throw new Error("it was made by a newer version");
  const model = new DatabaseSync(":memory:");
  try {
    for (const migration of migrations.slice(0, version)) model.exec(migration);
    const known = new Set(schemaOf(model).map(described));
    const found = schemaOf(database);
    const foreign = found.find((part) => !known.has(described(part)));
    if (foreign) throw new Error(`it has a ${foreign.type} "${foreign.name}" that is not ours`);
    if (found.length !== known.size) throw new Error("some of its tables are missing");
  } finally {
    model.close();
  }
}

type SchemaPart = { type: string; name: string; table: string; sql: string | null };

/** SQLite keeps its own statistics beside our tables once somebody runs ANALYZE. They hold nothing that could run. */
const isStatistics = ({ type, name, table }: SchemaPart): boolean =>
  type === "table" && name === table && /^sqlite_stat[14]$/.test(name);

function schemaOf(database: DatabaseSync): SchemaPart[] {
  const parts = database.prepare('SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema').all();
  return (parts as SchemaPart[]).filter((part) => !isStatistics(part));
}

const described = ({ type, name, table, sql }: SchemaPart): string =>
  JSON.stringify([type, name, table, sql?.replace(/\s+/g, " ")]);

/** Switching off the write-ahead log fails while another process uses the database. An unreadable file is not in use. */
function isInUse(file: string): boolean {
  try {
    const database = new DatabaseSync(file, { timeout: 0 });
    try {
      database.exec("PRAGMA journal_mode = DELETE");
      return false;
    } finally {
      database.close();
    }
  } catch (error) {
    return /locked|busy/.test(String(error));
  }
}
