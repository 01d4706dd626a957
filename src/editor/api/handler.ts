import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { drawFavicon } from "../../build/draw-icons.ts";
import { createPreviewRenderer } from "../../build/preview.ts";
import type { BuildSettings } from "../../settings/settings.ts";
import { versionOf } from "../formats/source-file.ts";
import { type Answer, createApi } from "./api.ts";
import type { Editor } from "./editor.ts";
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

/**
 * Answers everything under /edit: the editor's page, its API, and the pages and pictures of its preview. The process in
 * front has refused everybody who is not signed in, and sets the headers that every answer has.
 */
export function createEditorHandler(editor: Editor, settings: BuildSettings, bundles: string) {
  const preview = createPreview(editor, createPreviewRenderer(settings, bundles), settings.buildFolder);
  const answerApi = createApi(editor, preview);
  const files = readFiles(join(bundles, "editor"));

  return async function answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<unknown> {
    const path = url.pathname.replace(/^\/edit/, "");
    if (path === "/api/events") return editor.listen(response);
    const found = await (path.startsWith("/api/") ? answerApi(request, url) : find(path, url));
    if (!found) return response.writeHead(404).end();
    const { status = 200, type, body, ...headers } = found;
    // The rest of a refused body is not read.
    if (!request.complete) response.setHeader("connection", "close");
    return response.writeHead(status, { ...headers, "content-type": type, "content-length": body.length }).end(body);
  };

  async function find(path: string, url: URL): Promise<Answer | undefined> {
    if (path === "") return { status: 308, location: "/edit/", type: "text/plain", body: Buffer.alloc(0) };
    const studio = editor.store.validContent()?.studio;
    if (path === "/icon.svg" && studio)
      return { type: "image/svg+xml", body: Buffer.from(await drawFavicon(studio)), "content-security-policy": policy };
    if (path === "/studio.css")
      return { type: "text/css", body: Buffer.from(studio ? `:root{--accent:${studio.colours.accent}}` : "") };
    const page = /^\/page(\/.*)$/.exec(path)?.[1];
    if (page) {
      const { status, html, policy } = await preview.page(page, url.searchParams.get("words"));
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

/** Reads the script, the style sheet and the font, and compresses what gets smaller. */
function readFiles(folder: string): Map<string, Answer> {
  const types: Record<string, string> = { js: "text/javascript", css: "text/css", woff2: "font/woff2" };
  const read = (name: string): Answer => {
    const type = types[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    const bytes = readFileSync(join(folder, name));
    if (type === "font/woff2") return { type, body: bytes, "cache-control": "private, max-age=86400" };
    const headers = { "content-encoding": "gzip", "cache-control": "private, max-age=31536000, immutable" };
    return { type: `${type}; charset=utf-8`, body: gzipSync(bytes), ...headers };
  };
  return new Map(readdirSync(folder).map((name) => [`/${name}`, read(name)]));
}

/** The page asks for each file with its version, so the browser keeps it until the editor has another. */
function editorPage(name: string, files: Map<string, Answer>): string {
  const address = (file: string) => `/edit${file}?v=${versionOf(files.get(file)?.body ?? Buffer.alloc(0))}`;
  const title = `${name} editor`.trim().replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="/edit/icon.svg"><link rel="stylesheet" href="${address("/style.css")}"><link rel="stylesheet" href="/edit/studio.css"><div id="editor"></div><script type="module" src="${address("/editor.js")}"></script></html>`;
}
