import type { Page } from "@playwright/test";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startVisitedSite } from "../../tools/bench/bench-site.ts";
import { limits, loadPage } from "../../tools/bench/bytes.ts";
import { loadOnLine } from "../../tools/bench/first-second.ts";
import { expectWordsFit } from "../journeys/accessibility.ts";
import { findQuickChromium } from "../kit/find-chromium.ts";
import { patient } from "../kit/patience.ts";
import { content, readBuiltPages } from "./built-pages.ts";

/** The tallest stretch of a page, in pixels, that may show nothing at all: the space between two sections. */
const tallestSpace = 330;
/** Half as many pixels in each direction show as well whether there is something, for a quarter of the work. */
const scale = 0.5;

const pages = readBuiltPages();
const treatments = pages.filter(({ path }) => path.startsWith("/treatments/"));
const treatment = treatments[0]?.path ?? "";
/** One treatment of each path, since their pictures differ. */
const perPath = new Set(
  content.paths.flatMap(({ treatments }) => treatments.find((item) => "slug" in item)?.slug ?? []),
);

let site: Awaited<ReturnType<typeof startVisitedSite>>;
beforeAll(async () => {
  site = await startVisitedSite(findQuickChromium());
});
afterAll(() => site[Symbol.asyncDispose]());

describe.concurrent("the bytes that a phone fetches", () => {
  test.each(["/", ...[...perPath].map((slug) => `/treatments/${slug}`)])(
    "for %s a 390 px phone fetches no more than its budget, and no script while it loads",
    async (path) => {
      const load = await loadPage(site.browser, site.url + path, 3);
      expect(load.total).toBeLessThanOrEqual(limits.page);
      expect(load.first).toBeLessThanOrEqual(limits.first);
      expect(load.requests).toBeLessThanOrEqual(limits.requests);
      expect(load.earlyScripts).toBe(0);
      expect(load.fonts).toBeGreaterThan(0);
      expect(load.fonts).toBeLessThanOrEqual(limits.fonts);
      expect(load.fontFiles).toBeLessThanOrEqual(limits.fontFiles);
    },
  );
});

describe("the studio's own pages", () => {
  test.each([
    [390, "/", true],
    [390, "/treatments", false],
    [768, treatment, false],
    [1440, "/treatments", true],
  ])(
    "captured whole at %i px %s shows every section and every picture, with script: %s",
    async (width, path, script) => {
      const viewport = { width, height: 844 };
      const tab = await site.browser.newPage({ viewport, deviceScaleFactor: scale, javaScriptEnabled: script });
      await tab.goto(site.url + path);
      // The pictures further down wait for the first paint, as the font does.
      if (script) await tab.waitForSelector("body[data-font]");
      await expect
        .poll(() => readPictures(tab), { message: "its pictures", timeout: patient(10_000) })
        .not.toContainEqual(expect.objectContaining({ loaded: false }));
      await tab.evaluate(hideStandIns);
      const capture = await tab.screenshot({ fullPage: true, type: "jpeg" });
      const pictures = await readPictures(tab);
      await tab.context().close();
      expect(await findBlankPictures(capture, pictures)).toEqual([]);
      expect(await findTallestBlank(capture, pictures)).toBeLessThanOrEqual(tallestSpace);
    },
  );

  test("fit 320 px and text at twice the size", async () => {
    const tab = await site.browser.newPage({ baseURL: site.url });
    const longest = treatments.toSorted((a, b) => b.html.length - a.html.length).map(({ path }) => path);
    const others = pages.map(({ path }) => path).filter((path) => path !== "/404" && !path.startsWith("/treatments/"));
    await tab.route("**/pictures/**", (route) => route.abort());
    for (const path of [...longest.slice(0, 4), ...others]) {
      await tab.goto(path);
      await expectWordsFit(tab);
    }
    await tab.close();
  });

  test.each([390, 1440])("at %i px nothing moves on a slow line, and the font waits for words alone", async (width) => {
    const seen = await loadOnLine(site.browser, `${site.url}/`, width, "400 kbit/s");
    expect(seen.shift, seen.moved.join("\n")).toBeLessThanOrEqual(0.01);
    // The font is asked for once there are words, long before the picture has arrived on such a line.
    expect(seen.fontRequested).toBeGreaterThanOrEqual(seen.words ?? Number.NaN);
    expect(seen.fontRequested).toBeLessThan(seen.picture ?? 0);
  });

  test("their font comes into use part by part", async () => {
    const tab = await site.browser.newPage({ viewport: { width: 390, height: 844 } });
    await tab.addInitScript(() => {
      const partsAtOnce: number[] = [];
      Object.assign(window, { partsAtOnce });
      const observer = new MutationObserver((parts) => void partsAtOnce.push(parts.length));
      observer.observe(document, { attributeFilter: ["data-font"], subtree: true });
    });
    await tab.goto(`${site.url}/treatments`);
    await tab.waitForSelector("body[data-font]");
    const sections = await tab.locator("section").count();
    const partsAtOnce = await tab.evaluate(() => (window as unknown as { partsAtOnce: number[] }).partsAtOnce);
    expect(partsAtOnce).toEqual(Array(sections + 3).fill(1));
    await tab.close();
  });
});

/** Without the two colours behind it, a picture that is not painted shows as one even colour. */
function hideStandIns() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":has(> picture) > svg { display: none }");
  document.adoptedStyleSheets.push(sheet);
}

/** The pictures, and where they are in a capture. */
const readPictures = (tab: Page) =>
  tab.locator("img:visible").evaluateAll((images: HTMLImageElement[]) =>
    images.map((image) => {
      const box = image.getBoundingClientRect();
      const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
      const inCapture = (pixels: number) => Math.ceil(pixels * devicePixelRatio);
      return {
        url: image.src,
        loaded: image.complete && image.naturalWidth > 0,
        left: inCapture(left),
        top: inCapture(box.top),
        width: inCapture(right - left) - 1,
        height: inCapture(box.height) - 1,
      };
    }),
  );
type Pictures = Awaited<ReturnType<typeof readPictures>>;

/** A drawing may be a smooth slope of colour, but one even colour is a picture that was not painted. */
async function findBlankPictures(capture: Buffer, pictures: Pictures) {
  const blank: string[] = [];
  for (const { url, left, top, width, height } of pictures) {
    const part = await sharp(capture).extract({ left, top, width, height }).greyscale().toBuffer();
    const [grey] = (await sharp(part).stats()).channels;
    if (!grey || grey.max - grey.min < 8) blank.push(url);
  }
  return blank;
}

/** The tallest band beside pictures, in pixels of the page, in which neighbouring pixels never differ visibly. */
async function findTallestBlank(capture: Buffer, pictures: Pictures) {
  const { data, info } = await sharp(capture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const isBlank = (y: number) => {
    const row = data.subarray(y * info.width, (y + 1) * info.width);
    return row.every((value, x) => x === 0 || Math.abs(value - Number(row[x - 1])) < 8);
  };
  const isPicture = (y: number) => pictures.some(({ top, height }) => y >= top && y < top + height);
  let tallest = 0;
  let height = 0;
  for (let y = 0; y < info.height; y++) {
    height = !isPicture(y) && isBlank(y) ? height + 1 : 0;
    tallest = Math.max(tallest, height);
  }
  return tallest / scale;
}
