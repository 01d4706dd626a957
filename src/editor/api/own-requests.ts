import type { IncomingMessage } from "node:http";
import { isLoopbackHost } from "../../settings/site-address.ts";

/**
 * Whether a request comes from the editor's own page on this machine. A page of another origin can point its host name
 * at the loopback address, but cannot make the browser send our Host. It can post a form to us, but cannot add our
 * header or suppress its Origin.
 */
export function isOwnRequest(request: IncomingMessage): boolean {
  const { host = "", origin, "sec-fetch-site": fetchSite } = request.headers;
  if (!URL.canParse(`http://${host}`) || !isLoopbackHost(new URL(`http://${host}`).hostname)) return false;
  if (fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none") return false;
  if (origin !== undefined && origin !== `http://${host}`) return false;
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead || request.headers["x-editor"] === "1";
}
