import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildEnvironmentOptions, build, type InlineConfig, type Plugin, type Rolldown } from "vite";
import type { BuildSettings } from "../settings/settings.ts";
import type { Assets } from "../site/document.tsx";
import { preferencesLayer } from "../site/layers.ts";
import type { ScriptData } from "../site/render.tsx";
import { linkPackages } from "./build-folder.ts";
import { preferenceMedia, splitPreferences } from "./print-and-preferences.ts";
import { hashOf } from "./release-files.ts";
import { noticePages, sheetUsers } from "./sheet-users.ts";
import { shortNames, shrinkStyles } from "./shrink-styles.ts";
import { grounds } from "./token-colour.ts";

/** Bundles the code that renders pages, rejected forms and the owner's desk. */
export async function bundleServer(release: string, settings: BuildSettings): Promise<void> {
  linkPackages(settings.buildFolder);
  const input = { render: "src/site/render.tsx", "filled-form": "src/site/filled-form.tsx", desk: "src/desk/desk.tsx" };
  // The desk's style is a text in its code.
  const options = { ssr: true, cssMinify: true, outDir: join(release, "server"), rolldownOptions: { input } };
  await buildOutput(settings, options);
}

/** Bundles the browser's scripts, and the styles and the font of all pages. */
export async function bundleBrowser(release: string, settings: BuildSettings, data: ScriptData): Promise<Assets> {
  const site = join(release, "client");
  mkdirSync(join(site, "assets"), { recursive: true });
  const writeAsset = (name: string, source: string | Uint8Array) => {
    writeFileSync(join(site, name), source);
    return `/${name}`;
  };
  // Each script is bundled by itself: what two share would be a third file, for which both wait.
  const bundleScript = async (name: string, source: string) => {
    const options = {
      write: false,
      rolldownOptions: {
        input: { [name]: source },
        preserveEntrySignatures: "allow-extension",
        output: { entryFileNames: "assets/[name]-[hash].js" },
      },
    } as const;
    const [script] = await buildOutput(settings, options, { plugins: [scriptData(async () => data)] });
    return writeAsset(script.fileName, script.code);
  };
  const navigation = await bundleScript("navigation", "src/site/browser/navigation.ts");
  const form = await bundleScript("form", "src/site/browser/hydrate-form.tsx");
  // Styles are inlined in the pages, so browsers fetch only the scripts and the font.
  const { preferencesStyle, fonts, ...styles } = await bundleStyles();
  for (const { fileName, source } of fonts) writeAsset(fileName, source);
  const preferencesName = `assets/preferences-${shortHash(preferencesStyle)}.css`;
  const assets = {
    ...styles,
    preferencesSheet: { href: writeAsset(preferencesName, preferencesStyle), media: preferenceMedia },
    ...grounds(),
    ...(await bundleInlineScripts()),
    navigation,
    form,
  };
  return { ...assets, build: shortHash(JSON.stringify(assets)) };
}

const shortHash = (text: string) => hashOf(text).slice(0, 8);

/** Lists the sheets of the site. Those in src/design/controls are imported by the desk, the editor or a single page. */
export const siteSheets = () =>
  globSync("src/{design/styles,site}/**/*.css")
    .map((file) => file.replaceAll("\\", "/"))
    .sort();

/** Returns the style of all pages, and by page folder the style that this kind of page needs besides. */
export async function bundleStyles() {
  const input = siteSheets();
  const files = await buildOutput(noBackend, { write: false, cssCodeSplit: true, rolldownOptions: { input } });
  const stylesByPage = new Map<string, string>();
  const users = sheetUsers();
  for (const file of files) {
    const [source = ""] = "originalFileNames" in file ? file.originalFileNames : [];
    if (!source.endsWith(".css")) continue;
    for (const page of users.get(source) ?? [""])
      stylesByPage.set(page, (stylesByPage.get(page) ?? "") + fileText(file).trim());
  }
  let preferencesStyle = "";
  const styles = Object.entries(shrinkStyles(Object.fromEntries(stylesByPage))).map(([page, css]) => {
    const { style, preferences } = splitPreferences(css);
    preferencesStyle += preferences;
    return [page, style] as const;
  });
  const { "": style = "", [noticePages]: noticeStyle = "", ...pageStyles } = Object.fromEntries(styles);
  const fonts = files.flatMap((file) => (file.type === "asset" && file.fileName.endsWith(".woff2") ? file : []));
  return { style, pageStyles, noticeStyle, preferencesStyle: preferencesLayer(preferencesStyle), fonts };
}

