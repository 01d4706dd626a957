import type { Page } from "@playwright/test";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readContent } from "../../src/content/read-content.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { startVisitedSite } from "../../tools/bench/bench-site.ts";
import { limits } from "../../tools/bench/bytes.ts";
import { loadOnLine } from "../../tools/bench/first-second.ts";
import { loadPage } from "../../tools/bench/page-load.ts";
import { expectWordsFit, visitPages } from "../journeys/accessibility.ts";
import { findQuickChromium } from "../kit/find-chromium.ts";
import { patient } from "../kit/patience.ts";
import { readBuiltPages } from "./built-pages.ts";

/** The tallest stretch of a page, in pixels, that may show nothing at all: the space between two sections. */
const tallestSpace = 330;
/** Half as many pixels in each direction show as well whether there is something, for a quarter of the work. */
const scale = 0.5;

const pages = readBuiltPages();
const treatments = pages.filter(({ path }) => path.startsWith("/treatments/"));
const treatment = treatments[0]?.path ?? "";
/** One treatment of each path, since their pictures differ. */
const { paths } = readContent(readFolders(loadEnvironment()).contentFolder);
const perPath = new Set(paths.flatMap(({ treatments }) => treatments.find((item) => "slug" in item)?.slug ?? []));

let site: Awaited<ReturnType<typeof startVisitedSite>>;
beforeAll(async () => {
  site = await startVisitedSite(findQuickChromium());
});
afterAll(() => site.stop());

describe.concurrent("the bytes that a phone fetches", () => {
  test.each([
    ["/", limits.home] as const,
    ...[...perPath].map((slug) => [`/treatments/${slug}`, limits.treatment] as const),
  ])("for %s a 390 px phone fetches at most %i bytes, and no script while it loads", async (path, limit) => {
    const load = await loadPage(site.browser, site.url + path, 3);
    expect(load.total).toBeLessThanOrEqual(limit);
    expect(load.first.bytes).toBeLessThanOrEqual(limits.first);
    expect(load.first.requests).toBeLessThanOrEqual(limits.requests);
    expect(load.earlyScripts).toBe(0);
    expect(load.fonts).toBeGreaterThan(0);
    expect(load.fonts).toBeLessThanOrEqual(limits.fonts);
    expect(load.fontFiles).toBeLessThanOrEqual(limits.fontFiles);
  });
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
    const [first = "", ...alike] = longest.slice(0, 4);
    const others = pages.map(({ path }) => path).filter((path) => path !== "/404");
    await tab.route("**/pictures/**", (route) => route.abort());
    await visitPages(tab, first, others, (path) => expectWordsFit(tab, path === first ? alike : []));
    await tab.close();
  });

  test.each([390, 1440])("at %i px nothing moves on a slow line, and the font does not wait", async (width) => {
    const seen = await loadOnLine(site.browser, `${site.url}/`, width, "400 kbit/s");
    expect(seen.shift, seen.moved.join("\n")).toBeLessThanOrEqual(0.01);
    // The font is asked for with the first paint, long before the picture has arrived on such a line.
    expect(seen.words).toBeGreaterThan(0);
    expect(seen.fontRequested).toBeLessThan(seen.picture ?? 0);
  });

  test("their font waits for the first words, and then comes into use part by part", async () => {
    const tab = await site.browser.newPage({ viewport: { width: 390, height: 844 } });
    // On a slow line the background is painted, and reported, before there are words.
    await tab.addInitScript(() => {
      window.PerformanceObserver = class extends PerformanceObserver {
        constructor(report: PerformanceObserverCallback) {
          super(report);
          const background = { name: "first-paint" } as PerformanceEntry;
          const named = (name: string) => (name === background.name ? [background] : []);
          report(
            { getEntries: () => [background], getEntriesByName: named, getEntriesByType: () => [background] },
            this,
          );
        }
      };
    });
    const arrival = Promise.withResolvers<void>();
    await tab.route("**/*.woff2", async (route) => {
      await arrival.promise;
      await route.continue();
    });
    // The page's load event waits for the font if that was asked for before it.
    const asked = tab.waitForRequest("**/*.woff2");
    await tab.goto(`${site.url}/treatments`, { waitUntil: "domcontentloaded" });
    await asked;
    const partsAtOnce = await tab.evaluateHandle(() => {
      const counts: number[] = [];
      new MutationObserver((parts) => void counts.push(parts.length)).observe(document.body, {
        attributeFilter: ["data-font"],
        subtree: true,
      });
      return counts;
    });
    arrival.resolve();
    await tab.waitForSelector("body[data-font]");
    const sections = await tab.locator("section").count();
    expect(await partsAtOnce.jsonValue()).toEqual(Array(sections + 3).fill(1));
    const { words, font } = await tab.evaluate(() => ({
      words: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
      font: performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".woff2"))?.startTime,
    }));
    expect(font).toBeGreaterThanOrEqual(words ?? Number.NaN);
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
