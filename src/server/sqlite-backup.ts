import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isFolderHeld, sqliteBusy } from "../files/folder-lock.ts";
import { renameOver, syncFolder } from "../files/write-files.ts";
import { errorProperties } from "../log/errors.ts";
import { writeFact } from "../requests/store/sqlite-database.ts";
import { CommandError } from "./command-error.ts";
import { openCopy, openTables, writeTables } from "./portable-copy.ts";

/** Copies a database that may be in use. */
export async function copyDatabase(from: string, to: string): Promise<number> {
  if (!existsSync(from)) throw new CommandError(`There is no database at ${from}: DATA_DIR names its folder.`);
  using source = openTables(from);
  return await writeTables(to, source);
}

/** Records when a backup was made, without migrating the tables. */
export function noteCopy(file: string, at: number): void {
  using database = new DatabaseSync(file, { timeout: 10_000 });
  writeFact(database, "backup", String(at));
}

/** Replaces the database by a backup. The replaced files are kept beside it, in case this was a mistake. */
export async function restoreDatabase(from: string, to: string) {
  using copy = openCopy(from);
  const folder = dirname(to);
  // An empty file is never opened, because SQLite would delete the log beside it, which may hold requests.
  if (isFolderHeld(folder) || (sizeOnDisk(to) > 0 && isInUse(to))) {
    throw new CommandError(
      "A server is using the database. Stop it first: sudo systemctl stop studio.service studio.socket",
    );
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const restored = `${to}.restored`;
  const requests = await writeTables(restored, copy);
  // The server's user must be able to write a file that root has restored.
  if (process.getuid?.() === 0) chownSync(restored, statSync(folder).uid, statSync(folder).gid);
  const kept = `${to}.${digitsOf(Date.now())}`;
  const replaced = ["", "-wal"].filter((ending) => existsSync(to + ending));
  for (const ending of replaced) {
    renameOver(to + ending, kept + ending);
    chmodSync(kept + ending, 0o600);
  }
  rmSync(`${to}-shm`, { force: true });
  renameOver(restored, to);
  syncFolder(folder);
  return { requests, previousCopy: replaced.length > 0 ? kept : undefined };
}

const digitsOf = (time: number): string => new Date(time).toISOString().replace(/\D/g, "");

/** Deletes databases that were replaced before a time, because their requests may not be kept longer than others. */
export function removeReplaced(file: string, before: number): void {
  const newest = digitsOf(before);
  for (const name of readdirSync(dirname(file))) {
    const [, time] = name.startsWith(`${basename(file)}.`) ? (/\.(\d{14,17})(?:-wal|-shm)?$/.exec(name) ?? []) : [];
    if (time && time <= newest) rmSync(join(dirname(file), name), { force: true });
  }
}

const sizeOnDisk = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Switching off the write-ahead log fails while another process uses the database. An unreadable file is not in use. */
function isInUse(file: string): boolean {
  try {
    using database = new DatabaseSync(file, { timeout: 0 });
    database.exec("PRAGMA journal_mode = DELETE");
    return false;
  } catch (error) {
    return errorProperties(error).errcode === sqliteBusy;
  }
}
