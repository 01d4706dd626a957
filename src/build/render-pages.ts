import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Master } from "../content/pictures/pictures.ts";
import type { DeskStudio } from "../desk/views/page.tsx";
import type { BuildSettings } from "../settings/settings.ts";
import { bundleBrowser, bundleEditor, bundleServer } from "./bundle.ts";
import { contentPolicy, hashSource } from "./response-headers.ts";

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
  policy: string;
  paths: string[];
}

/** Writes every page in its final form; nothing edits one afterwards. */
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
    contentPolicy(styles.map(hashSource), [hashSource(script)], settings.backendUrl);
  await bundleEditor(server, assets);
  const site = await openSite(settings, assets, policyOf, masters);
  for (const path of site.paths) {
    const { html, document, props } = await site.render(path);
    // Every host serves about.html at /about, while some would serve about/index.html only at /about/.
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
