import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname } from "node:path";

/**
 * Loopback is not the owner: every user of the machine reaches it. The address that is printed and opened holds a random
 * key, which the browser exchanges for a cookie. The key is kept in a file that only its owner can read, so that a
 * window stays open across a restart.
 */
export function openLocalKey(file: string, name: "desk" | "edit") {
  const key = readKey(file);
  // Browsers send a cookie to every port of a host, so each port has its own.
  const cookieName = (request: IncomingMessage) => `${name}-${/:(\d+)$/.exec(request.headers.host ?? "")?.[1] ?? ""}`;

  return {
    /** The query of the address that admits a browser. */
    query: `?key=${key}`,
    /** Marks the forms and requests of the pages that the admitted browser has loaded. */
    mark: createHash("sha256").update(`mark ${key}`).digest("hex"),
    admits(request: IncomingMessage): boolean {
      const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim().split("="));
      return isSame(pairs.find(([cookie]) => cookie === cookieName(request))?.[1] ?? "", key);
    },
    /** Answers a request that is not admitted: with the cookie when its address holds the key, and otherwise with 403. */
    refuse(request: IncomingMessage, response: ServerResponse, url: URL): void {
      if (request.method === "GET" && isSame(url.searchParams.get("key") ?? "", key)) {
        const cookie = `${cookieName(request)}=${key}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000`;
        // A browser that comes from a file sends the cookie only when a page of this address leads on.
        const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${url.pathname}"><title>Opening</title>`;
        const headers = { "content-type": "text/html; charset=utf-8", "content-length": page.length };
        response
          .writeHead(200, { ...headers, "set-cookie": cookie, "cache-control": "no-store", ...exchangeHeaders })
          .end(page);
        return;
      }
      const text = `Open the address that npm run ${name} printed when it was started.`;
      response.writeHead(403, { "content-type": "text/plain; charset=utf-8", "content-length": text.length }).end(text);
    },
  };
}

const exchangeHeaders = { "referrer-policy": "no-referrer", "content-security-policy": "default-src 'none'" };

export type LocalKey = ReturnType<typeof openLocalKey>;

function readKey(file: string): string {
  const kept = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (/^[\da-f]{64}$/.test(kept)) {
    chmodSync(file, 0o600);
    return kept;
  }
  const key = randomBytes(32).toString("hex");
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, key, { mode: 0o600 });
  return key;
}

/** Takes the same time wherever the first difference is. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
