import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { thumbnailWidth } from "../../src/content/pictures/pictures.ts";
import { readContent } from "../../src/content/read-content.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { startBenchSite } from "../../tools/bench/bench-site.ts";
import { openBrowser } from "../../tools/bench/browser.ts";
import { findQuickChromium } from "../kit/find-chromium.ts";
import { attributeValues, readBuiltPages } from "./built-pages.ts";

const content = readContent(readFolders(loadEnvironment()).contentFolder);
const pages = new Map(readBuiltPages().map(({ path, html }) => [path, html]));
const showsPicture = (html: string, picture: string) =>
  attributeValues(html, "img", "src").some((url) => url.includes(`/${picture}-`));

test.each([...content.treatments])(
  "%s shows its own picture with a description, or its path's without one",
  (slug, treatment) => {
    const html = pages.get(`/treatments/${slug}`) ?? "";
    const { picture, path } = treatment;
    const expectedPicture = picture ?? content.paths.find(({ id }) => id === path)?.picture ?? "";
    expect(showsPicture(html, expectedPicture)).toBe(true);
    const [alt] = attributeValues(html, "img", "alt");
    expect(alt).toBe(picture ? content.images[picture]?.alt : "");
  },
);

test("the list shows every treatment's own picture once, small, lazy and without a description", () => {
  const withPicture = [...content.treatments.values()].filter(({ picture }) => picture);
  const html = pages.get("/treatments") ?? "";
  const thumbnails = html.match(/<img[^>]* width="96"[^>]*>/g) ?? [];
  expect(thumbnails).toHaveLength(withPicture.length);
  for (const image of thumbnails) expect(image).toMatch(/alt="".*loading="lazy"/);
  for (const { picture = "" } of withPicture) {
    const address = content.images[picture]?.thumbnail ? `/pictures/${picture}-${thumbnailWidth}-` : `/${picture}-`;
    expect(html).toContain(address);
  }
});

describe("on a phone", () => {
  let site: Awaited<ReturnType<typeof startBenchSite>>;
  let browser: Browser;
  beforeAll(async () => {
    site = await startBenchSite();
    browser = await openBrowser(findQuickChromium());
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  test.each(["/", "/treatments"])("the lower pictures of %s wait for a moment, and are then fetched", async (path) => {
    const tab = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await tab.addInitScript(() => {
      // With Save-Data the site's script does not fetch them itself.
      Object.defineProperty(navigator, "connection", { value: { saveData: true } });
      const stopAtStart = () => {
        for (const animation of document.getAnimations()) animation.pause();
        if (document.readyState !== "complete") requestAnimationFrame(stopAtStart);
      };
      requestAnimationFrame(stopAtStart);
    });
    // Once the font has come, they do not wait any longer.
    await tab.route("**/*.woff2", (route) => route.abort());
    await tab.goto(site.url + path);
    await tab.waitForFunction(() => performance.getEntriesByName("first-contentful-paint")[0]);
    const countAsked = () =>
      tab.$$eval("img", (images: HTMLImageElement[]) => images.filter(({ currentSrc }) => currentSrc).length);
    expect(await countAsked()).toBe(1);
    await tab.evaluate(() => {
      for (const animation of document.getAnimations()) if (animation instanceof CSSAnimation) animation.finish();
    });
    await expect.poll(countAsked).toBeGreaterThan(1);
    await tab.context().close();
  });
});