/** Bundles the script that is inlined in every page, and those of the home and the contact page. */
export async function bundleInlineScripts(): Promise<Pick<Assets, "inlineScript" | "pageInlineScripts">> {
  const bundle = async (input: string) => {
    const options = { write: false, rolldownOptions: { input, output: { format: "iife" } } } as const;
    const [script] = await buildOutput(noBackend, options);
    return fileText(script).trim();
  };
  return {
    inlineScript: await bundle("src/site/browser/loader.ts"),
    pageInlineScripts: {
      home: await bundle("src/site/browser/hour-line.ts"),
      contact: await bundle("src/site/browser/early-send.ts"),
    },
  };
}

/** Bundles the owner's editor into one script and one style sheet. */
export async function bundleEditor(release: string): Promise<void> {
  const output = { entryFileNames: "editor.js", assetFileNames: "[name][extname]" };
  const options = {
    outDir: join(release, "server/editor"),
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: { input: "src/editor/browser/main.tsx", output },
  };
  await buildOutput(noBackend, options, { base: "/edit/" });
}

type Output = Rolldown.RolldownOutput["output"];

/** The settings for bundles that send no requests. */
const noBackend = { backendUrl: "", backendKey: "", ownFunction: true };

const fileText = (file: Output[number] | undefined) =>
  file && "code" in file ? file.code : String(file?.source ?? "");

type Backend = Pick<BuildSettings, "backendUrl" | "backendKey" | "ownFunction">;

/** Vite's settings. A configuration file would read the environment as soon as it is imported. */
export const viteSettings = ({ backendUrl, backendKey, ownFunction }: Backend): InlineConfig => ({
  configFile: false,
  appType: "custom",
  logLevel: "warn",
  define: {
    __BACKEND_URL__: JSON.stringify(backendUrl),
    __BACKEND_KEY__: JSON.stringify(backendKey),
    __OWN_FUNCTION__: JSON.stringify(ownFunction),
  },
});

async function buildOutput(
  backend: Backend,
  options: BuildEnvironmentOptions,
  more: InlineConfig = {},
): Promise<Output> {
  const built = await build({
    ...viteSettings(backend),
    ...more,
    css: { modules: { generateScopedName: shortNames() } },
    build: {
      // All styles go into one sheet.
      cssCodeSplit: false,
      // Browsers of the last two and a half years are supported; prefixes for older ones would add to every page.
      cssTarget: ["chrome124", "edge124", "firefox125", "safari17.5", "ios17.5"],
      assetsInlineLimit: 0,
      modulePreload: false,
      emptyOutDir: true,
      ...options,
      // A build on a busy machine is slow and has nothing to report for that.
      rolldownOptions: { checks: { bundlerTimings: false }, ...options.rolldownOptions },
    },
  });
  if (!("output" in built)) throw new Error("Vite answered with something other than one bundle");
  return built.output;
}

const scriptDataName = "virtual:script-data";

/** Gives the navigation script what depends on the studio. */
export function scriptData(read: () => Promise<ScriptData>): Plugin {
  const exports = (data: ScriptData) =>
    Object.entries(data).map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};`);
  return {
    name: "script-data",
    resolveId: (wanted) => (wanted === scriptDataName ? `\0${scriptDataName}` : undefined),
    load: async (id) => (id === `\0${scriptDataName}` ? exports(await read()).join("\n") : undefined),
  };
}
