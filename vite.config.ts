import { defineConfig } from "vite";
import { readSettings } from "./consultations/settings.ts";
import { shortNames } from "./pipeline/short-names.ts";
import { siteAddress } from "./studio/site-address.ts";

const { BACKEND_URL = "", BACKEND_KEY = "" } = process.env;

export default defineConfig(({ command }) => ({
  appType: "custom",
  define: {
    __SITE_URL__: JSON.stringify(siteAddress(process.env)),
    __BACKEND_URL__: JSON.stringify(BACKEND_URL.replace(/\/$/, "")),
    __RETENTION_DAYS__: JSON.stringify(String(readSettings(process.env).retentionDays)),
    __BACKEND_KEY__: JSON.stringify(BACKEND_KEY),
  },
  ...(command === "build" && { css: { modules: { generateScopedName: shortNames() } } }),
  build: {
    // One sheet, whatever imports it.
    cssCodeSplit: false,
    // Browsers of the last two and a half years: prefixes for older ones are bytes of every first view.
    cssTarget: ["chrome124", "edge124", "firefox125", "safari17.5", "ios17.5"],
    assetsInlineLimit: 0,
    modulePreload: false,
    emptyOutDir: true,
  },
}));
