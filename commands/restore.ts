import { existsSync } from "node:fs";
import { databaseFile } from "../server/data-files.ts";
import { readDump } from "../server/postgres-backup.ts";
import { Refusal } from "../server/refusal.ts";
import { putBack } from "../server/sqlite-backup.ts";
import { loadSettings } from "../settings/load.ts";
import { SettingsError } from "../settings/variables.ts";

process.umask(0o077);

try {
  const [file] = process.argv.slice(2);
  if (!file || !existsSync(file)) throw new Refusal("Name a copy that is there: npm run restore -- FILE");
  const { databaseUrl, dataDir, retentionDays } = loadSettings();
  const fits = databaseUrl ? ".jsonl" : ".db";
  if (!file.endsWith(fits)) {
    const store = databaseUrl ? "DATABASE_URL is set" : "DATABASE_URL is not set";
    throw new Refusal(`${store}, so a copy ending in ${fits} is needed.`);
  }
  if (databaseUrl) {
    console.log(`${inWords(await readDump(file, databaseUrl))} back in the database.`);
  } else {
    const { requests, kept } = putBack(file, databaseFile(dataDir));
    console.log(`${inWords(requests)} back in ${databaseFile(dataDir)}.`);
    if (kept) {
      console.log(`What was there before is kept as ${kept}.`);
      console.log(`Delete it when you are sure. The server deletes it after RETENTION_DAYS (${retentionDays}).`);
    }
  }
} catch (error) {
  if (!(error instanceof Refusal || error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function inWords(requests: number) {
  return requests === 1 ? "1 request is" : `${requests} requests are`;
}
