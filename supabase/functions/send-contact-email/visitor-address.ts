/** Private networks, from which no visitor comes: these are the addresses of the platform's own machines. */
const privateNetwork = /^(?:10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd][\da-f]{2}:|fe80:)/i;

/**
 * The visitor's address as the platform saw it, which the rate limits use. The platform's edge is Cloudflare, which
 * overwrites `cf-connecting-ip` on every request. In `x-forwarded-for` each machine adds the address it saw on the
 * right, and whatever the visitor sent stays on the left.
 */
export function visitorAddress(headers: Headers, peer: string): string {
  const forwarded = (headers.get("x-forwarded-for") ?? "").split(",").map((entry) => entry.trim());
  const seen = forwarded.findLast((entry) => entry !== "" && !privateNetwork.test(entry));
  return headers.get("cf-connecting-ip")?.trim() || seen || peer;
}
