import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { getMimeType } from "hono/utils/mime";
import { type BuildInfo, treatmentsPath, withoutNotice } from "../build/build-folder.ts";
import { hashOf, type Manifest, readRelease } from "../build/release-files.ts";
import { assetCaching, commonHeaders, iconCaching, pageCaching, transportSecurity } from "../build/response-headers.ts";
import type { createDesk } from "../desk/desk.tsx";
import type { DeskStudio } from "../desk/views/page.tsx";
import { type FilledForm, mapFields } from "../requests/request.ts";
import { addressProblem } from "../settings/site-address.ts";
import type { renderFilledForm, SavedContactPage } from "../site/filled-form.tsx";
import { readAbout } from "../site/parts/book-link.ts";

const load = createRequire(import.meta.url);

/** These headers only affect pages, so pictures and scripts are sent without their 300 bytes. */
const pageHeaders = ["Cross-Origin-Opener-Policy", "Permissions-Policy", "Referrer-Policy", "X-Frame-Options"];

/** A file as it is or compressed, with all that is sent before it: made once, and not for every visitor. */
interface EncodedBody {
  body: Buffer;
  etag: string;
  headers: Record<string, string | number>;
}

interface Resource {
  isPage: boolean;
  headers: Record<string, string>;
  plain: EncodedBody;
  br?: EncodedBody | undefined;
  gzip?: EncodedBody | undefined;
}

/** What is known of the release that is served. */
export interface ReleaseNotes {
  made?: Manifest | undefined;
  /** Set when the pages were built for another address than the one they are served at. */
  addressProblem?: string | undefined;
  /** The reason why the pages ask search engines to stay away, if they do. */
  hidden?: string | undefined;
  /** What would make the site better, a sentence each. */
  needs?: string[] | undefined;
  /** Whether the pages' privacy policy says that views are counted. */
  countsVisits?: boolean | undefined;
}

export interface SitePages {
  readonly notes: ReleaseNotes;
  /** The reason why a newer release is not served, if there is one. */
  readonly refused?: string | undefined;
  /** The code that shows a visitor's own words in the form again. */
  renderFilledForm?: typeof renderFilledForm | undefined;
  /** Present when the build contains the owner's desk. */
  studio?: DeskStudio | undefined;
  createDesk?: typeof createDesk | undefined;
  /**
   * Answers a request, for /contact with the form that was rejected before, if there is one. Returns the address of the
   * page that a visitor sees now; nothing for a file, a redirect or a page that is missing.
   */
  handle(request: IncomingMessage, response: ServerResponse, rejected?: FilledForm): string | undefined;
}

/**
 * Serves the build's files, and uses the `server` folder beside them. Everything is read once and kept in memory: it is
 * a few megabytes, and no path a visitor sends ever reaches the file system. An installation or a removal while the
 * server runs changes nothing. What the pages that are `served` have loaded is used again where it is the same.
 */
