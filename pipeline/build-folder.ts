import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readFolders } from "../consultations/settings.ts";
import type { PageNotes } from "./render-pages.ts";

export const buildFolder = readFolders(process.env).build;
/** The release that is served: a link, exchanged in one step. See releases.ts. */
export const current = join(buildFolder, "current");
/** Files for anybody, and what our own server needs besides. */
export const siteFolder = join(current, "client");
export const serverFolder = join(current, "server");

/** What the server has to know of the studio: it serves a build, and never reads the content. */
export function readPageNotes(): PageNotes | undefined {
  const notes = join(serverFolder, "pages.json");
  return existsSync(notes) ? JSON.parse(readFileSync(notes, "utf8")) : undefined;
}
