import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { errorMessage, errorProperties } from "../log/errors.ts";
import { findAccessProblem } from "../settings/file-access.ts";
import { SettingsError } from "../settings/variables.ts";

/** The code of SQLite for what another process holds. */
export const sqliteBusy = 5;
// A server that is being replaced may take this long to stop.
const maxWait = 10_000;

/** Reserves a data folder for one server, because two would send each email twice. */
export async function lockFolder(folder: string, wait = maxWait): Promise<() => void> {
  const deadline = performance.now() + wait;
  for (;;) {
    const release = tryLock(folder);
    if (release) return release;
    if (performance.now() >= deadline) {
      throw new SettingsError(`Another server uses DATA_DIR (${resolve(folder)}): stop it, or choose another folder.`);
    }
    await pause(100);
  }
}

/** Whether a server holds the lock. No lock file is created in a folder where no server ever ran. */
export function isFolderHeld(folder: string): boolean {
  if (!existsSync(lockFile(folder))) return false;
  const release = tryLock(folder);
  release?.();
  return !release;
}

const lockFile = (folder: string): string => join(folder, "server.lock");

/**
 * Returns what ends the lock, or undefined while another process holds it. The lock is the operating system's on an open
 * file, so it ends with the process however that ends. Throws when there is a lock file that this user cannot lock, as
 * after one start by another user. A folder that cannot be written has no lock: no email is sent from it, and the store
 * reports it.
 */
export function tryLock(folder: string): (() => void) | undefined {
  const file = lockFile(folder);
  const isOurs = findAccessProblem(folder, "written") === null;
  // A file that SQLite may only read is opened all the same, and the lock on it would be none.
  const problem = isOurs ? findAccessProblem(file, "written", folder) : null;
  if (problem) throw new SettingsError(`${problem}.`);
  let lock: DatabaseSync | undefined;
  const release = () => {
    if (lock?.isOpen) lock.close();
  };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(file);
    // With a journal in a file there would be no lock on a full disk.
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return release;
  } catch (error) {
    release();
    if (errorProperties(error).errcode === sqliteBusy) return undefined;
    if (isOurs && existsSync(file)) {
      throw new SettingsError(
        `${resolve(file)} cannot be locked (${errorMessage(error)}): delete it, and start again.`,
      );
    }
    return () => {};
  }
}
