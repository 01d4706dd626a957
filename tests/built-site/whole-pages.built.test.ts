import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBenchSite } from "../../tools/bench/bench-site.ts";
import { openBrowser } from "../../tools/bench/browser.ts";
import { loadOnLine } from "../../tools/bench/first-second.ts";
import { findQuickChromium } from "../kit/find-chromium.ts";
import { patient } from "../kit/patience.ts";
import { readBuiltPages } from "./built-pages.ts";

/** The tallest stretch of a page, in pixels, that may show nothing at all: the space between two sections. */
const tallestSpace = 330;
/** Half as many pixels in each direction show as well whether there is something, for a quarter of the work. */
const scale = 0.5;

const treatment = readBuiltPages().find(({ path }) => path.startsWith("/treatments/"))?.path ?? "";

describe("a page that nobody has scrolled", () => {
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

  describe.each([true, false])("with script: %s", (javaScriptEnabled) => {
    let tab: Page; // A new tab takes as much work as a capture.
    beforeAll(async () => {
      tab = await browser.newPage({ deviceScaleFactor: scale, javaScriptEnabled });
    });
    afterAll(() => tab.context().close());

    // Every pair of script, width and page is captured; what leaves a section blank has not depended on all three.
    const [odd, even] = javaScriptEnabled ? ["/", treatment] : [treatment, "/"];
    test.each([
      [390, odd],
      [390, "/treatments"],
      [768, even],
      [1440, odd],
    ])("captured whole at %i px %s shows every section and every picture", async (width, path) => {
      await tab.setViewportSize({ width, height: 844 });
      await tab.goto(site.url + path);
      // The pictures further down wait for the first paint, as the font does.
      if (javaScriptEnabled) await tab.waitForSelector("body[data-font]");
      await expect
        .poll(() => readPictures(tab), { message: "its pictures", timeout: patient(10_000) })
        .not.toContainEqual(expect.objectContaining({ loaded: false }));
      await tab.evaluate(hideStandIns);
      const capture = await tab.screenshot({ fullPage: true, type: "jpeg" });
      const { tallestBlank, blankPictures } = await findBlanks(capture, await readPictures(tab));
      expect(blankPictures).toEqual([]);
      expect(tallestBlank).toBeLessThanOrEqual(tallestSpace);
    });
  });

  test.each([390, 1440])("at %i px nothing moves on a slow line, and the font does not wait", async (width) => {
    const seen = await loadOnLine(browser, `${site.url}/`, width, "400 kbit/s");
    expect(seen.shift, seen.moved.join("\n")).toBeLessThanOrEqual(0.01);
    // The font is asked for with the first paint, long before the picture has arrived on such a line.
    expect(seen.words).toBeGreaterThan(0);
    expect(seen.fontRequested).toBeLessThan(seen.picture ?? 0);
  });

  test("links of the header that arrive one by one do not move each other", async () => {
    const html = readBuiltPages().find(({ path }) => path === "/")?.html ?? "";
    const afterFirstLink = html.indexOf("</li>", html.indexOf("<nav"));
    const painted = Promise.withResolvers<void>();
    const server = createServer(async (_, answer) => {
      answer.writeHead(200, { "content-type": "text/html; charset=utf-8" }).write(html.slice(0, afterFirstLink));
      await painted.promise;
      answer.end(html.slice(afterFirstLink));
    });
    const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await tab.addInitScript(() => {
      new PerformanceObserver(() => document.body.classList.add("moved")).observe({ type: "layout-shift" });
    });
    const frames = () =>
      tab.evaluate(async () => {
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      });
    try {
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
      await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { waitUntil: "commit" });
      await tab.waitForSelector("header nav a", { state: "attached" });
      await frames();
      painted.resolve();
      await tab.waitForSelector("footer");
      await frames();
      expect(await tab.isVisible("header nav a")).toBe(true);
      expect(await tab.isVisible(".moved")).toBe(false);
    } finally {
      await tab.close();
      server.close();
      server.closeAllConnections();
    }
  });

  test("its pictures further down wait for the first words", async () => {
    const tab = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await tab.goto(`${site.url}/treatments`);
    const readRequests = () =>
      tab.evaluate(() => {
        const words = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity;
        const lower = [...document.images].filter((image) => image.hasAttribute("loading"));
        const requests = performance
          .getEntriesByType("resource")
          .filter(({ name }) => lower.some(({ currentSrc }) => currentSrc === name));
        return { all: requests.length, early: requests.filter(({ startTime }) => startTime < words).length };
      });
    await expect.poll(async () => (await readRequests()).all).toBeGreaterThan(10);
    expect((await readRequests()).early).toBe(0);
    await tab.close();
  });

  test("on paper Home is two sheets, and the longest treatments three", async () => {
    const treatments = readBuiltPages().filter(({ path }) => path.startsWith("/treatments/"));
    const longest = treatments.sort((one, other) => other.html.length - one.html.length).slice(0, 3);
    // What the screen shows meanwhile is painted for nothing.
    const tab = await browser.newPage({ viewport: { width: 320, height: 200 }, reducedMotion: "reduce" });
    for (const path of ["/", ...longest.map(({ path }) => path)]) {
      await tab.goto(site.url + path);
      // A visitor prints what she has seen. How many sheets the fonts before it take depends on the machine.
      await tab.waitForSelector("body[data-font]");
      const paper = (await tab.pdf({ format: "Letter" })).toString("latin1");
      expect(Number(/\/Count (\d+)/.exec(paper)?.[1]), path).toBeLessThanOrEqual(path === "/" ? 2 : 3);
    }
    await tab.close();
  });

  test("an element that is added to it, with the styles of other kinds of page, restyles little else", async () => {
    const tab = await browser.newPage();
    await tab.goto(`${site.url}/`);
    await tab.waitForFunction((count) => document.adoptedStyleSheets.length >= count, 3);
    let count = 0;
    const restyled = await traceMost("elementCount", async () => {
      count = await tab.evaluate(() => {
        document.querySelector("main")?.append(document.createElement("section"));
        document.body.getBoundingClientRect();
        return document.querySelectorAll("*").length;
      });
    });
    await tab.close();
    expect(restyled).toBeGreaterThan(0);
    expect(restyled).toBeLessThan(count / 5);
  });

  test("its font waits for the first words, and then comes into use part by part", async () => {
    const tab = await browser.newPage({ viewport: { width: 390, height: 844 } });
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
    const laidOut = await traceMost("dirtyObjects", async () => {
      arrival.resolve();
      await tab.waitForSelector("body[data-font]");
    });
    const { elements, sections } = await tab.evaluate(() => ({
      elements: document.querySelectorAll("*").length,
      sections: document.querySelectorAll("section").length,
    }));
    expect(laidOut).toBeGreaterThan(0);
    expect(laidOut).toBeLessThan(elements / 4);
    expect(await partsAtOnce.jsonValue()).toEqual(Array(sections + 3).fill(1));
    const { words, font } = await tab.evaluate(() => ({
      words: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
      font: performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".woff2"))?.startTime,
    }));
    expect(font).toBeGreaterThanOrEqual(words ?? Number.NaN);
    await tab.close();
  });

  /** Returns the most elements that were styled at once, or objects that were laid out at once, during an action. */
  async function traceMost(counted: "elementCount" | "dirtyObjects", action: () => Promise<void>) {
    await browser.startTracing(undefined, {
      categories: ["devtools.timeline", "disabled-by-default-devtools.timeline"],
    });
    await action();
    const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
    type Counts = Partial<Record<typeof counted, number>>;
    const counts = traceEvents.map(({ args }: { args: Counts & { beginData?: Counts } }) => {
      return { ...args.beginData, ...args }[counted] ?? 0;
    });
    return Math.max(...counts);
  }
});

