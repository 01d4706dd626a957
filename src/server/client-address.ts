import type { IncomingMessage } from "node:http";

/**
 * The client's address. Anybody can send a forwarded header, so only the entries of trusted proxies count, and each
 * proxy adds one entry on the right.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  trustProxy: number,
): string {
  const forwarded = headers["x-forwarded-for"] ?? "";
  const forwardedEntries = String(forwarded)
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  const hops = [...forwardedEntries, socket.remoteAddress ?? ""];
  return hops.at(-1 - Math.min(trustProxy, hops.length - 1)) ?? "";
}
