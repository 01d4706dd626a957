/** Networks that nobody reaches us from: the platform's own machines, where they name each other. */
const inside = /^(?:10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd][\da-f]{2}:|fe80:)/i;

/**
 * The address that limits count by, as the platform saw it. Its edge is Cloudflare's, which writes `cf-connecting-ip`
 * anew on every request. In `x-forwarded-for` each machine adds what it saw on the right, and whatever the visitor wrote
 * there stays on the left.
 */
export function visitorAddress(headers: Headers, peer: string): string {
  const forwarded = (headers.get("x-forwarded-for") ?? "").split(",").map((entry) => entry.trim());
  const seen = forwarded.findLast((entry) => entry !== "" && !inside.test(entry));
  return headers.get("cf-connecting-ip")?.trim() || seen || peer;
}
