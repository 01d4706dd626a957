import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildSettings } from "../settings/settings.ts";
import type { Assets } from "../site/document.tsx";
import { currentRelease } from "./build-folder.ts";
import { codeFingerprint } from "./fingerprint.ts";
import { listFiles } from "./list-files.ts";
import { hashOf, readManifest } from "./release-files.ts";

type Renderer = typeof import("../site/render.tsx");

/** What a release notes about its bundles, so that the next one can take them over. */
interface Bundles {
  assets: Assets;
  files: string[];
  /** Everything that the bundles depend on. */
  madeFrom: string;
}

const notes = "server/bundles.json";

export const loadRenderer = (release: string): Promise<Renderer> =>
  import(pathToFileURL(resolve(release, "server/render.js")).href);

/**
 * Puts the bundles of the site, the desk and the editor into a release. They hardly depend on the content, so a release
 * takes over those of the current one if it can: publishing a word then needs neither the time nor the memory of Vite.
 */
export async function addBundles(release: string, settings: BuildSettings): Promise<Assets> {
  const taken = await takeOverBundles(release, settings);
  if (taken) return taken;
  const { bundleBrowser, bundleEditor, bundleServer } = await import("./bundle.ts");
  const served = await bundleServer(release, settings);
  const data = (await loadRenderer(release)).readScriptData(settings);
  const assets = await bundleBrowser(release, settings, served, data);
  await bundleEditor(join(release, "server"), assets);
  const files = listFiles(release).filter((file) => /^(server|client\/assets)\//.test(file));
  const bundles: Bundles = { assets, files, madeFrom: describe(settings, data) };
  writeFileSync(join(release, notes), JSON.stringify(bundles));
  return assets;
}

const describe = ({ backendUrl, backendKey, ownFunction }: BuildSettings, data: object) =>
  JSON.stringify([codeFingerprint(), backendUrl, backendKey, ownFunction, data]);

/** Returns undefined when the current release has no bundles, or some made from something else. */
export async function takeOverBundles(release: string, settings: BuildSettings): Promise<Assets | undefined> {
  const link = currentRelease(settings.buildFolder);
  if (!existsSync(join(link, notes))) return undefined;
  // Another build may replace the link meanwhile.
  const current = realpathSync(link);
  const hashes = readManifest(current)?.files ?? {};
  const { assets, files, madeFrom }: Bundles = JSON.parse(readFileSync(join(current, notes), "utf8"));
  if (!madeFrom.startsWith(`["${codeFingerprint()}"`)) return undefined;
  const copies = [...files, notes].map((file) => ({ file, bytes: readFileSync(join(current, file)) }));
  // A damaged file must not be handed on.
  if (copies.some(({ file, bytes }) => hashes[file] !== hashOf(bytes))) return undefined;
  const { readScriptData } = await loadRenderer(current);
  if (describe(settings, readScriptData(settings)) !== madeFrom) return undefined;
  for (const { file, bytes } of copies) {
    mkdirSync(dirname(join(release, file)), { recursive: true });
    writeFileSync(join(release, file), bytes);
  }
  return assets;
}
