import type { Browser, Page } from "@playwright/test";
import { openTab, startVisitedSite } from "./bench-site.ts";
import { type Figure, figureRows, log, milliseconds, type Options, type Row } from "./report.ts";

/** Bytes and milliseconds as the browser's own throttling takes them. */
const lines = {
  "400 kbit/s": { latency: 400, downloadThroughput: 50_000 },
  "1.6 Mbit/s": { latency: 150, downloadThroughput: 200_000 },
  "10 Mbit/s": { latency: 40, downloadThroughput: 1_250_000 },
};
type Line = keyof typeof lines;

const widths = [360, 390, 412, 1440];
const shiftLimit = 0.01;

/** On a slow line nothing on any page moves, and the first page is timed on three lines. */
export async function measure({ pages }: Options): Promise<Row[]> {
  await using site = await startVisitedSite();
  const figures: Figure[] = [];
  for (const page of pages) {
    const shifts = await Promise.all(
      widths.map(async (width) => {
        const { shift, moved } = await loadOnLine(site.browser, site.url + page, width, "400 kbit/s");
        if (shift > shiftLimit) log(`${page} at ${width}: ${shift.toFixed(4)} ${moved.join("; ")}`);
        return shift;
      }),
    );
    figures.push({ page, ours: Math.max(...shifts) });
  }
  const rows = figureRows("layout shift at 400 kbit/s", figures, shiftLimit, (shift) => shift.toFixed(4));
  for (const line of Object.keys(lines) as Line[]) {
    const { words, picture, font, shift } = await loadOnLine(site.browser, site.url + pages[0], 390, line);
    const times = [words, picture, font].map((time) => (time === undefined ? "none" : milliseconds(time)));
    rows.push({
      goal: `${pages[0]} at ${line}: words / picture / font`,
      ours: times.join(" / "),
      target: `no shift (${shift.toFixed(4)})`,
      ok: shift <= shiftLimit,
    });
  }
  return rows;
}

interface FirstSecond {
  /** When the first words, the largest picture and the web font appeared, in milliseconds. */
  words?: number;
  picture?: number;
  font?: number;
  fontRequested?: number;
  shift: number;
  /** What moved, and from where to where. */
  moved: string[];
}

/** Loads a page over a slow line into an empty cache, until its font is in use, and records what moves meanwhile. */
export async function loadOnLine(browser: Browser, url: string, width: number, line: Line) {
  // What moves is counted in the page's own pixels.
  const { tab, session, close } = await openTab(browser, width, width < 600 ? 2 : 1, 0.25);
  await session.send("Network.emulateNetworkConditions", { offline: false, uploadThroughput: 50_000, ...lines[line] });
  await tab.addInitScript(recordFirstSecond);
  await tab.goto(url);
  const record = await readFirstSecond(tab);
  await close();
  return record;
}

/** Waits until a page's font is in use, and reads what the page has recorded. */
export async function readFirstSecond(tab: Page): Promise<FirstSecond> {
  await tab.waitForFunction(() => (window as { firstSecond?: FirstSecond }).firstSecond?.font !== undefined);
  await tab.waitForTimeout(300);
  return tab.evaluate(() => (window as unknown as { firstSecond: FirstSecond }).firstSecond);
}

/** Runs in a page from its start. */
export function recordFirstSecond() {
  const record: FirstSecond = { shift: 0, moved: [] };
  Object.assign(window, { firstSecond: record });
  type Seen = PerformanceEntry & {
    url?: string;
    value: number;
    sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  const observer = new PerformanceObserver((list) => {
    for (const { entryType, name, startTime, url, value, sources } of list.getEntries() as Seen[]) {
      if (name === "first-contentful-paint") record.words = startTime;
      if (entryType === "largest-contentful-paint" && url) record.picture = startTime;
      if (entryType !== "layout-shift") continue;
      record.shift += value;
      for (const { node, previousRect, currentRect } of sources) {
        const moved = node instanceof Element ? `${node.tagName}.${node.className}` : (node?.nodeName ?? "");
        record.moved.push(`${moved} ${previousRect.x},${previousRect.y} > ${currentRect.x},${currentRect.y}`);
      }
    }
  });
  for (const type of ["paint", "largest-contentful-paint", "layout-shift"]) observer.observe({ type, buffered: true });
  const lookForFont = () => {
    if (document.querySelector("body[data-font]")) {
      record.font = performance.now();
      const fonts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".woff2"));
      record.fontRequested = Math.min(...fonts.map(({ startTime }) => startTime));
    } else requestAnimationFrame(lookForFont);
  };
  requestAnimationFrame(lookForFont);
}
