import type { IncomingMessage, ServerResponse } from "node:http";
import type { LocalKey } from "../http/local-key.ts";
import { isLoopbackHost } from "../settings/site-address.ts";

/** Decides who may use the editor, before anything of a request reaches it. */
export interface Guard {
  /** Whether the request was made by the editor's own page, or by nobody's. */
  isOwn(request: IncomingMessage): boolean;
  /** The mark that every POST of this browser has to carry, or null when it is not signed in. */
  markOf(request: IncomingMessage): Promise<string | null>;
  /** Answers a page for somebody who is not signed in. */
  refuse(request: IncomingMessage, response: ServerResponse, url: URL): void;
  /** The address of the desk, where the owner signs in, if there is one. */
  desk: string | null;
}

/** The editor on the owner's own machine: for a browser that had the address which the command printed. */
export const localGuard = (key: LocalKey): Guard => ({
  isOwn: (request) => isLoopbackHost(hostNameOf(request)) && isFrom(request, `http://${request.headers.host}`),
  markOf: async (request) => (key.admits(request) ? key.mark : null),
  refuse: key.refuse,
  desk: null,
});

/** The editor on the server: for a browser that is signed in to the desk, at the site's own address. */
export const hostedGuard = (siteUrl: string, markOf: Guard["markOf"]): Guard => ({
  isOwn: (request) => hostNameOf(request) === new URL(siteUrl).hostname && isFrom(request, new URL(siteUrl).origin),
  markOf,
  refuse: (_, response) => void response.writeHead(303, { location: "/desk" }).end(),
  desk: "/desk",
});

function hostNameOf({ headers: { host = "" } }: IncomingMessage): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
}

/**
 * A page of another origin can point its own host name at this server, but cannot make the browser send our Host. It can
 * post a form to us, but cannot suppress its Origin.
 */
function isFrom({ headers }: IncomingMessage, ownOrigin: string): boolean {
  const { origin, "sec-fetch-site": fetchSite } = headers;
  if (fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none") return false;
  return origin === undefined || origin === ownOrigin;
}
