import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parse } from "hono/utils/cookie";

/**
 * Loopback is not the owner: every user of the machine reaches it. The address that is printed and opened holds a random
 * key, which the browser exchanges for a cookie. The key is kept in a file that only its owner can read, so that a
 * window stays open across a restart.
 */
export function openLocalKey(file: string, name: "desk" | "edit") {
  const key = readKey(file);
  // Browsers send a cookie to every port of a host, so each port has its own.
  const cookieName = (request: Request) => `${name}-${new URL(request.url).port}`;

  return {
    /** The query of the address that admits a browser. */
    query: `?key=${key}`,
    /** What every form and request of a page that the admitted browser has loaded must carry. */
    csrfToken: createHash("sha256").update(`csrf ${key}`).digest("hex"),
    /** Answers a browser that is not admitted yet: with the cookie when its address holds the key, and otherwise with 401. */
    refuse(request: Request): Response | undefined {
      const cookies = parse(request.headers.get("cookie") ?? "");
      if (isSame(cookies[cookieName(request)] ?? "", key)) return undefined;
      const { pathname, searchParams } = new URL(request.url);
      if (request.method !== "GET" || !isSame(searchParams.get("key") ?? "", key)) {
        return new Response(`Open the address that npm run ${name} printed when it was started.`, {
          status: 401,
          headers: { "content-type": "text/plain; charset=utf-8" },
        });
      }
      // A browser that comes from a file sends the cookie only when a page of this address leads on.
      const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${pathname}"><title>Opening</title>`;
      return new Response(page, {
        headers: {
          "content-type": "text/html; charset=utf-8",
          "set-cookie": `${cookieName(request)}=${key}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000`,
          "cache-control": "no-store",
          "referrer-policy": "no-referrer",
          "content-security-policy": "default-src 'none'",
        },
      });
    },
  };
}

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
