import { isLoopbackHost } from "../settings/site-address.ts";

/** Decides who may use the editor, before anything of a request reaches it. */
export interface Guard {
  /** Whether the request was made by the editor's own page, or by nobody's. */
  isOwn(request: Request): boolean;
  /** What every POST of this browser has to carry, or null when it is not signed in. */
  csrfTokenOf(request: Request): Promise<string | null>;
  /** The address of the desk, where the owner signs in, if there is one. */
  desk: string | null;
}

/** The editor on the owner's own machine, for a browser that was admitted. */
export const localGuard = (csrfToken: string): Guard => ({
  isOwn: (request) => isLoopbackHost(new URL(request.url).hostname) && isFrom(request, new URL(request.url).origin),
  csrfTokenOf: async () => csrfToken,
  desk: null,
});

/** The editor on the server: for a browser that is signed in to the desk, at the site's own address. */
export const hostedGuard = (siteUrl: string, csrfTokenOf: Guard["csrfTokenOf"]): Guard => ({
  isOwn: (request) =>
    new URL(request.url).hostname === new URL(siteUrl).hostname && isFrom(request, new URL(siteUrl).origin),
  csrfTokenOf,
  desk: "/desk",
});

/**
 * A page of another origin can point its own host name at this server, but cannot make the browser send our Host. It can
 * post a form to us, but cannot suppress its Origin.
 */
function isFrom({ headers }: Request, ownOrigin: string): boolean {
  const fetchSite = headers.get("sec-fetch-site") ?? "none";
  if (fetchSite !== "same-origin" && fetchSite !== "none") return false;
  return (headers.get("origin") ?? ownOrigin) === ownOrigin;
}
