import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { drawFavicon } from "../../build/draw-icons.ts";
import { createPreviewRenderer } from "../../build/preview.ts";
import type { BuildSettings } from "../../settings/settings.ts";
import { versionOf } from "../formats/source-file.ts";
import { createApi } from "./api.ts";
import type { ApiError, Session } from "./api-types.ts";
import type { Editor } from "./editor.ts";
import type { Guard } from "./guard.ts";
import { createPreview } from "./preview.ts";

/** The editor's page runs only its own script, and only frames the pages of its preview. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Answers everything under /edit: the editor's page, its API, and the pages and pictures of its preview. */
export function createEditorHandler(editor: Editor, settings: BuildSettings, bundles: string, guard: Guard) {
  const preview = createPreview(editor, createPreviewRenderer(settings, bundles), settings.buildFolder);
  const handleApi = createApi(editor, preview);
  const files = readFiles(join(bundles, "editor"));

  return async function answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<unknown> {
    response.setHeader("cache-control", "no-store");
    response.setHeader("x-content-type-options", "nosniff");
    response.setHeader("x-frame-options", "SAMEORIGIN");
    response.setHeader("cross-origin-resource-policy", "same-origin");
    response.setHeader("cross-origin-opener-policy", "same-origin");
    response.setHeader("referrer-policy", "no-referrer");
    response.setHeader("x-robots-tag", "noindex, nofollow");
    if (!guard.isOwn(request)) return response.writeHead(403).end();
    const path = url.pathname.replace(/^\/edit/, "");
    const isApi = path.startsWith("/api/");
    const mark = await guard.markOf(request);
    if (mark === null) return isApi ? sendJson(response, 401, signedOut) : guard.refuse(request, response, url);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead && request.headers["x-editor"] !== mark) return sendJson(response, 403, notMarked);
    if (path === "/api/session") return sendJson(response, 200, { mark, desk: guard.desk } satisfies Session);
    if (path === "/api/events") return editor.listen(response, async () => (await guard.markOf(request)) !== null);
    if (isApi) return handleApi(request, response, url);
    const found = await find(path, url.searchParams.get("words"));
    if (!found) return response.writeHead(404).end();
    const { status = 200, type, body, ...headers } = found;
    return response.writeHead(status, { ...headers, "content-type": type, "content-length": body.length }).end(body);
  };

  async function find(path: string, words: string | null): Promise<Found | undefined> {
    if (path === "") return { status: 308, location: "/edit/", type: "text/plain", body: Buffer.alloc(0) };
    const studio = editor.store.validContent()?.studio;
    if (path === "/icon.svg" && studio)
      return { type: "image/svg+xml", body: Buffer.from(await drawFavicon(studio)), "content-security-policy": policy };
    if (path === "/studio.css")
      return { type: "text/css", body: Buffer.from(studio ? `:root{--accent:${studio.colours.accent}}` : "") };
    const page = /^\/page(\/.*)$/.exec(path)?.[1];
    if (page) {
      const { status, html, policy } = await preview.page(page, words);
      return { status, type: "text/html; charset=utf-8", body: Buffer.from(html), "content-security-policy": policy };
    }
    const picture = /^\/pictures\/([\w.-]+)$/.exec(path)?.[1];
    if (picture) {
      const found = await preview.picture(picture);
      return found && { type: found.type, body: found.bytes, "cache-control": "private, max-age=86400" };
    }
    if (path === "/") {
      const body = Buffer.from(editorPage(studio?.shortName ?? "", files));
      return { type: "text/html; charset=utf-8", body, "content-security-policy": policy };
    }
    return files.get(path);
  }
}

const signedOut: ApiError = { message: "You are signed out. Sign in again; your words are kept in this window." };
const notMarked: ApiError = { message: "This window does not belong to your session. Load it again." };

function sendJson(response: ServerResponse, status: number, body: object) {
  const bytes = Buffer.from(JSON.stringify(body));
  // The rest of a refused body is not read.
  const headers = { "content-type": "application/json; charset=utf-8", "content-length": bytes.length };
  response.writeHead(status, { ...headers, ...(status !== 200 && { connection: "close" }) }).end(bytes);
}

type Found = { status?: number; type: string; body: Buffer } & Record<string, unknown>;

/** Reads the script, the style sheet and the font, and compresses what gets smaller. */
function readFiles(folder: string): Map<string, Found> {
  const types: Record<string, string> = { js: "text/javascript", css: "text/css", woff2: "font/woff2" };
  const read = (name: string): Found => {
    const type = types[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    const bytes = readFileSync(join(folder, name));
    if (type === "font/woff2") return { type, body: bytes, "cache-control": "private, max-age=86400" };
    const headers = { "content-encoding": "gzip", "cache-control": "private, max-age=31536000, immutable" };
    return { type: `${type}; charset=utf-8`, body: gzipSync(bytes), ...headers };
  };
  return new Map(readdirSync(folder).map((name) => [`/${name}`, read(name)]));
}

/** The page asks for each file with its version, so the browser keeps it until the editor has another. */
function editorPage(name: string, files: Map<string, Found>): string {
  const address = (file: string) => `/edit${file}?v=${versionOf(files.get(file)?.body ?? Buffer.alloc(0))}`;
  const title = `${name} editor`.trim().replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="/edit/icon.svg"><link rel="stylesheet" href="${address("/style.css")}"><link rel="stylesheet" href="/edit/studio.css"><div id="editor"></div><script type="module" src="${address("/editor.js")}"></script></html>`;
}
