import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openPages } from "../../src/server/serve-pages.ts";
import { builtFolder, readBuiltPages } from "./built-pages.ts";

const rules = readFileSync(join(builtFolder, "_headers"), "utf8")
  .trim()
  .split(/\n(?=\/)/)
  .map((rule) => {
    const [path = "", ...lines] = rule.split("\n");
    return { path, headers: lines.map((line) => line.trim().split(/: (.*)/s) as [string, string]) };
  });

/** Returns the headers that a static host would send for an address. */
const staticHostHeaders = (path: string) =>
  rules
    .filter((rule) => (rule.path.endsWith("*") ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path))
    .flatMap(({ headers }) => headers);

/** Returns the headers that our server sends over TLS. */
async function serverHeaders(path: string): Promise<[string, string][]> {
  const pages = await openPages(builtFolder, { secure: true });
  const server = createServer((request, response) => pages.handle(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  server.close();
  server.closeAllConnections();
  return [...headers];
}

/** What a host of files sends by itself, for any file and any connection. */
const ownHeaders = /^(content-type|content-length|content-encoding|etag|vary|connection|date|keep-alive)$/;
const treatment = readBuiltPages().find(({ path }) => path.startsWith("/treatments/"))?.path ?? "";

test.each(["/", "/about", treatment, "/contact"])(
  "a static host sends the same headers as the server for %s",
  async (path) => {
    const expected = (await serverHeaders(path)).filter(([name]) => !ownHeaders.test(name));
    const sent = staticHostHeaders(path).map(([name, value]) => [name.toLowerCase(), value]);
    expect(sent.sort()).toEqual(expected.sort());
  },
);

test("the page for unknown addresses carries its policy itself", () => {
  const page = readBuiltPages().find(({ path }) => path === "/404");
  expect(page?.html).toMatch(
    /<head>(<meta (charSet|name="viewport")[^>]+>)*<meta http-equiv="Content-Security-Policy" content="default-src &#x27;none&#x27;;script-src/,
  );
});
