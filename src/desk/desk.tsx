import { describeError } from "../log/errors.ts";
import type { DeskContext, DeskSettings } from "./context.ts";
import css from "./desk.css?inline";
import { handleGet, messagePage } from "./get-pages.tsx";
import { handlePost } from "./post-actions.ts";
import { isLoopback } from "./request-checks.ts";
import { readSession } from "./session.ts";
import { createSignIn } from "./sign-in.ts";

export type Desk = (request: Request) => Promise<Response>;

/** Pages are never cached, indexed or framed, and send no referrer. */
const securityHeaders = {
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

/** The owner's pages as a function from Request to Response. They contain no script. */
export async function createDesk(settings: DeskSettings): Promise<Desk> {
  const signIn = createSignIn(settings);
  const loopbackSubject = crypto.randomUUID();
  let sheet = await makeSheet(settings.studio.accent);
  const commonHeaders = {
    ...securityHeaders,
    ...(settings.siteUrl?.startsWith("https:") && { "strict-transport-security": transportSecurity }),
  };

  async function respond(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (settings.loopback && !isLoopback(request)) return new Response(null, { status: 403 });
    // The studio may have another colour since its last release.
    if (sheet.accent !== settings.studio.accent) sheet = await makeSheet(settings.studio.accent);
    if (pathname === sheet.url) {
      return new Response(sheet.bytes, {
        headers: {
          "content-type": "text/css; charset=utf-8",
          "content-encoding": "gzip",
          "cache-control": "public, max-age=31536000, immutable",
        },
      });
    }
    const context: DeskContext = { ...settings, signIn, loopbackSubject, stylesheetUrl: sheet.url };
    try {
      const signedIn = await readSession(request, context);
      if (request.method === "GET" || request.method === "HEAD") return await handleGet(request, signedIn, context);
      if (request.method === "POST") return await handlePost(request, signedIn, context);
      return new Response(null, { status: 405, headers: { allow: "GET, HEAD, POST" } });
    } catch (error) {
      settings.log("fault", { while: "at the desk", ...describeError(error) });
      return messagePage(context, "unavailable");
    }
  }

  return async (request) => {
    const response = await respond(request);
    for (const [name, value] of Object.entries(commonHeaders)) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  };
}

async function makeSheet(accent: string) {
  const bytes = await gzip(`${css}:root{--accent:${accent}}`);
  return { accent, bytes, url: `/desk/${await hashName(bytes)}.css` };
}

async function gzip(text: string): Promise<ArrayBuffer> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

async function hashName(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
