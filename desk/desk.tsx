import type { DeskLinks } from "../consultations/desk-links.ts";
import type { House } from "../consultations/house.ts";
import type { Log } from "../consultations/log.ts";
import type { Post } from "../consultations/mail/post.ts";
import type { Store } from "../consultations/store/store.ts";
import { traceOf } from "../consultations/thrown.ts";
import { change } from "./changes.tsx";
import css from "./desk.css?inline";
import { isLoopback } from "./guard.ts";
import { calmPage, show } from "./shows.tsx";
import { createSigningIn } from "./signing-in.ts";
import { Unavailable } from "./views/calm.tsx";
import type { DeskStudio } from "./views/page.tsx";
import { whoAsks } from "./who.ts";

export type DeskSettings = {
  store: Store;
  links: DeskLinks;
  studio: DeskStudio;
  post: Post;
  house: () => Promise<House>;
  timeZone: string;
  deskEpoch: string;
  siteUrl: string | null;
  now: () => number;
  log: Log;
  /** Erases copies that are kept outside the store. */
  forget: (ids: string[]) => void;
  /** Says that a letter waits. */
  wake: () => void;
  /** For the owner at her own computer: nobody else can ask, and nobody signs in. */
  loopback?: boolean;
};

export type Desk = (request: Request) => Promise<Response>;

/** Everything a page or a change is made with. */
export type Room = DeskSettings & {
  signingIn: ReturnType<typeof createSigningIn>;
  /** The address of the style sheet. */
  style: string;
  /** Who forms belong to where nobody signs in. */
  here: string;
};

/** Never kept, never listed, never framed, and silent about where one came from. */
const headers = {
  "cache-control": "no-store",
  "content-security-policy": [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "browsing-topics=(), camera=(), geolocation=(), microphone=(), payment=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow",
};

const transportSecurity = "max-age=63072000; includeSubDomains";

/** The owner's pages: Request -> Response, without a line of script. */
export async function createDesk(settings: DeskSettings): Promise<Desk> {
  const sheet = await gzip(`${css}:root{--accent:${settings.studio.accent}}`);
  const style = `/desk/${await nameOf(sheet)}.css`;
  const signingIn = createSigningIn(settings);
  const room: Room = { ...settings, signingIn, style, here: crypto.randomUUID() };
  const common = {
    ...headers,
    ...(settings.siteUrl?.startsWith("https:") && { "strict-transport-security": transportSecurity }),
  };

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (settings.loopback && !isLoopback(request)) return new Response(null, { status: 403 });
    if (pathname === style) {
      return new Response(sheet, {
        headers: {
          "content-type": "text/css; charset=utf-8",
          "content-encoding": "gzip",
          "cache-control": "public, max-age=31536000, immutable",
        },
      });
    }
    try {
      const who = await whoAsks(request, room);
      if (request.method === "GET" || request.method === "HEAD") return await show(request, who, room);
      if (request.method === "POST") return await change(request, who, room);
      return new Response(null, { status: 405, headers: { allow: "GET, HEAD, POST" } });
    } catch (error) {
      settings.log("fault", { while: "at the desk", ...traceOf(error) });
      return calmPage(room, 503, "Not now", <Unavailable />);
    }
  }

  return async (request) => {
    const response = await answer(request);
    for (const [name, value] of Object.entries(common)) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  };
}

async function gzip(text: string): Promise<ArrayBuffer> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

async function nameOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
