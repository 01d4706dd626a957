import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readFolders } from "../consultations/settings.ts";
import type { PageNotes } from "./render-pages.ts";

/** Where the built site goes: files for anybody, and what our own server needs besides. */
export const buildFolder = readFolders(process.env).build;
export const siteFolder = join(buildFolder, "client");
export const serverFolder = join(buildFolder, "server");
export const pageNotes = join(serverFolder, "pages.json");

/** What the server has to know of the studio: it serves a build, and never reads the content. */
export function readPageNotes(): PageNotes | undefined {
  return existsSync(pageNotes) ? JSON.parse(readFileSync(pageNotes, "utf8")) : undefined;
}
