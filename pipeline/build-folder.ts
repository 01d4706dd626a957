import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readFolders } from "../consultations/settings.ts";

/** What the build makes, and where whoever serves it finds it. */
export const buildFolder = readFolders(process.env).build;
export const siteFolder = join(buildFolder, "client");

/** What the server has to know of the studio: it serves a build, and never reads the content. */
export interface StudioNote {
  timeZone: string;
}

export const studioNote = join(buildFolder, "studio.json");

export function readStudioNote(): StudioNote | undefined {
  return existsSync(studioNote) ? JSON.parse(readFileSync(studioNote, "utf8")) : undefined;
}
