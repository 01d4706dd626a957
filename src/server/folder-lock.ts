import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { errorProperties } from "../log/errors.ts";
import { SettingsError } from "../settings/variables.ts";

const sqliteBusy = 5;
// As long as a server that is being replaced may take to leave.
const maxWait = 10_000;

/**
 * Keeps a folder of requests for one server: two would post each letter twice. The lock is the system's own on an open
 * file, so it ends with the process however that ends. A folder that cannot be written is the store's to report.
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

/** Whether a server holds it. The lock of a folder where none ever ran is not made. */
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
