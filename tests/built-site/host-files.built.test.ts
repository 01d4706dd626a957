import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listOffered } from "../../src/content/offer.ts";
import { listPages } from "../../src/content/page-list.ts";
import { closeNow, listen } from "../../src/http/http-server.ts";
import { openPages } from "../../src/server/serve-pages.ts";
import { builtFolder, builtOrigin, content, readBuiltPages } from "./built-pages.ts";

const site = builtOrigin();
const read = (file: string) => readFileSync(join(builtFolder, file), "utf8");

/** The headers that a static host would send for an address. */
const staticHostHeaders = (address: string) =>
  read("_headers")
    .trim()
    .split(/\n(?=\/)/)
    .map((rule) => rule.split("\n"))
    .filter(([path = ""]) => (path.endsWith("*") ? address.startsWith(path.slice(0, -1)) : address === path))
    .flatMap(([, ...lines]) => lines.map((line) => line.trim().split(/: (.*)/s)))
    .map(([name = "", value = ""]) => [name.toLowerCase(), value]);

/** The headers that our server sends over TLS. */
async function serverHeaders(address: string): Promise<[string, string][]> {
  const pages = await openPages(builtFolder, { secure: true });
  const server = createServer((request, response) => pages.handle(request, response));
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  const { headers } = await fetch(`http://127.0.0.1:${port}${address}`);
  closeNow(server);
  return [...headers];
}

/** What a host of files sends by itself, for any file and any connection. */
const ownHeaders = /^(content-type|content-length|content-encoding|etag|vary|connection|date|keep-alive)$/;
const treatment = readBuiltPages().find(({ path }) => path.startsWith("/treatments/"))?.path ?? "";

test.each(["/", "/about", treatment, "/contact"])(
  "a static host sends the same headers as the server for %s",
  async (path) => {
    const expected = (await serverHeaders(path)).filter(([name]) => !ownHeaders.test(name));
    expect(staticHostHeaders(path).sort()).toEqual(expected.sort());
  },
);

test("the sitemap lists every page but those that offer nothing, with the day it was last changed", () => {
  const offered = listOffered(content);
  const notOffered = [...content.treatments.keys()].filter((slug) => !offered.has(slug));
  const listed = listPages(content).filter(({ path }) => !notOffered.some((slug) => path === `/treatments/${slug}`));
  const entries = [...read("sitemap.xml").matchAll(/<loc>(.*?)<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g)];
  expect(entries.map(([, url]) => url).sort()).toEqual(listed.map(({ path }) => new URL(path, site).href).sort());
  expect(read("robots.txt")).toContain(`Sitemap: ${site}/sitemap.xml`);
});

test("the security contact can be reached, and is renewed within a year", () => {
  const source = read(".well-known/security.txt");
  expect(source).toContain(`Contact: mailto:${content.studio.email.value}\n`);
  expect(source).toContain(`Canonical: ${site}/.well-known/security.txt\n`);
  const expires = Date.parse(/^Expires: (.*)$/m.exec(source)?.[1] ?? "");
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 365 * 24 * 60 * 60_000);
});
