import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { readBuildInfo } from "../build/build-folder.ts";
import { findAccessProblem } from "../requests/store/file-access.ts";
import { readFolders, readSettings, type Settings } from "./settings.ts";
import { SettingsError, type Variables } from "./variables.ts";

/**
 * The variables of this process, and those of `.env` that it does not set itself. Nothing else in the project reads
 * either of them, and no module does so while it is imported: whoever is started calls this first and passes values on.
 */
export function loadEnvironment(): Variables {
  const problem = findAccessProblem(".env", "read");
  if (problem) throw new SettingsError(`${problem}.`);
  const file = existsSync(".env") ? parseEnv(readFileSync(".env", "utf8")) : {};
  return { ...file, ...process.env };
}

/** The settings of the server and its commands, with the time zone of the built studio. */
export function loadSettings(environment = loadEnvironment()): Settings {
  const { buildFolder } = readFolders(environment);
  return readSettings({ TIME_ZONE: readBuildInfo(buildFolder)?.timeZone, ...environment });
}
