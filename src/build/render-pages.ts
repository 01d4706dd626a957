import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Master } from "../content/pictures/pictures.ts";
import type { BuildSettings } from "../settings/settings.ts";
import type { BuildInfo } from "./build-folder.ts";
import { addBundles, loadRenderer } from "./bundles.ts";
import { contentPolicy, hashSource } from "./response-headers.ts";

/** Writes every page in its final form; nothing edits one afterwards. */
export async function renderPages(
  release: string,
  settings: BuildSettings,
  masters: Master[] = [],
): Promise<BuildInfo> {
  const assets = await addBundles(release, settings);
  const { openSite } = await loadRenderer(release);
  const server = join(release, "server");
  const policyOf = (styles: string[], script: string) =>
    contentPolicy(styles.map(hashSource), [hashSource(script)], settings.backendUrl);
  const site = await openSite(settings, assets, policyOf, masters);
  const policies: Record<string, string> = {};
  for (const path of site.paths) {
    const { html, document, policy, props } = await site.render(path);
    policies[path] = policy;
    // Every host serves about.html at /about, while some would serve about/index.html only at /about/.
    const file = join(release, "client", path === "/" ? "index.html" : `${path}.html`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html);
    if (path === "/contact") writeFileSync(join(server, "contact.json"), JSON.stringify({ document, props }));
  }
  const { hidden, timeZone, studio, countsVisits } = site;
  const buildInfo = { siteUrl: settings.siteUrl, hidden, timeZone, studio, policies, countsVisits };
  writeFileSync(join(server, "pages.json"), JSON.stringify(buildInfo));
  return buildInfo;
}
