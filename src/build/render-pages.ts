import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Master } from "../content/pictures/pictures.ts";
import type { DeskStudio } from "../desk/views/page.tsx";
import type { BuildSettings } from "../settings/settings.ts";
import { bundleBrowser, bundleServer } from "./bundle.ts";
import { contentPolicy } from "./response-headers.ts";

/** What the server has to know of the pages beside their files; it stands in server/pages.json of a release. */
export interface BuildInfo {
  /** The address they name in canonical links and the sitemap; releases made before it was noted lack it. */
  siteUrl?: string;
  /** Why the pages ask search engines to stay away, if they do. */
  hidden?: string | undefined;
  /** The studio's own: letters tell times by it. */
  timeZone: string;
  /** As its own desk shows it. */
  studio: DeskStudio;
  policy: string;
  paths: string[];
}

/** Writes every page, finished: nothing edits one afterwards. */
export async function renderPages(
  release: string,
  settings: BuildSettings,
  masters: Master[] = [],
): Promise<BuildInfo> {
  const files = await bundleServer(release, settings);
  const server = join(release, "server");
  const entry = pathToFileURL(resolve(server, "render.js")).href;
  const { openSite, readFailureMessage }: typeof import("../site/render.tsx") = await import(entry);
  const assets = await bundleBrowser(release, settings, files, readFailureMessage(settings));
  const policyOf = (styles: string[], script: string) =>
    contentPolicy(styles.map(hash), [hash(script)], settings.backendUrl);
  const site = await openSite(settings, assets, policyOf, masters);
  for (const path of site.paths) {
    const { html, document, props } = await site.render(path);
    // about.html answers /about on every host; about/index.html would answer /about/ on some.
    const file = join(release, "client", path === "/" ? "index.html" : `${path}.html`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html);
    if (path === "/contact") writeFileSync(join(server, "contact.json"), JSON.stringify({ document, props }));
  }
  const { hidden, timeZone, studio, policy, paths } = site;
  const buildInfo = { siteUrl: settings.siteUrl, hidden, timeZone, studio, policy, paths };
  writeFileSync(join(server, "pages.json"), JSON.stringify(buildInfo));
  return buildInfo;
}

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