/** Without the two colours behind it, a picture that is not painted shows as one even colour. */
function hideStandIns() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":has(> picture) > svg { display: none }");
  document.adoptedStyleSheets.push(sheet);
}

const readPictures = (tab: Page) =>
  tab.locator("img:visible").evaluateAll((images: HTMLImageElement[]) =>
    images.map((image) => {
      const { left, top, right, bottom } = image.getBoundingClientRect();
      const box = {
        left: left * devicePixelRatio,
        top: top * devicePixelRatio,
        right: right * devicePixelRatio,
        bottom: bottom * devicePixelRatio,
      };
      return { url: image.src, loaded: image.complete && image.naturalWidth > 0, box };
    }),
  );

/** Finds the pictures that show nothing, and in pixels of the page the tallest band beside them in which neighbouring pixels never differ visibly. */
async function findBlanks(capture: Buffer, pictures: Awaited<ReturnType<typeof readPictures>>) {
  const { data, info } = await sharp(capture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const rowAt = (y: number, left = 0, right = info.width) =>
    data.subarray(y * info.width + left, y * info.width + right);
  const isBlank = (y: number) => {
    const row = rowAt(y);
    for (let x = 1; x < row.length; x++) if (Math.abs(Number(row[x]) - Number(row[x - 1])) >= 8) return false;
    return true;
  };
  const rowsOf = ({ top, bottom }: { top: number; bottom: number }) =>
    Array.from({ length: Math.floor(bottom - top) }, (_, row) => Math.ceil(top) + row);
  const pictureRows = new Set(pictures.flatMap(({ box }) => rowsOf(box)));
  let tallestBlank = 0;
  let height = 0;
  for (let y = 0; y < info.height; y++) {
    height = !pictureRows.has(y) && isBlank(y) ? height + 1 : 0;
    tallestBlank = Math.max(tallestBlank, height);
  }
  // A drawing may be a smooth slope of colour, but one even colour is a picture that was not painted.
  const blankPictures = pictures.filter(({ box: { left, right, ...box } }) => {
    const rows = rowsOf(box).map((y) =>
      rowAt(y, Math.max(0, Math.ceil(left)), Math.min(info.width, Math.floor(right))),
    );
    const values = rows.filter(({ length }) => length).flatMap((row) => [Math.min(...row), Math.max(...row)]);
    return Math.max(...values) - Math.min(...values) < 8;
  });
  return { tallestBlank: tallestBlank / scale, blankPictures: blankPictures.map(({ url }) => url) };
}
