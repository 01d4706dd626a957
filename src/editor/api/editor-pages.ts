import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { drawFavicon } from "../../build/draw-icons.ts";
import { tokenColour } from "../../build/token-colour.ts";
import { inkLogo, loadLogo } from "../../content/pictures/mark.ts";
import { versionOf } from "../formats/source-file.ts";
import { noSuchAddress } from "./answers.ts";
import type { Editor } from "./editor.ts";
import type { Preview } from "./preview.ts";

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

const forDay = "private, max-age=86400";

/** A connection without any traffic would be closed. */
const heartbeat = 5_000;

/** What is not JSON: the editor's page with its files, the pages and pictures of the preview, and the events. */
export function createEditorPages(editor: Editor, preview: Preview, bundles: string) {
  const files = readFiles(join(bundles, "editor"));
  const studioNow = () => editor.store.validContent()?.studio;

  return {
    editor: (c: Context) =>
      c.html(editorPage(studioNow()?.shortName ?? "", files), 200, { "content-security-policy": policy }),

    async icon(c: Context) {
      const studio = studioNow();
      const drawing = studio && (await drawFavicon(editor.store.folder, studio));
      return sendPicture(c, drawing ? { bytes: Buffer.from(drawing), type: "image/svg+xml" } : undefined);
    },

    /** The studio's own logo, as it is on a light page or on a dark one. */
    async logo(c: Context) {
      const name = studioNow()?.logo;
      if (!name) throw noSuchAddress();
      const logo = await loadLogo(editor.store.folder, name);
      const ink = tokenColour(c.req.query("on") === "dark" ? "on-dusk" : "ink");
      return sendPicture(c, { bytes: inkLogo(logo, ink), type: `image/${logo.type}` });
    },

    file(c: Context) {
      const found = files.get(c.req.param("file") ?? "");
      return found ? c.body(found.body, 200, found.headers) : c.body(null, 404);
    },

    /** A page as it would be published, with the unsaved words of a window if its address names them. */
    async page(c: Context) {
      const path = c.req.path.replace("/edit/page", "");
      const { status, html, policy } = await preview.page(path, c.req.query("preview"));
      return c.html(html, status, { "content-security-policy": policy });
    },

    pictureOfPage: async (c: Context) =>
      sendPicture(c, await preview.picture(c.req.param("name") ?? ""), { "cache-control": forDay }),

    async picture(c: Context) {
      const width = Math.min(1600, Math.max(16, Number(c.req.query("width")) || 640));
      const bytes = await editor.pictures.thumbnail(c.req.param("name") ?? "", width);
      // A picture that is asked for with its version may be kept.
      const headers = c.req.query("v") === undefined ? {} : { "cache-control": forDay };
      return sendPicture(c, bytes && { bytes, type: "image/webp" }, headers);
    },

    /** Sends events until the window or the editor is closed. */
    events(c: Context) {
      c.header("x-accel-buffering", "no");
      return streamSSE(c, async (stream) => {
        // A window whose editor was closed and is open again learns of it within a second.
        await stream.write("retry: 1000\n: connected\n\n");
        const beat = setInterval(() => stream.write(": still here\n\n"), heartbeat).unref();
        await new Promise<void>((end) => {
          stream.onAbort(editor.listen((event) => stream.writeSSE({ data: JSON.stringify(event) }), end));
        });
        clearInterval(beat);
      });
    },
  };
}

function sendPicture(c: Context, found: { bytes: Uint8Array; type: string } | undefined, headers = {}) {
  if (!found) throw noSuchAddress();
  const own = { "content-type": found.type, "content-security-policy": policy };
  return c.body(new Uint8Array(found.bytes), 200, { ...own, ...headers });
}

interface StaticFile {
  body: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** Reads the font, and compresses the script and the style sheet. */
function readFiles(folder: string): Map<string, StaticFile> {
  const read = (name: string): StaticFile => {
    const bytes = readFileSync(join(folder, name));
    if (name.endsWith(".woff2"))
      return { body: new Uint8Array(bytes), headers: { "content-type": "font/woff2", "cache-control": forDay } };
    const headers = {
      "content-type": name.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
      "content-encoding": "gzip",
      "cache-control": "private, max-age=31536000, immutable",
    };
    return { body: new Uint8Array(gzipSync(bytes)), headers };
  };
  return new Map(readdirSync(folder).map((name) => [name, read(name)]));
}

/** The page asks for each file with its version, so the browser keeps it until the editor has another. */
function editorPage(name: string, files: Map<string, StaticFile>): string {
  const address = (file: string) => `/edit/${file}?v=${versionOf(files.get(file)?.body ?? new Uint8Array())}`;
  const title = `${name} editor`.trim().replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="/edit/icon.svg"><link rel="stylesheet" href="${address("style.css")}"><div id="editor"></div><script type="module" src="${address("editor.js")}"></script></html>`;
}
