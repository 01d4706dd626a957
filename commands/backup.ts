import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { openProgress } from "../src/build/progress.ts";
import { renameOver } from "../src/files/write-files.ts";
import { errorMessage } from "../src/log/errors.ts";
import { CommandError } from "../src/server/command-error.ts";
import { databaseFile } from "../src/server/data-paths.ts";
import { loadSettings } from "../src/server/load-settings.ts";
import { dumpDatabase, noteDump } from "../src/server/postgres-backup.ts";
import { copyDatabase, noteCopy } from "../src/server/sqlite-backup.ts";
import type { Settings } from "../src/settings/settings.ts";
import { SettingsError } from "../src/settings/variables.ts";

// The copies contain personal data, so only this user may read them.
process.umask(0o077);

try {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new CommandError("Name the folder for the copy: npm run backup -- FOLDER");
  const settings = loadSettings();
  const { databaseUrl, dataDir } = settings;
  if (resolve(folder) === resolve(dataDir))
    throw new CommandError("Choose another folder: the copy must not be beside the original.");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.platform !== "win32" && statSync(folder).mode & 0o077) {
    throw new CommandError(`Other users can read ${folder}. Make it private: chmod 700 ${folder}`);
  }
  const timestamp = new Date().toISOString().slice(0, 19).replaceAll(":", "");
  const file = join(folder, `requests-${timestamp}Z.${databaseUrl ? "jsonl" : "db"}`);
  const partial = `${file}.partial`;
  const progress = openProgress();
  try {
    // SQLite copies in one blocking call, so a large file is announced beforehand.
    if (!databaseUrl) announce(databaseFile(dataDir));
    progress.begin("Copying rows");
    const requests = databaseUrl
      ? await dumpDatabase(databaseUrl, partial, progress.step)
      : copyDatabase(databaseFile(dataDir), partial);
    renameOver(partial, file);
    await recordBackup(settings);
    console.log(`${requests === 1 ? "1 request is" : `${requests} requests are`} in ${file}`);
  } finally {
    progress.end();
    rmSync(partial, { force: true });
  }
} catch (error) {
  if (!(error instanceof CommandError || error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function announce(database: string) {
  const megabytes = existsSync(database) ? Math.round(statSync(database).size / 1e6) : 0;
  if (megabytes > 200) console.log(`Copying ${megabytes} MB and verifying the copy ...`);
}

/**
 * Records the time of the last copy for the desk. It is written without the store, which would migrate the tables of a
 * running older server. The copy is valid even if this fails.
 */
async function recordBackup({ databaseUrl, dataDir }: Settings) {
  try {
    if (databaseUrl) await noteDump(databaseUrl, Date.now());
    else noteCopy(databaseFile(dataDir), Date.now());
  } catch (error) {
    console.error(`The copy was made, but its time could not be recorded: ${errorMessage(error)}`);
  }
}
