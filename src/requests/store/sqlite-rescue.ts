import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";

/**
 * Somebody has moved, removed or replaced the open database files. This writes their content back to where the next
 * start looks for it. A file that is there now is never overwritten: then the copy gets another name beside it.
 */
export function rescueDatabase(database: DatabaseSync, file: string, isInPlace: boolean): string {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  if (isInPlace) return "all of it was written to the database";
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const copy = `${file}-rescued-${new Date().toISOString().replaceAll(":", "-")}`;
  database.prepare("VACUUM INTO ?").run(copy);
  chmodSync(copy, 0o600);
  // SQLite would apply a leftover log to the copy and corrupt it.
  if (existsSync(file) || size(`${file}-wal`) > 0) return `all of it was copied to ${copy}`;
  for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
  renameSync(copy, file);
  return `all of it was written to ${file} again`;
}
