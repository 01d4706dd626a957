import type { BuildEnvironmentOptions, InlineConfig, Plugin } from "vite";
import type { BuildSettings } from "../settings/settings.ts";
import type { ScriptData } from "../site/render.tsx";
import { shortNames } from "./shrink-styles.ts";

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

export const bundleSettings = (backend: Backend, options: BuildEnvironmentOptions): InlineConfig => ({
  ...viteSettings(backend),
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