export async function openPages(
  directory: string,
  {
    siteUrl = null as string | null,
    secure = siteUrl?.startsWith("https:") ?? false,
    served = undefined as SitePages | undefined,
    now = Date.now as () => number,
  } = {},
): Promise<SitePages> {
  const folder = dirname(directory);
  const noSite = `${directory} holds no built site. Run: npm run build`;
  if (!existsSync(join(folder, "server/pages.json"))) throw new Error(noSite);
  const { manifest, files } = await readRelease(folder);
  const buildInfo: BuildInfo = JSON.parse(String(files.get("server/pages.json")));
  const { policies, studio, notice, former = [], countsVisits = false } = buildInfo;
  const wrongAddress = addressProblem(buildInfo.siteUrl, siteUrl);
  const common = { ...commonHeaders, ...(secure && { "Strict-Transport-Security": transportSecurity }) };
  // What a process has loaded is never freed, and most releases change only words.
  const loaded = served?.notes.made?.code === manifest?.code ? served?.renderFilledForm : undefined;
  const render: typeof renderFilledForm = loaded ?? load(resolve(folder, "server/filled-form.js")).renderFilledForm;

  function createResource(file: string, plain: Buffer, { br, gzip }: Compressed, policy = ""): Resource {
    const isPage = file.endsWith(".html");
    const headers = {
      ...Object.fromEntries(Object.entries(common).filter(([name]) => isPage || !pageHeaders.includes(name))),
      "Content-Type": getMimeType(file) ?? "application/octet-stream",
      "Cache-Control": cacheControl(file),
      ...(isPage && { "Content-Security-Policy": policy }),
      // Pages that were built for another address may lack the meta tag.
      ...(isPage && wrongAddress && { "X-Robots-Tag": "noindex" }),
      ...(br && gzip && { Vary: "Accept-Encoding" }),
    };
    const hash = hashOf(plain);
    const encode = (body: Buffer, encoding?: string): EncodedBody => {
      const etag = encoding ? `"${hash}-${encoding}"` : `"${hash}"`;
      const sent = { ...headers, ETag: etag, "Content-Length": body.length };
      return { body, etag, headers: { ...sent, ...(encoding && { "Content-Encoding": encoding }) } };
    };
    const compressed = br && gzip && { br: encode(br, "br"), gzip: encode(gzip, "gzip") };
    return { isPage, headers, plain: encode(plain), ...compressed };
  }

  /** Reads the pages of a folder, and whatever else it holds, over the resources that there are already. */
  function readPages(folder: string, saved: string, policies: BuildInfo["policies"], known?: Map<string, Resource>) {
    const resources = new Map(known);
    for (const [name, body] of files) {
      if (!name.startsWith(`${folder}/`) || /\.(br|gz)$|^client\/_(headers|redirects)$/.test(name)) continue;
      const file = name.slice(folder.length);
      const address = file.replace(/^\/index\.html$/, "/").replace(/(?<=.)\.html$/, "");
      const compressed = { br: files.get(`${name}.br`), gzip: files.get(`${name}.gz`) };
      resources.set(address, createResource(file, body, compressed, policies[address]));
    }
    const notFound = resources.get("/404");
    const contact = resources.get("/contact");
    if (!notFound || !contact) throw new Error(noSite);
    resources.delete("/404");
    const contactPage: SavedContactPage = JSON.parse(String(files.get(saved)));
    /** The form about one of the studio's own treatments or paths. Any other word in the address changes nothing. */
    function findContactAbout(query: string): Resource | undefined {
      const about = readAbout(query);
      const subject = about && contactPage.props.subjects.find(({ id }) => id === about);
      if (!subject) return undefined;
      const address = `/contact?about=${subject.id}`;
      const known = resources.get(address);
      if (known) return known;
      const filled: FilledForm = { values: { ...mapFields(() => ""), treatment: subject.name }, errors: {} };
      const html = Buffer.from(render(contactPage, filled));
      // The best of brotli takes twenty times as long, and a visitor waits for it.
      const br = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
      const made = createResource("/contact.html", html, { br, gzip: gzipSync(html) }, policies["/contact"]);
      resources.set(address, made);
      return made;
    }
    return { resources, notFound, contact, contactPage, findContactAbout };
  }

  const site = readPages("client", "server/contact.json", policies);
  const quiet = notice && readPages(withoutNotice, `${withoutNotice}.json`, notice.policies, site.resources);

  return {
    notes: {
      made: manifest,
      addressProblem: wrongAddress,
      hidden: wrongAddress ?? buildInfo.hidden,
      needs: buildInfo.needs,
      countsVisits,
    },
    renderFilledForm: render,
    studio,
    createDesk(settings) {
      const code: typeof import("../desk/desk.tsx") = load(resolve(folder, "server/desk.js"));
      return code.createDesk(settings);
    },
    handle(request: IncomingMessage, response: ServerResponse, rejected?: FilledForm) {
      const time = now();
      const isQuiet = notice && (time < (notice.begins ?? 0) || time >= notice.ends);
      const { resources, notFound, contact, contactPage, findContactAbout } = (isQuiet && quiet) || site;
      const [path = "/", query] = (request.url ?? "/").split("?", 2);
      const resource = (query && path === "/contact" && findContactAbout(query)) || resources.get(path);
      if (request.method !== "GET" && request.method !== "HEAD") {
        // The navigation script says in this way which page it has shown.
        const isShown = request.method === "POST" && countsVisits && resource?.isPage;
        response.writeHead(isShown ? 204 : 405, { ...common, ...(!isShown && { Allow: "GET, HEAD" }) }).end();
        return isShown ? path : undefined;
      }
      if (rejected && path === "/contact") {
        // Style and script are the same, so the policy of the built page fits this one.
        response.writeHead(200, { ...contact.headers, "Cache-Control": "no-store" }).end(render(contactPage, rejected));
        return;
      }
      if (resource) {
        sendResource(request, response, resource);
        return resource.isPage && request.method === "GET" ? path : undefined;
      }

      const asked = canonicalPath(path);
      const canonical = former.includes(asked) ? treatmentsPath : asked;
      if (canonical !== path && resources.has(canonical)) {
        const location = query === undefined ? canonical : `${canonical}?${query}`;
        response.writeHead(301, { ...common, Location: location, "Cache-Control": "public, max-age=3600" }).end();
        return;
      }
      sendResource(request, response, notFound, 404);
    },
  };
}

function sendResource(request: IncomingMessage, response: ServerResponse, resource: Resource, status = 200) {
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const { body, etag, headers } =
    (accepts.br.test(accepted) && resource.br) || (accepts.gzip.test(accepted) && resource.gzip) || resource.plain;
  const ifNoneMatch = request.headers["if-none-match"];
  if (ifNoneMatch !== undefined && status === 200 && matches(ifNoneMatch, etag)) {
    response.writeHead(304, { ...resource.headers, ETag: etag }).end();
    return;
  }
  // A header that the server has set before is stricter.
  const cacheControl = response.getHeader("cache-control");
  response.writeHead(status, { ...headers, ...(cacheControl && { "Cache-Control": cacheControl }) });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** An encoding is accepted when it is listed without q=0, which refuses it. */
const accepts = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
};

const matches = (ifNoneMatch: string, etag: string) =>
  ifNoneMatch.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag || candidate.trim() === "*");

type Compressed = { br: Buffer | undefined; gzip: Buffer | undefined };

function cacheControl(file: string) {
  if (/^\/(assets|pictures)\//.test(file)) return assetCaching;
  return file.startsWith("/favicon") ? iconCaching : pageCaching;
}

/** Each page has one address: lower case, single slashes, no extension. */
function canonicalPath(path: string): string {
  return path
    .toLowerCase()
    .replace(/\/{2,}/g, "/")
    .replace(/\/index\.html$|(?<=[^/])\.html$/, "")
    .replace(/(?<=.)\/$/, "")
    .replace(/^$/, "/");
}
