import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "node:path";
import { createServer, type ViteDevServer } from "vite";
import { listPictureFiles } from "../content/content-folder.ts";
import { loadLogo } from "../content/pictures/mark.ts";
import { publishedVariants, readMaster } from "../content/pictures/pictures.ts";
import { readContent } from "../content/read-content.ts";
import type { BuildSettings } from "../settings/settings.ts";
import { bundleInlineScripts, scriptData, siteSheets, viteSettings } from "./bundle.ts";
import { drawFavicon } from "./draw-icons.ts";
import { encodePicture } from "./encode-picture.ts";
import { grounds } from "./token-colour.ts";

/** Answers for every page as it would be built at that moment. An open page hears of edits by a port of its own. */
export async function openDevPages(settings: BuildSettings, port: number) {
  const { contentFolder } = settings;
  const server: ViteDevServer = await createServer({
    ...viteSettings(settings),
    plugins: [scriptData(async () => (await loadRenderer(server)).readScriptData({ ...settings, countVisits: false }))],
    server: { middlewareMode: true, ws: { host: "localhost", port } },
  });
  /** The folders that pages are made from. An edit in any of them is shown at once. */
  const sources = [contentFolder, "src"].map((folder) => resolve(folder));
  server.watcher.add(sources);
  server.watcher.on("all", (_, file) => {
    if (sources.some((folder) => file.startsWith(folder))) server.ws.send({ type: "full-reload" });
  });

  async function answer(url: string, response: ServerResponse) {
    // A content mistake is ignored here, because the page itself says what to fix.
    const picture = await findPicture(contentFolder, url).catch(() => undefined);
    if (picture) return response.setHeader("Content-Type", `image/${picture.type}`).end(picture.bytes);
    const { status, html } = await render(server, settings, url);
    return response.writeHead(status, { "Content-Type": "text/html; charset=utf-8" }).end(html);
  }

  return (request: IncomingMessage, response: ServerResponse): undefined => {
    const { url = "/" } = request;
    // Vite answers for scripts and style sheets, and leaves the rest to us.
    server.middlewares(request, response, () => answer(url, response));
  };
}

/** Draws or encodes the picture at an address when it is asked for. */
async function findPicture(contentFolder: string, url: string) {
  if (!/^\/(favicon|pictures\/)/.test(url)) return undefined;
  const { studio, images } = readContent(contentFolder);
  if (url.startsWith("/favicon")) return { type: "svg+xml", bytes: await drawFavicon(contentFolder, studio) };
  const logo = studio.logo && (await loadLogo(contentFolder, studio.logo));
  if (logo?.url === url) return logo;
  const names = [...listPictureFiles(contentFolder).keys()].filter((name) => url.startsWith(`/pictures/${name}-`));
  for (const name of names) {
    const master = await readMaster(contentFolder, name);
    const variant = publishedVariants(master, images[name]?.thumbnail).find((one) => one.url === url);
    if (variant) return { type: variant.format, bytes: await encodePicture(master, variant) };
  }
  return undefined;
}

async function loadRenderer(server: ViteDevServer): Promise<typeof import("../site/render.tsx")> {
  return (await server.ssrLoadModule("/src/site/render.tsx")) as typeof import("../site/render.tsx");
}

async function render(server: ViteDevServer, settings: BuildSettings, url: string) {
  try {
    const { openSite } = await loadRenderer(server);
    const site = await openSite(settings, await devAssets(), () => "");
    const [path = "/"] = url.split(/[?#]/);
    const knownPath = site.paths.includes(path) ? path : "/404";
    const { html } = await site.render(knownPath);
    return { status: knownPath === path ? 200 : 404, html };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    server.ssrFixStacktrace(error);
    // A content error explains what to fix; an error in the code needs its stack.
    const text = error.name === "ContentError" ? error.message : (error.stack ?? error.message);
    console.error(text);
    return { status: 500, html: errorPage(text) };
  }
}

/** The page reloads by itself once the mistake is fixed. */
const errorPage = (text: string) =>
  `<!doctype html><title>Something to fix</title><script type="module" src="/@vite/client"></script><pre style="white-space:pre-wrap;font:1rem/1.5 system-ui;margin:3rem">${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</pre>`;

/** Style sheets are linked in the head, so that no page appears without its style. */
async function devAssets() {
  return {
    style: "",
    pageStyles: {},
    ...grounds(),
    ...(await bundleInlineScripts()),
    navigation: "/src/site/browser/navigation.ts",
    form: "/src/site/browser/hydrate-form.tsx",
    build: "dev",
    sheets: siteSheets().map((file) => `/${file}`),
    scripts: ["/@vite/client"],
  };
}
