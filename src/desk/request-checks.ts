import { parse } from "hono/utils/cookie";
import { referencePattern } from "../requests/store/stored-request.ts";
import { isLoopbackHost } from "../settings/site-address.ts";

/** Whether the browser says that a POST came from the desk's own pages. */
export function isSameOriginPost(request: Request, siteUrl: string | null): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  // Under "no-referrer" a browser sends "null" as the origin of its own forms; then only the CSRF token decides.
  const origin = request.headers.get("origin") ?? "null";
  if (origin === "null") return true;
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === new URL(request.url).host || (siteUrl !== null && host === new URL(siteUrl).host);
}

/**
 * Another site may let its own name resolve to this machine, but it cannot make the browser send our name as the host.
 * It may also use our name, for example in a picture, but then the browser sends a cross-site header.
 */
export function isLoopback(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site") ?? "none";
  if (site !== "same-origin" && site !== "none") return false;
  return isLoopbackHost(new URL(request.url).hostname);
}

const cookieName = "__Host-desk";

export function sessionCookie(secret: string, seconds: number): string {
  // Lax and not strict, because a link in the owner's web mail must find her signed in. Following a link changes nothing.
  return `${cookieName}=${secret}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`;
}

export const readCookie = (request: Pick<Request, "headers">): string =>
  parse(request.headers.get("cookie") ?? "", cookieName)[cookieName] ?? "";

const isReference = new RegExp(`^${referencePattern}$`);

/** The request to open after signing in; empty if the text is not a reference. */
export const validReference = (text: string | undefined): string => (text && isReference.test(text) ? text : "");

/** A time, or how many entries of a list are on the pages before, as the desk itself writes it; null for anything else. */
export const wantedNumber = (text: string | undefined): number | null =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : null;
