import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { errorMessage } from "../log/errors.ts";
import type { Settings } from "../settings/settings.ts";
import { CommandError } from "./command-error.ts";
import { databaseFile } from "./data-paths.ts";
import { copyPostgres, notePostgresCopy, restorePostgres } from "./postgres-backup.ts";
import { copyDatabase, noteCopy, restoreDatabase } from "./sqlite-backup.ts";

export async function* backUp(folder: string | undefined, settings: Settings): AsyncGenerator<string> {
  if (!folder) throw new CommandError("Name the folder for the copy: npm run backup -- FOLDER");
  const { databaseUrl, dataDir } = settings;
  if (resolve(folder) === resolve(dataDir))
    throw new CommandError("Choose another folder: the copy must not be beside the original.");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = nameCopy(folder);
  const count = databaseUrl ? await copyPostgres(databaseUrl, file) : await copyDatabase(databaseFile(dataDir), file);
  await recordBackup(settings);
  yield `${describeCount(count)} in ${file}\n`;
}

/** A path for a copy in a folder that only this user can read. */
function nameCopy(folder: string, note = "") {
  if (process.platform !== "win32" && statSync(folder).mode & 0o077) {
    throw new CommandError(`Other users can read ${folder}. Make it private: chmod 700 ${folder}`);
  }
  // To the millisecond, as two restores may follow each other within a second.
  const timestamp = new Date().toISOString().replace(/[:.]/g, "");
  return join(folder, `requests-${timestamp}${note}.db`);
}

/**
 * Records the time of the last copy for the desk. It is written without the store, which would migrate the tables of a
 * running older server. The copy is valid even if this fails.
 */
async function recordBackup({ databaseUrl, dataDir }: Settings) {
  try {
    if (databaseUrl) await notePostgresCopy(databaseUrl, Date.now());
    else noteCopy(databaseFile(dataDir), Date.now());
  } catch (error) {
    console.error(`The copy was made, but its time could not be recorded: ${errorMessage(error)}`);
  }
}

export async function* restore(file: string | undefined, settings: Settings): AsyncGenerator<string> {
  if (!file || !existsSync(file)) throw new CommandError("Name a copy that is there: npm run restore -- FILE");
  const { databaseUrl, dataDir, retentionDays } = settings;
  const { requests, previousCopy } = databaseUrl
    ? await restorePostgres(file, databaseUrl, () => nameCopy(dirname(file), "-replaced"))
    : await restoreDatabase(file, databaseFile(dataDir));
  yield `${describeCount(requests)} back in ${databaseUrl ? "PostgreSQL" : databaseFile(dataDir)}.\n`;
  if (!previousCopy) return;
  const deletedBy = databaseUrl ? "" : ` The server deletes it after RETENTION_DAYS (${retentionDays}).`;
  yield `What was there before is kept as ${previousCopy}.\nDelete it when you are sure.${deletedBy}\n`;
}

function describeCount(requests: number) {
  return requests === 1 ? "1 request is" : `${requests} requests are`;
}
