import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { listOffered } from "../../src/content/offer.ts";
import { listPages } from "../../src/content/page-list.ts";
import { readContent } from "../../src/content/read-content.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { attributeValues, builtFolder, builtOrigin, readBuiltPages } from "./built-pages.ts";

const site = builtOrigin();
const content = readContent(readFolders(loadEnvironment()).contentFolder);
const built = readBuiltPages();
const pages = built.filter(({ path }) => path !== "/404");
const unknown = built.find(({ path }) => path === "/404")?.html ?? "";
const offered = listOffered(content);
const notOffered = new Set(
  [...content.treatments.keys()].filter((slug) => !offered.has(slug)).map((slug) => `/treatments/${slug}`),
);
const metaContent = (html: string, name: string) =>
  attributeValues(html, `meta[^>]* (?:name|property)="${name}"`, "content");

/** src/site/head/structured-data.test.ts holds what they say. */
const readGraphs = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = ""]) => JSON.parse(json));

test("the page for unknown addresses is for nobody to list, and describes nothing", () => {
  expect(metaContent(unknown, "robots")).toEqual(["noindex"]);
  expect(unknown).not.toMatch(/ld\+json|rel="canonical"|og:title/);
});

test.each(pages)("the head of $path says what the page is, once", ({ path, html }) => {
  expect(readGraphs(html)).toEqual([expect.objectContaining({ "@context": "https://schema.org" })]);
  const [title = ""] = /(?<=<title>).*?(?=<\/title>)/.exec(html) ?? [];
  expect(title.endsWith(` | ${content.studio.brand.value}`)).toBe(true);
  expect(html).toContain(`<html lang="${content.studio.language}" `);
  const [description = "", ...others] = metaContent(html, "description");
  expect(others).toEqual([]);
  if (!notOffered.has(path)) expect(description.length).toBeGreaterThanOrEqual(120);
  expect(description.length).toBeLessThanOrEqual(155);
  expect(attributeValues(html, 'link[^>]* rel="canonical"', "href")).toEqual([new URL(path, site).href]);
  expect(metaContent(html, "og:url")).toEqual([new URL(path, site).href]);
  expect(metaContent(html, "og:description")).toEqual([description]);
  expect(metaContent(html, "og:title").map((text) => text.replaceAll("&", "&amp;"))).toEqual([title]);
  expect(metaContent(html, "twitter:card")).toEqual(["summary_large_image"]);
});

test.each(pages)("$path has a social card of its own, of the right size and light", async ({ html }) => {
  const [card = ""] = metaContent(html, "og:image");
  const file = join(builtFolder, new URL(card).pathname);
  expect(await sharp(file).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  expect(statSync(file).size).toBeLessThan(120_000);
});

test("no two pages share a title, a description or a card", () => {
  for (const name of ["description", "og:title", "og:image"]) {
    expect(new Set(pages.flatMap(({ html }) => metaContent(html, name))).size).toBe(pages.length);
  }
});

test("the sitemap lists every page but those that offer nothing, with the day it was last changed", () => {
  const source = readFileSync(join(builtFolder, "sitemap.xml"), "utf8");
  const entries = [...source.matchAll(/<loc>(.*?)<\/loc><lastmod>(\d{4}-\d\d-\d\d)<\/lastmod>/g)];
  const listed = pages.filter(({ path }) => !notOffered.has(path));
  expect(entries.map(([, url]) => url).sort()).toEqual(listed.map(({ path }) => new URL(path, site).href).sort());
  expect(entries).toHaveLength(listPages(content).length - notOffered.size);
  expect(readFileSync(join(builtFolder, "robots.txt"), "utf8")).toContain(`Sitemap: ${site}/sitemap.xml`);
});

test("the security contact can be reached, and is renewed within a year", () => {
  const source = readFileSync(join(builtFolder, ".well-known/security.txt"), "utf8");
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(source)?.[1] ?? "";
  expect(field("Contact")).toBe(`mailto:${content.studio.email.value}`);
  expect(field("Canonical")).toBe(`${site}/.well-known/security.txt`);
  const days = (Date.parse(field("Expires")) - Date.now()) / (24 * 60 * 60_000);
  expect(days).toBeGreaterThan(0);
  expect(days).toBeLessThan(365);
});
