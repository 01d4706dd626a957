import { readBuildInfo } from "../build/build-folder.ts";
import { loadEnvironment } from "../settings/load.ts";
import { readFolders, readSettings, type Settings } from "../settings/settings.ts";

/** The settings of the server and its commands, with the time zone of the built studio. */
export function loadSettings(environment = loadEnvironment()): Settings {
  const { buildFolder } = readFolders(environment);
  return readSettings({ TIME_ZONE: readBuildInfo(buildFolder)?.timeZone, ...environment });
}
