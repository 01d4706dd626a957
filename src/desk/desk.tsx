import type { Next } from "hono";
import { readBody } from "../requests/read-body.ts";
import type { DeskContext, DeskRequest, DeskSettings } from "./context.ts";
import css from "./desk.css?inline";
import * as pages from "./get-pages.tsx";
import * as actions from "./post-actions.ts";
import { isLoopback, isSameOriginPost, validReference } from "./request-checks.ts";

export type Desk = ReturnType<typeof createDesk>;

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

/** The guards and handlers of the owner's pages, for the table of routes. The pages contain no script. */
export function createDesk(settings: DeskSettings) {
  /** What CSRF tokens are bound to when nobody signs in. */
  const loopbackSubject = crypto.randomUUID();
  let sheet: Awaited<ReturnType<typeof makeSheet>> | undefined;

  return {
    ...pages.handlers,
    ...actions.handlers,

    /** The headers of every answer, and the page for one that failed. */
    async protect(c: DeskRequest, next: Next): Promise<void> {
      if (settings.loopback && !isLoopback(c.req.raw)) {
        c.res = new Response(null, { status: 403 });
      } else {
        // A new release may have another colour.
        if (sheet?.accent !== settings.studio.accent) sheet = await makeSheet(settings.studio.accent);
        const context: DeskContext = { ...settings, stylesheetUrl: sheet.url };
        c.set("context", context);
        await next();
        if (c.error) c.res = pages.messagePage(context, "unavailable");
      }
      for (const [name, value] of Object.entries(securityHeaders)) {
        if (!c.res.headers.has(name)) c.res.headers.set(name, value);
      }
    },

    async identify(c: DeskRequest, next: Next): Promise<void> {
      if (settings.loopback) {
        c.set("signedIn", { csrfSubject: loopbackSubject, session: null });
      } else {
        const found = await settings.signIn.readSession(c.req.raw);
        c.set("signedIn", found && { csrfSubject: found.secret, session: found.session });
      }
      await next();
    },

    /** Reads the form that one of our own pages has posted, and refuses any other. */
    async readForm(c: DeskRequest, next: Next): Promise<Response | undefined> {
      const body = await readBody(c.req.raw);
      if ("status" in body || !isSameOriginPost(c.req.raw, settings.siteUrl))
        return pages.messagePage(c.var.context, "refused");
      c.set("input", Object.fromEntries(Object.entries(body.input).map(([name, value]) => [name, String(value)])));
      await next();
    },

    /** Somebody who has to sign in first comes back to the request, with the note that was typed. */
    async needsSession(c: DeskRequest, next: Next): Promise<Response | undefined> {
      const { context, signedIn, input } = c.var;
      const returnTo = validReference(c.req.param("reference") ?? c.req.query("to"));
      if (!signedIn) return pages.signInPage(context, "signIn", returnTo, input?.note);
      c.set("owner", signedIn);
      await next();
    },

    async needsCsrfToken({ var: { context, owner, input } }: DeskRequest, next: Next): Promise<Response | undefined> {
      const isOwn = await context.links.isCsrfToken(input.form ?? "", owner.csrfSubject);
      if (!isOwn) return pages.messagePage(context, "refused");
      await next();
    },

    stylesheet(c: DeskRequest): Response {
      if (c.req.path !== sheet?.url) return pages.messagePage(c.var.context, "notFound");
      return new Response(sheet.bytes, {
        headers: {
          "content-type": "text/css; charset=utf-8",
          "content-encoding": "gzip",
          "cache-control": "public, max-age=31536000, immutable",
        },
      });
    },

    /** An address that the table does not have. */
    elsewhere({ req, var: { context } }: DeskRequest): Response {
      if (req.method === "GET" || req.method === "HEAD") return pages.messagePage(context, "notFound");
      if (req.method === "POST") return pages.messagePage(context, "refused");
      return new Response(null, { status: 405, headers: { allow: "GET, HEAD, POST" } });
    },
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
