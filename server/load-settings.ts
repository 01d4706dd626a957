import { existsSync } from "node:fs";
import { readSettings, type Settings } from "../consultations/settings.ts";
import { forbidden } from "../consultations/store/file-access.ts";
import { SettingsError } from "../consultations/variables.ts";
import { readPageNotes } from "../pipeline/build-folder.ts";

/** The settings of this process, `.env` and the built studio's time zone included. */
export function loadSettings(): Settings {
  const problem = forbidden(".env", "read");
  if (problem) throw new SettingsError(`${problem}.`);
  if (existsSync(".env")) process.loadEnvFile();
  return readSettings({ TIME_ZONE: readPageNotes()?.timeZone, ...process.env });
}
