import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BuildInfo } from "./render-pages.ts";

/** The release that is served: a link, exchanged in one step. See releases.ts. */
export const currentRelease = (buildFolder: string) => join(buildFolder, "current");
/** Files for anybody, and what our own server needs besides. */
export const siteFolder = (buildFolder: string) => join(currentRelease(buildFolder), "client");
export const serverFolder = (buildFolder: string) => join(currentRelease(buildFolder), "server");

/** What the server has to know of the studio: it serves a build, and never reads the content. */
export function readBuildInfo(buildFolder: string): BuildInfo | undefined {
  const file = join(serverFolder(buildFolder), "pages.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
