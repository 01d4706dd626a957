import { statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { attributeValues, builtFolder, builtOrigin, content, readBuiltPages } from "./built-pages.ts";

const site = builtOrigin();
const { studio } = content;
const built = readBuiltPages();
const pages = built.filter(({ path }) => path !== "/404");
const metaContent = (html: string, name: string) =>
  attributeValues(html, `meta[^>]* (?:name|property)="${name}"`, "content");

test("the page for unknown addresses is for nobody to list, describes nothing, and carries its policy itself", () => {
  const html = built.find(({ path }) => path === "/404")?.html ?? "";
  expect(metaContent(html, "robots")).toEqual(["noindex"]);
  expect(html).not.toMatch(/ld\+json|rel="canonical"|og:title/);
  expect(html).toMatch(
    /<head>(<meta (charSet|name="viewport")[^>]+>)*<meta http-equiv="Content-Security-Policy" content="default-src &#x27;none&#x27;;script-src/,
  );
});

test.each(pages)("the head of $path says what the page is, once, with a card of its own", async ({ path, html }) => {
  // What they say is held by src/site/head/structured-data.test.ts.
  expect(html.match(/<script type="application\/ld\+json">/g)).toHaveLength(1);
  const [title = ""] = /(?<=<title>).*?(?=<\/title>)/.exec(html) ?? [];
  expect(title.endsWith(` | ${studio.brand.value}`)).toBe(true);
  expect(html).toContain(`<html lang="${studio.language}" `);
  const [description = "", ...others] = metaContent(html, "description");
  expect(others).toEqual([]);
  expect(description.length).toBeLessThanOrEqual(155);
  expect(attributeValues(html, 'link[^>]* rel="canonical"', "href")).toEqual([new URL(path, site).href]);
  expect(metaContent(html, "og:url")).toEqual([new URL(path, site).href]);
  expect(metaContent(html, "og:description")).toEqual([description]);
  expect(metaContent(html, "og:title").map((text) => text.replaceAll("&", "&amp;"))).toEqual([title]);
  expect(metaContent(html, "twitter:card")).toEqual(["summary_large_image"]);
  const [card = ""] = metaContent(html, "og:image");
  const file = join(builtFolder, new URL(card).pathname);
  expect(await sharp(file).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  expect(statSync(file).size).toBeLessThan(120_000);
});

test("no two pages share a title, a description or a card", () => {
  for (const name of ["description", "og:title", "og:image"])
    expect(new Set(pages.flatMap(({ html }) => metaContent(html, name))).size).toBe(pages.length);
});
