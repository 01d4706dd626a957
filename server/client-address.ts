import type { IncomingMessage } from "node:http";

/**
 * The client's address. Anybody can write a forwarded header; only what the trusted proxies themselves have added
 * counts, and each adds one entry on the right.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  trustProxy: number,
): string {
  const forwarded = headers["x-forwarded-for"] ?? "";
  const written = String(forwarded)
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  const way = [...written, socket.remoteAddress ?? ""];
  return way.at(-1 - Math.min(trustProxy, way.length - 1)) ?? "";
}
