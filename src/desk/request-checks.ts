/** Whether a change was sent from the desk's own pages: what the browser itself says of where it comes from. */
export function isSameOriginPost(request: Request, siteUrl: string | null): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  // Under "no-referrer" a browser calls the origin of its own forms "null"; then the form's mark alone decides.
  const origin = request.headers.get("origin") ?? "null";
  if (origin === "null") return true;
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === new URL(request.url).host || (siteUrl !== null && host === new URL(siteUrl).host);
}

/**
 * A page elsewhere may have its own name point to this machine; it cannot make the browser say ours. It may also ask
 * by our name, in a picture say, and then the browser says where that comes from.
 */
export function isLoopback(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site") ?? "none";
  if (site !== "same-origin" && site !== "none") return false;
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(request.url).hostname);
}

const cookieName = "__Host-desk";

export function sessionCookie(secret: string, seconds: number): string {
  // Lax, not strict: a link in the owner's web mail must find her signed in. Nothing changes by following one.
  return `${cookieName}=${secret}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`;
}

export function readCookie(request: Request): string {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([name]) => name === cookieName)?.[1] ?? "";
}
