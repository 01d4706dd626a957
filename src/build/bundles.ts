import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildSettings } from "../settings/settings.ts";
import type { Assets } from "../site/document.tsx";
import { currentRelease } from "./build-folder.ts";
import { codeFingerprint } from "./fingerprint.ts";
import { hashOf, listFiles, type Manifest, manifestFile, readNotes } from "./release-files.ts";
import { grounds } from "./token-colour.ts";

export type Renderer = typeof import("../site/render.tsx");

/** What a release notes about its bundles: the next one can take them over, and the editor renders its preview with them. */
interface Bundles {
  /** A hash of the code they were made from. */
  code: string;
  assets: Assets;
  files: string[];
  /** What else they depend on. */
  madeFrom: string;
}

const notes = "bundles.json";

const writeBundles = (release: string, bundles: Omit<Bundles, "code">) =>
  writeFileSync(
    join(release, "server", notes),
    JSON.stringify({ code: codeFingerprint(), ...bundles } satisfies Bundles),
  );

/** Reads the notes in the server's folder of a release, if there are some and they were made from this code. */
export function readBundles(server: string): Bundles | undefined {
  const bundles = readNotes<Bundles>(join(server, notes));
  return bundles?.code === codeFingerprint() ? bundles : undefined;
}

export const loadRenderer = (server: string): Promise<Renderer> =>
  import(pathToFileURL(resolve(server, "render.js")).href);

/**
 * Puts the bundles of the site, the desk and the editor into a release. They hardly depend on the content, so a release
 * takes over those of the current one if it can: publishing a word then needs neither the time nor the memory of Vite.
 */
export async function addBundles(release: string, settings: BuildSettings): Promise<Assets> {
  const taken = await takeOverBundles(release, settings);
  if (taken) return taken;
  const { bundleBrowser, bundleEditor, bundleServer } = await import("./bundle.ts");
  await bundleServer(release, settings);
  const data = (await loadRenderer(join(release, "server"))).readScriptData(settings);
  const assets = await bundleBrowser(release, settings, data);
  await bundleEditor(release);
  const files = listFiles(release).filter((file) => /^(server|client\/assets)\//.test(file));
  writeBundles(release, { assets, files, madeFrom: describe(settings, data) });
  return assets;
}

/** Builds what the editor needs from the code alone: it starts whatever the content holds, and publishes nothing. */
export async function addEditorBundles(folder: string, settings: BuildSettings): Promise<void> {
  const { bundleEditor, bundleServer, bundleStyles } = await import("./bundle.ts");
  await bundleServer(folder, settings);
  await bundleEditor(folder);
  const { fonts: _, preferencesStyle: __, ...styles } = await bundleStyles();
  const assets = { ...styles, ...grounds(), ...withoutScripts };
  writeBundles(folder, { assets, files: [], madeFrom: "" });
}

/** The preview runs no script. */
export const withoutScripts = { inlineScript: "", pageInlineScripts: {}, navigation: "", form: "", build: "" };

const describe = ({ backendUrl, backendKey, ownFunction }: BuildSettings, data: object) =>
  JSON.stringify([backendUrl, backendKey, ownFunction, data]);

/** Gives undefined when the current release has no bundles, or some made from something else. */
export async function takeOverBundles(release: string, settings: BuildSettings): Promise<Assets | undefined> {
  const link = currentRelease(settings.buildFolder);
  if (!existsSync(link)) return undefined;
  // Another build may replace the link meanwhile.
  const current = realpathSync(link);
  const bundles = readBundles(join(current, "server"));
  if (!bundles) return undefined;
  const { assets, files, madeFrom } = bundles;
  const hashes = readNotes<Manifest>(join(current, manifestFile))?.files ?? {};
  const copies = [...files, `server/${notes}`].map((file) => ({ file, bytes: readFileSync(join(current, file)) }));
  // A damaged file must not be handed on.
  if (copies.some(({ file, bytes }) => hashes[file] !== hashOf(bytes))) return undefined;
  const { readScriptData } = await loadRenderer(join(current, "server"));
  if (describe(settings, readScriptData(settings)) !== madeFrom) return undefined;
  for (const { file, bytes } of copies) {
    mkdirSync(dirname(join(release, file)), { recursive: true });
    writeFileSync(join(release, file), bytes);
  }
  return assets;
}
