import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { errorProperties } from "../log/errors.ts";
import { SettingsError } from "../settings/variables.ts";

const sqliteBusy = 5;
// A server that is being replaced may take this long to stop.
const maxWait = 10_000;

/**
 * Reserves a data folder for one server, because two would send each email twice. The lock is the operating system's on
 * an open file, so it ends with the process however that ends. The store reports a folder that cannot be written.
 */
export async function lockFolder(folder: string, wait = maxWait): Promise<() => void> {
  const deadline = performance.now() + wait;
  for (;;) {
    try {
      return tryLock(folder);
    } catch (error) {
      if (errorProperties(error).errcode !== sqliteBusy) return () => {};
      if (performance.now() >= deadline) {
        throw new SettingsError(
          `Another server uses DATA_DIR (${resolve(folder)}): stop it, or choose another folder.`,
        );
      }
      await pause(100);
    }
  }
}

/** Whether a server holds the lock. No lock file is created in a folder where no server ever ran. */
export function isFolderHeld(folder: string): boolean {
  if (!existsSync(lockFile(folder))) return false;
  try {
    tryLock(folder)();
    return false;
  } catch (error) {
    return errorProperties(error).errcode === sqliteBusy;
  }
}

const lockFile = (folder: string): string => join(folder, "server.lock");

function tryLock(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(lockFile(folder));
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return () => lock.close();
  } catch (error) {
    lock.close();
    throw error;
  }
}
