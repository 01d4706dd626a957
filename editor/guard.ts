import type { IncomingMessage } from "node:http";

const ours = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Whether a request comes from the editor's own page on this machine. A page elsewhere can have its name lead here, but
 * not make the browser say our name; it can send a form here, but not our header, nor hide where it comes from.
 */
export function isOwn(request: IncomingMessage): boolean {
  const { host = "", origin, "sec-fetch-site": from } = request.headers;
  if (!URL.canParse(`http://${host}`) || !ours.includes(new URL(`http://${host}`).hostname)) return false;
  if (from !== undefined && from !== "same-origin" && from !== "none") return false;
  if (origin !== undefined && origin !== `http://${host}`) return false;
  const reads = request.method === "GET" || request.method === "HEAD";
  return reads || request.headers["x-editor"] === "1";
}
