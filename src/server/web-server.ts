import type { IncomingMessage, ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { transportSecurity } from "../build/response-headers.ts";
import { createHttpServer, routeListener } from "../http/http-server.ts";
import type { Log } from "../log/log.ts";
import type { Handler } from "../requests/handler.ts";
import type { Settings } from "../settings/settings.ts";
import { clientAddress, guardConnections } from "./connections.ts";
import { createEditorFront } from "./editor-front.ts";
import type { EditorProcess } from "./editor-process.ts";
import type { OpenedDesk } from "./open-desk.ts";
import type { RejectedForms } from "./rejected-forms.ts";
import { createRoutes } from "./routes.ts";
import type { SitePages } from "./serve-pages.ts";
import type { VisitCounter } from "./visit-counter.ts";

interface WebServerSettings {
  settings: Settings;
  log: Log;
  pages: SitePages;
  visits: VisitCounter;
  rejectedForms: RejectedForms;
  receive: Handler;
  health: () => Promise<Response>;
  owner: OpenedDesk;
  editor: EditorProcess | undefined;
}

/** The form that was rejected, in the address to which a browser without script returns. */
const rejectedToken = /^\/contact\?(?:.*&)?draft=([^&]+)/;

/** Within this time a form has to arrive. */
const bodyTimeout = 20_000;

/** Between a connection and the parts of the server: limits, pages, and the table of routes for everything else. */
export function createWebServer(parts: WebServerSettings) {
  const { settings, log, pages, visits, rejectedForms, receive, health, owner, editor } = parts;
  const { siteUrl, rateLimit, trustProxy } = settings;
  const clientOf = (incoming: IncomingMessage) => clientAddress(incoming, trustProxy);
  /** What every answer says that is not for a page, whoever gives it. */
  const securityHeaders = new Headers({ "x-content-type-options": "nosniff" });
  if (siteUrl?.startsWith("https:")) securityHeaders.set("strict-transport-security", transportSecurity);
  const handleEdit =
    editor && siteUrl ? createEditorFront({ siteUrl, csrfTokenOf: owner.editorCsrfToken, editor, log }) : undefined;

  const routes = createRoutes({
    log,
    requests: {
      async limit({ env }, next) {
        if (connections.allowPost(clientOf(env.incoming), env.outgoing)) return next();
        return new Response(null, { status: 429, headers: { "retry-after": "30" } });
      },
      receive: ({ req, env }) => receive(req.raw, clientOf(env.incoming)),
    },
    health: () => health(),
    desk: owner.desk,
    editor: handleEdit,
    pages({ env }) {
      handlePage(env.incoming, env.outgoing);
      return RESPONSE_ALREADY_SENT;
    },
  });
  const handleRoute = routeListener(routes.fetch);
  const firstWords = new Set(routes.routes.map(({ path }) => firstWordOf(path)));

  function handlePage(incoming: IncomingMessage, outgoing: ServerResponse) {
    const token = incoming.method === "GET" ? rejectedToken.exec(incoming.url ?? "")?.[1] : undefined;
    if (token) outgoing.setHeader("cache-control", "no-store");
    const page = pages.handle(incoming, outgoing, token ? rejectedForms.take(token) : undefined);
    if (page !== undefined) visits.count(page, incoming);
  }

  /** Nearly every request is for a page or a file, which is sent at once. */
  function handle(incoming: IncomingMessage, outgoing: ServerResponse): unknown {
    if (!server.listening) outgoing.setHeader("connection", "close");
    if (!connections.allowRequest(incoming.socket, outgoing)) return;
    // A client may send the full URL, as it would to a proxy.
    if (/^https?:/i.test(incoming.url ?? "")) incoming.url = pathOf(incoming.url ?? "");
    if (handleEdit && incoming.method === "POST") limitBody(incoming, outgoing);
    if (!firstWords.has(firstWordOf(incoming.url ?? ""))) return handlePage(incoming, outgoing);
    outgoing.setHeaders(securityHeaders);
    return handleRoute(incoming, outgoing);
  }

  const server = createHttpServer(log, handle, {
    headersTimeout: 10_000,
    // Node has one limit for all requests, and a photograph from a phone takes minutes.
    requestTimeout: handleEdit ? 300_000 : bodyTimeout,
    connectionsCheckingInterval: 2_000,
    // Longer than proxies keep idle connections (Caddy 120 s, nginx 60 s), so that none sends a request into a closed one.
    keepAliveTimeout: 130_000,
  });
  const connections = guardConnections(server, {
    trustProxy,
    ...(!rateLimit && { perAddress: Number.POSITIVE_INFINITY }),
  });
  return server;
}

/** Cuts a slow body off, unless it goes to the editor. */
function limitBody(incoming: IncomingMessage, outgoing: ServerResponse) {
  if (incoming.url?.startsWith("/edit/")) return;
  const timer = setTimeout(() => incoming.complete || incoming.socket.resetAndDestroy(), bodyTimeout);
  outgoing.once("close", () => clearTimeout(timer));
}

/** "desk" of an address below /desk: enough to know whether it may be in the table of routes. */
const firstWordOf = (url: string): string => /^\/([^/?]*)/.exec(url)?.[1] ?? "";

function pathOf(address: string): string {
  const url = URL.parse(address);
  return url ? url.pathname + url.search : "/";
}
