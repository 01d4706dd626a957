import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { shortNames } from "./scripts/short-names.ts";
import { siteAddress } from "./site/content/address.ts";
import { content } from "./site/content/vite-plugin.ts";

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
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every page needs travels as one file, which compresses better than a dozen.
        codeSplitting: {
          groups: [{ name: "frame", test: /node_modules\/(react|react-dom|react-router|scheduler)\/|site\/ui\// }],
        },
      },
    },
  },
}));
