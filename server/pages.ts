import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import type { Log } from "../consultations/log.ts";
import type { Draft } from "../consultations/request.ts";
import {
  assetCaching,
  backendOf,
  commonHeaders,
  contentPolicy,
  dataCaching,
  iconCaching,
  pageCaching,
  transportSecurity,
} from "../pipeline/policy.ts";
import { draftPage } from "./draft-page.ts";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".data": "text/x-script; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".avif": "image/avif",
  ".webp": "image/webp",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".woff2": "font/woff2",
};

/** Mean something on a page only: a picture or a script need not carry these 300 bytes. */
const pageHeaders = ["Cross-Origin-Opener-Policy", "Permissions-Policy", "Referrer-Policy", "X-Frame-Options"];

/** Made ready when the server starts, in the forms Node writes with the least work: flat lists, one-byte text. */
interface Encoded {
  tag: string;
  body: string;
  headers: string[];
  unchanged: string[];
}

interface Resource {
  status: number;
  plain: Encoded;
  brotli?: Encoded;
  gzip?: Encoded;
}

export interface Pages {
  /** Whether the pages ask search engines to stay away: built for the public before everything is answered. */
  hidden?: boolean;
  answer(request: IncomingMessage, response: ServerResponse, draft?: Draft): void;
}

/**
 * Serves what the build wrote. All of it is read once and kept: it is a few megabytes, an answer is then one
 * write, and no path a visitor sends ever reaches the file system.
 */
export function openPages(directory: string, { secure = false, log = (() => {}) as Log } = {}): Pages {
  const common = { ...commonHeaders, ...(secure && { "Strict-Transport-Security": transportSecurity }) };
  const files = filesIn(directory);
  const contactPage = files.includes("contact.html") ? readFileSync(join(directory, "contact.html"), "utf8") : "";
  const backend = backendOf(contactPage);
  const resources = new Map<string, Resource>();
  for (const file of files) {
    const address = `/${file.split(sep).join("/")}`.replace(/^\/index\.html$/, "/").replace(/(?<=.)\.html$/, "");
    resources.set(address, read(join(directory, file), address, common, backend));
  }
  const notFound = resources.get("/404");
  const contact = resources.get("/contact");
  if (!notFound || !contact) throw new Error(`${directory} holds no built site. Run: npm run build`);
  resources.delete("/404");

  return {
    hidden: resources.get("/")?.plain.body.includes('<meta name="robots" content="noindex"') ?? false,
    answer(request: IncomingMessage, response: ServerResponse, draft?: Draft) {
      if (request.method !== "GET" && request.method !== "HEAD") {
        response.writeHead(405, { ...common, Allow: "GET, HEAD" }).end();
        return;
      }
      const [path = "/", query] = (request.url ?? "/").split("?", 2);
      if (draft && path === "/contact") {
        const page = draftPage(contactPage, draft);
        const headers = { ...pairs(contact.plain.unchanged), "Cache-Control": "no-store" };
        response.writeHead(200, { ...headers, "Content-Length": Buffer.byteLength(page) }).end(page);
        return;
      }
      const resource = resources.get(path);
      if (resource) return write(request, response, resource);

      const canonical = canonicalPath(path);
      if (canonical !== path && resources.has(canonical)) {
        const location = query === undefined ? canonical : `${canonical}?${query}`;
        response.writeHead(301, { ...common, Location: location, "Cache-Control": "public, max-age=3600" }).end();
        return;
      }
      log("not-found", { path: path.slice(0, 200) });
      write(request, response, notFound);
    },
  };
}

/** One address per page: small letters, single slashes, no ending. */
function canonicalPath(path: string) {
  return path
    .toLowerCase()
    .replace(/\/{2,}/g, "/")
    .replace(/\/index\.html$|(?<=[^/])\.html$/, "")
    .replace(/(?<=.)\/$/, "")
    .replace(/^$/, "/");
}

function write(request: IncomingMessage, response: ServerResponse, resource: Resource) {
  const accepted = header(request, "accept-encoding") ?? "";
  const { tag, body, headers, unchanged } =
    (/\bbr\b/.test(accepted) && resource.brotli) || (/\bgzip\b/.test(accepted) && resource.gzip) || resource.plain;
  const condition = header(request, "if-none-match");
  if (condition !== undefined && resource.status === 200 && matches(condition, tag)) {
    response.writeHead(304, unchanged).end();
    return;
  }
  response.writeHead(resource.status, headers);
  if (request.method === "HEAD") response.end();
  else response.end(body, "latin1");
}

/** The first of that name. Node would make an object of all of them, for each request. */
function header({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const found = rawHeaders[at] ?? "";
    if (found.length === name.length && found.toLowerCase() === name) return rawHeaders[at + 1];
  }
}

const matches = (condition: string, tag: string) =>
  condition.split(",").some((one) => one.trim().replace(/^W\//, "") === tag || one.trim() === "*");

function read(file: string, address: string, common: Record<string, string>, backend: string): Resource {
  const body = readFileSync(file);
  const compressed = existsSync(`${file}.br`);
  const isPage = file.endsWith(".html");
  const headers: Record<string, string> = {
    ...Object.fromEntries(Object.entries(common).filter(([name]) => isPage || !pageHeaders.includes(name))),
    "Content-Type": types[extname(file)] ?? "application/octet-stream",
    "Cache-Control": freshness(address),
    ...(isPage && { "Content-Security-Policy": contentPolicy(body.toString(), backend) }),
    ...(compressed && { Vary: "Accept-Encoding" }),
  };
  const tag = createHash("sha256").update(body).digest("base64url").slice(0, 16);
  const encoded = (bytes: Buffer, encoding?: string): Encoded => {
    const entityTag = `"${tag}${encoding ? `-${encoding}` : ""}"`;
    const unchanged = Object.entries({ ...headers, ETag: entityTag }).flat();
    const size = ["Content-Length", String(bytes.length)];
    return {
      tag: entityTag,
      body: bytes.toString("latin1"),
      headers: [...unchanged, ...size, ...(encoding ? ["Content-Encoding", encoding] : [])],
      unchanged,
    };
  };
  return {
    status: address === "/404" ? 404 : 200,
    plain: encoded(body),
    ...(compressed && {
      brotli: encoded(readFileSync(`${file}.br`), "br"),
      gzip: encoded(readFileSync(`${file}.gz`), "gzip"),
    }),
  };
}

/** A flat list of headers by name, to be changed. */
function pairs(list: string[]): Record<string, string> {
  return Object.fromEntries(list.flatMap((name, at) => (at % 2 ? [] : [[name, list[at + 1] ?? ""]])));
}

function freshness(address: string) {
  if (/^\/(assets|pictures)\//.test(address)) return assetCaching;
  if (address.endsWith(".data")) return dataCaching;
  return address.startsWith("/favicon") ? iconCaching : pageCaching;
}

function filesIn(directory: string) {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name) && !/^_(headers|redirects)$/.test(entry.name))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
}
