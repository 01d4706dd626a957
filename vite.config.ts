import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { siteAddress } from "./site/content/address.ts";
import { content } from "./site/content/vite-plugin.ts";

const { BACKEND_URL = "", BACKEND_KEY = "" } = process.env;

export default defineConfig({
  plugins: [content(), reactRouter()],
  define: {
    __SITE_URL__: JSON.stringify(siteAddress(process.env)),
    __BACKEND_URL__: JSON.stringify(BACKEND_URL.replace(/\/$/, "")),
    __BACKEND_KEY__: JSON.stringify(BACKEND_KEY),
  },
  build: {
    // One sheet, inlined into every page: the first view needs nothing but the document.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
  },
});
