import { existsSync } from "node:fs";
import { readSettings, type Settings } from "../consultations/settings.ts";
import { readPageNotes } from "../pipeline/build-folder.ts";

/** The settings of this process, `.env` and the built studio's time zone included. */
export function loadSettings(): Settings {
  if (existsSync(".env")) process.loadEnvFile();
  return readSettings({ TIME_ZONE: readPageNotes()?.timeZone, ...process.env });
}
