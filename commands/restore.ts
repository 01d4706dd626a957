import { existsSync } from "node:fs";
import { CommandError } from "../src/server/command-error.ts";
import { databaseFile } from "../src/server/data-paths.ts";
import { loadSettings } from "../src/server/load-settings.ts";
import { restoreDump } from "../src/server/postgres-backup.ts";
import { restoreDatabase } from "../src/server/sqlite-backup.ts";
import { SettingsError } from "../src/settings/variables.ts";

process.umask(0o077);

try {
  const [file] = process.argv.slice(2);
  if (!file || !existsSync(file)) throw new CommandError("Name a copy that is there: npm run restore -- FILE");
  const { databaseUrl, dataDir, retentionDays } = loadSettings();
  const expectedExtension = databaseUrl ? ".jsonl" : ".db";
  if (!file.endsWith(expectedExtension)) {
    const store = databaseUrl ? "DATABASE_URL is set" : "DATABASE_URL is not set";
    throw new CommandError(`${store}, so a copy ending in ${expectedExtension} is needed.`);
  }
  if (databaseUrl) {
    console.log(`${describeCount(await restoreDump(file, databaseUrl))} back in the database.`);
  } else {
    const { requests, previousCopy } = restoreDatabase(file, databaseFile(dataDir));
    console.log(`${describeCount(requests)} back in ${databaseFile(dataDir)}.`);
    if (previousCopy) {
      console.log(`What was there before is kept as ${previousCopy}.`);
      console.log(`Delete it when you are sure. The server deletes it after RETENTION_DAYS (${retentionDays}).`);
    }
  }
} catch (error) {
  if (!(error instanceof CommandError || error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function describeCount(requests: number) {
  return requests === 1 ? "1 request is" : `${requests} requests are`;
}
