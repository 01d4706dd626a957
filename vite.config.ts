import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { shortNames } from "./pipeline/short-names.ts";
import { content } from "./pipeline/vite-plugin.ts";
import { siteAddress } from "./studio/site-address.ts";

const { BACKEND_URL = "", BACKEND_KEY = "", DEV_BACKEND } = process.env;

export default defineConfig(({ command, isPreview }) => ({
  plugins: [content(), reactRouter()],
  define: {
    __SITE_URL__: JSON.stringify(siteAddress(process.env)),
    __BACKEND_URL__: JSON.stringify(BACKEND_URL.replace(/\/$/, "")),
    __BACKEND_KEY__: JSON.stringify(BACKEND_KEY),
  },
  ...(command === "build" && { css: { modules: { generateScopedName: shortNames() } } }),
  server: {
    // The build renders pages in a preview. Watched, each page it writes would have the whole folder read again.
    ...(isPreview && { watch: null }),
    // While editing, the function runs beside Vite.
    ...(DEV_BACKEND && { proxy: { "/functions": DEV_BACKEND, "/healthz": DEV_BACKEND } }),
  },
  build: {
    // One sheet, inlined into every page: the first view needs nothing but the document.
    cssCodeSplit: false,
    // Browsers of the last two and a half years: prefixes for older ones are bytes of every first view.
    cssTarget: ["chrome124", "edge124", "firefox125", "safari17.4", "ios17.4"],
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every page needs travels in three files, each run in a task of its own: a dozen would compress worse,
        // a single one would keep a phone's taps waiting.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: "router", test: /node_modules\/react-router\// },
            { name: "frame", test: /site\/ui\// },
          ],
        },
      },
    },
  },
}));
