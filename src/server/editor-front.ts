import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";
import { isLoopbackHost } from "../settings/site-address.ts";
import { type EditorProcess, EditorUnavailable } from "./editor-process.ts";

/**
 * Whether a request was made by the editor's own page, or by nobody's: at the site's address or, without one, at the
 * loopback address that was asked. A page of another origin can point its own host name at this server, but cannot make
 * the browser send our Host. It can post a form to us, but cannot suppress its Origin.
 */
export function isOwnRequest({ url, headers }: Request, siteUrl: string | null): boolean {
  const asked = new URL(url);
  const own = siteUrl === null ? asked : new URL(siteUrl);
  if (siteUrl === null ? !isLoopbackHost(asked.hostname) : asked.hostname !== own.hostname) return false;
  const fetchSite = headers.get("sec-fetch-site") ?? "none";
  if (fetchSite !== "same-origin" && fetchSite !== "none") return false;
  return (headers.get("origin") ?? own.origin) === own.origin;
}

const privateHeaders = new Headers({
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-frame-options": "SAMEORIGIN",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
});

const signedOut = "You are signed out. Sign in again; your words are kept in this window.";
const notOwnForm = "This window does not belong to your session. Load it again.";
const notKnown = "Whether you are signed in cannot be looked up just now. Your words are kept in this window.";
const interrupted = "The editor was interrupted and starts again. Your words are kept in this window.";

interface FrontSettings {
  /** Where the owner signs in at the desk; null for the editor on her own machine. */
  siteUrl: string | null;
  /** What every POST of this browser has to carry, or null when it is not signed in. */
  csrfTokenOf(request: Request): Promise<string | null>;
  editor: Pick<EditorProcess, "open" | "abandon">;
  log: Log;
  /** Milliseconds between two looks whether the owner of an open window is still signed in. */
  sessionCheck?: number;
}

/** Handles everything under /edit: refuses strangers itself, and passes on what a signed-in owner asks. */
export function createEditorFront({ siteUrl, csrfTokenOf, editor, log, sessionCheck = 5_000 }: FrontSettings) {
  return async function handle({ req, env }: Pick<Context, "req"> & { env: HttpBindings }): Promise<Response> {
    const { raw, path } = req;
    const { incoming, outgoing } = env;
    outgoing.setHeaders(privateHeaders);
    if (!isOwnRequest(raw, siteUrl)) return new Response(null, { status: 403 });
    const csrfToken = await csrfTokenOf(raw).catch((error) => {
      log("fault", { while: "looking up a session", ...describeError(error) });
      return undefined;
    });
    if (csrfToken === undefined) return refusal(503, notKnown);
    if (csrfToken === null) return path.startsWith("/edit/api/") ? refusal(401, signedOut) : redirect("/desk");
    const isRead = raw.method === "GET" || raw.method === "HEAD";
    if (!isRead && raw.headers.get("x-editor") !== csrfToken) return refusal(403, notOwnForm);
    if (path === "/edit/api/session") return Response.json({ csrfToken, desk: siteUrl && "/desk" });
    if (path !== "/edit/api/events") return passOn(incoming, outgoing);
    const timer = endWithSession(raw, outgoing);
    return passOn(incoming, outgoing).finally(() => clearInterval(timer));
  };

  /** Closes an open window within seconds of its session. A store that does not answer ends nothing. */
  function endWithSession(raw: Request, outgoing: ServerResponse) {
    return setInterval(() => {
      csrfTokenOf(raw).then(
        (csrfToken) => csrfToken ?? outgoing.end(),
        () => {},
      );
    }, sessionCheck).unref();
  }

  async function passOn(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    mayRepeat = incoming.method === "GET",
  ): Promise<Response> {
    // Decoding a photograph takes a while, and so does an evening's connection to events.
    const { socket } = incoming;
    const { timeout = 0 } = socket;
    socket.setTimeout(0);
    try {
      await forward(await editor.open(), incoming, outgoing);
    } catch (error) {
      if (error instanceof EditorUnavailable) return refusal(503, error.message);
      if (outgoing.headersSent || outgoing.destroyed) outgoing.destroy();
      else {
        editor.abandon();
        // The editor may have ended a moment ago, and what has no body can be asked again.
        if (mayRepeat) return passOn(incoming, outgoing, false);
        log("fault", { while: "passing on to the editor", ...describeError(error) });
        return refusal(503, interrupted);
      }
    } finally {
      socket.setTimeout(timeout);
    }
    return RESPONSE_ALREADY_SENT;
  }
}

/** Sends the request to the editor's socket and its answer back, both as they come. */
async function forward(socketPath: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method, url } = incoming;
  const headers = withoutConnection(incoming.headers);
  const upstream = request({ socketPath, method, path: url, headers, agent: false });
  // After the answer has begun, what breaks is noticed where it is passed on.
  upstream.on("error", () => {});
  const end = () => upstream.destroy();
  outgoing.once("close", end);
  incoming.pipe(upstream);
  // The pipeline, which listens seven times itself, ends both from here on. Node warns of more than ten.
  const [answer] = (await once(upstream, "response").finally(() => outgoing.off("close", end))) as [IncomingMessage];
  // The rest of a refused body is not read.
  if (!incoming.complete) outgoing.setHeader("connection", "close");
  outgoing.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
  // An answer that is cut off must not look complete.
  await pipeline(answer, outgoing).catch(() => outgoing.destroy());
}

/** Headers that concern one connection, and the cookie, which is nobody's business behind this point. */
const ofConnection = new Set(["connection", "keep-alive", "expect", "upgrade", "cookie"]);
const withoutConnection = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)));

const redirect = (location: string) => new Response(null, { status: 303, headers: { location } });

/** Says why in JSON, which the editor's page shows; a person who typed the address can read it too. */
const refusal = (status: number, message: string) => Response.json({ message }, { status });
