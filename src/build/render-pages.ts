import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Master } from "../content/pictures/pictures.ts";
import type { PageSettings } from "../content/site-content.ts";
import type { BuildSettings } from "../settings/settings.ts";
import { type BuildInfo, withoutNotice } from "./build-folder.ts";
import { addBundles, loadRenderer } from "./bundles.ts";
import { contentPolicy, hashSource } from "./response-headers.ts";

/** Writes every page in its final form; nothing edits one afterwards. A notice comes and goes by itself, so there are pages without it. */
export async function renderPages(
  release: string,
  settings: BuildSettings,
  masters: Master[] = [],
): Promise<BuildInfo> {
  const assets = await addBundles(release, settings);
  const server = join(release, "server");
  const { openSite } = await loadRenderer(server);
  const policyOf = (styles: string[], scripts: string[]) =>
    contentPolicy(styles.map(hashSource), scripts.map(hashSource), settings.backendUrl);

  async function writePages(pages: string, contactPage: string, more: Partial<PageSettings> = {}) {
    const { paths, render, notice, ...told } = await openSite({ ...settings, ...more }, assets, policyOf, masters);
    const policies: Record<string, string> = {};
    for (const path of paths) {
      const { html, document, policy, props } = await render(path);
      policies[path] = policy;
      // Every host serves about.html at /about, while some would serve about/index.html only at /about/.
      const file = join(release, pages, path === "/" ? "index.html" : `${path}.html`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, html);
      if (path === "/contact") writeFileSync(join(release, contactPage), JSON.stringify({ document, props }));
    }
    return { notice, told, policies };
  }

  const { notice, told, policies } = await writePages("client", "server/contact.json");
  const quiet = notice && (await writePages(withoutNotice, `${withoutNotice}.json`, { withoutNotice: true }));
  const buildInfo: BuildInfo = {
    siteUrl: settings.siteUrl,
    ...told,
    policies,
    ...(quiet && { notice: { begins: notice.begins, ends: notice.ends, policies: quiet.policies } }),
  };
  writeFileSync(join(server, "pages.json"), JSON.stringify(buildInfo));
  return buildInfo;
}
