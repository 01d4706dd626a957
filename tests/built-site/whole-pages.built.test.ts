import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBenchSite } from "../../tools/bench/bench-site.ts";
import { openBrowser } from "../../tools/bench/browser.ts";
import { patient } from "../kit/patience.ts";
import { readBuiltPages } from "./built-pages.ts";

/** The tallest stretch of a page, in pixels, that may show nothing at all: the space between two sections. */
const tallestSpace = 330;

const treatment = readBuiltPages().find(({ path }) => path.startsWith("/treatments/"))?.path ?? "";

describe("a capture of the whole page, which nobody has scrolled", () => {
  let site: Awaited<ReturnType<typeof startBenchSite>>;
  let browser: Browser;
  beforeAll(async () => {
    site = await startBenchSite();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  test.each([390, 768, 1440].flatMap((width) => [true, false].map((script) => [width, script] as const)))(
    "at %i px shows every section and every picture; with script: %s",
    async (width, script) => {
      const tab = await browser.newPage({ viewport: { width, height: 844 }, javaScriptEnabled: script });
      for (const path of ["/", treatment]) {
        await tab.goto(site.url + path);
        await expect
          .poll(() => readPictures(tab), { message: `the pictures of ${path}`, timeout: patient(10_000) })
          .not.toContainEqual(expect.objectContaining({ loaded: false }));
        const capture = await tab.screenshot({ fullPage: true, type: "jpeg" });
        expect(await findTallestBlank(capture, await readPictures(tab)), path).toBeLessThanOrEqual(tallestSpace);
      }
      await tab.context().close();
    },
  );
});

const readPictures = (tab: Page) =>
  tab.locator("img:visible").evaluateAll((images: HTMLImageElement[]) =>
    images.map((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return { url: image.src, loaded: image.complete && image.naturalWidth > 0, top, bottom };
    }),
  );

/** Finds the tallest band beside no picture in which neighbouring pixels of a row never differ visibly. */
async function findTallestBlank(capture: Buffer, pictures: { top: number; bottom: number }[]) {
  const { data, info } = await sharp(capture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const isBlank = (y: number) => {
    if (pictures.some(({ top, bottom }) => y >= top && y < bottom)) return false;
    const row = data.subarray(y * info.width, (y + 1) * info.width);
    return row.every((value, x) => Math.abs(value - (row[x + 1] ?? value)) < 8);
  };
  let tallest = 0;
  let height = 0;
  for (let y = 0; y < info.height; y++) {
    height = isBlank(y) ? height + 1 : 0;
    tallest = Math.max(tallest, height);
  }
  return tallest;
}
