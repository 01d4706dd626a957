import type { BuildEnvironmentOptions, InlineConfig } from "vite";
import type { BuildSettings } from "../settings/settings.ts";
import { shortNames } from "./short-class-names.ts";

type Backend = Pick<BuildSettings, "backendUrl" | "backendKey">;

/** How Vite works here, in place of a configuration file: that would read the environment when it is imported. */
export const viteSettings = ({ backendUrl, backendKey }: Backend): InlineConfig => ({
  configFile: false,
  appType: "custom",
  logLevel: "warn",
  define: { __BACKEND_URL__: JSON.stringify(backendUrl), __BACKEND_KEY__: JSON.stringify(backendKey) },
});

/** The same for a bundle. */
export const bundleSettings = (backend: Backend, options: BuildEnvironmentOptions): InlineConfig => ({
  ...viteSettings(backend),
  css: { modules: { generateScopedName: shortNames() } },
  build: {
    // One sheet, whatever imports it.
    cssCodeSplit: false,
    // Browsers of the last two and a half years: prefixes for older ones are bytes of every first view.
    cssTarget: ["chrome124", "edge124", "firefox125", "safari17.5", "ios17.5"],
    assetsInlineLimit: 0,
    modulePreload: false,
    emptyOutDir: true,
    ...options,
  },
});
