import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer as createVite } from "vite";
import { bundleEditor } from "../../build/bundle.ts";
import { devPages } from "../../build/dev-pages.ts";
import { viteSettings } from "../../build/vite-settings.ts";
import { closeNow, createHttpServer, listen } from "../../http/http-server.ts";
import { urlOf } from "../../http/web-request.ts";
import type { Log } from "../../log/log.ts";
import type { BuildSettings } from "../../settings/settings.ts";
import { createApi } from "./api.ts";
import type { Editor } from "./editor.ts";
import { isOwnRequest } from "./own-requests.ts";

/** Serves the editor's page, its API and the preview from one origin, on the loopback address only. */
export async function startEditor(
  editor: Editor,
  settings: BuildSettings,
  port: number,
  log: Log,
): Promise<{ address: string; close: () => Promise<void> }> {
  const handleApi = createApi(editor);
  const bundle = await bundleEditor("/edit/");
  const server = createHttpServer(log, answer);
  server.on("upgrade", (request, socket) => {
    if (!isOwnRequest(request)) socket.destroy();
  });
  const clientPort = await listenNear(server, port);
  const vite = createVite({
    ...viteSettings(settings),
    plugins: devPages(settings, { reload: false }),
    server: {
      middlewareMode: true,
      // Vite shares our server, so that no second port is opened. Its clients have to know Vite's token.
      hmr: { server, clientPort },
      cors: false,
      fs: { deny: [".env", ".env.*", "*.{crt,pem}", "**/.git/**", "**/data/**"] },
    },
  });
  try {
    await vite;
  } catch (error) {
    server.close();
    throw error;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    response.setHeader("x-frame-options", "SAMEORIGIN");
    response.setHeader("cross-origin-resource-policy", "same-origin");
    response.setHeader("cross-origin-opener-policy", "same-origin");
    response.setHeader("referrer-policy", "no-referrer");
    if (!isOwnRequest(request)) return response.writeHead(403).end();
    const url = urlOf(request);
    if (!url) return response.writeHead(400).end();
    const { pathname } = url;
    if (pathname.startsWith("/edit/api/")) return handleApi(request, response, url);
    if (pathname === "/edit") return response.writeHead(308, { location: "/edit/" }).end();
    const file = bundle.get(pathname);
    if (file !== undefined)
      return response
        .writeHead(200, { "content-type": contentTypeOf(pathname), "cache-control": "no-store" })
        .end(file);
    if (pathname.startsWith("/edit/"))
      return response
        .writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" })
        .end(editorPage(editor));
    const { middlewares } = await vite;
    return middlewares(request, response);
  }

  return {
    address: `http://localhost:${clientPort}`,
    async close() {
      closeNow(server);
      await editor.close();
      await (await vite).close();
    },
  };
}

function editorPage(editor: Editor): string {
  const studio = editor.store.validContent()?.studio;
  const name = studio?.shortName ?? "";
  const accent = studio ? `<style>:root{--accent:${studio.colours.accent}}</style>` : "";
  const title = `${name} editor`.trim().replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/edit/style.css">${accent}<div id="editor"></div><script type="module" src="/edit/editor.js"></script></html>`;
}

const contentTypeOf = (path: string) =>
  ({ js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8", woff2: "font/woff2" })[
    path.slice(path.lastIndexOf(".") + 1)
  ] ?? "application/octet-stream";

/** Listens on the usual port, or on a free one when that is in use. */
async function listenNear(server: Server, port: number): Promise<number> {
  try {
    return await listen(server, { port, host: "127.0.0.1" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    return listen(server, { port: 0, host: "127.0.0.1" });
  }
}
