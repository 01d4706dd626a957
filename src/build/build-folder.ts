import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { DeskStudio } from "../desk/views/page.tsx";

/** What the server has to know about the pages besides their files, stored in server/pages.json of a release. */
export interface BuildInfo {
  /** The address in canonical links and the sitemap. Old releases lack it. */
  siteUrl?: string;
  /** The reason why the pages ask search engines to stay away, if they do. */
  hidden?: string | undefined;
  /** The studio's time zone, which emails use. */
  timeZone: string;
  /** The mark that the desk shows. */
  studio: DeskStudio;
  /** What would make the site better, for the weekly email. Old releases lack it. */
  needs?: string[];
  /** The content policy of each page, by its path. */
  policies: Record<string, string>;
  /** The addresses of treatments that were removed for good. They lead to the list. Old releases lack them. */
  former?: string[];
  /** Whether the privacy policy says that views are counted. Old releases lack it. */
  countsVisits?: boolean;
  /** When the notice begins and ends, and the policies of the pages without it. Releases without a beginning show it at once. */
  notice?: { begins?: number | undefined; ends: number; policies: Record<string, string> } | undefined;
}

/** Where the address of a treatment leads that was removed for good. */
export const treatmentsPath = "/treatments";

/** A link to the release that is served. Publishing replaces it in one step; see releases.ts. */
export const currentRelease = (buildFolder: string) => join(buildFolder, "current");
/** The public files; the second folder is for our own server. */
export const siteFolder = (buildFolder: string) => join(currentRelease(buildFolder), "client");
export const serverFolder = (buildFolder: string) => join(currentRelease(buildFolder), "server");

/** The folder of a release with its pages as they are before its notice begins and after its end. Old releases have it too. */
export const withoutNotice = "server/after-notice";

/** What the editor needs, built aside when the current release was built from other code. */
export const editorBuild = (buildFolder: string) => join(buildFolder, "editor");

/** What the server has to know about the studio, since it never reads the content itself. */
export function readBuildInfo(buildFolder: string): BuildInfo | undefined {
  const file = join(serverFolder(buildFolder), "pages.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** The bundles import packages by name, and Node looks for those in the folders above the bundle. */
export function linkPackages(buildFolder: string) {
  const [packages, link] = [resolve("node_modules"), join(resolve(buildFolder), "node_modules")];
  if (!relative(".", buildFolder).startsWith("..") || existsSync(link)) return;
  mkdirSync(buildFolder, { recursive: true });
  // A link that leads nowhere is left from where the project was before.
  rmSync(link, { force: true });
  symlinkSync(packages, link, "junction");
}
