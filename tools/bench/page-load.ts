import type { Browser, Page } from "@playwright/test";
import { openTab } from "./bench-site.ts";

export interface Load {
  total: number;
  /** What had arrived when the largest picture or text of the first view was painted. */
  first: { bytes: number; requests: number };
  fonts: number;
  fontFiles: number;
  /** Scripts requested while the page was still loading. */
  earlyScripts: number;
}

/** Measures everything a 390 px phone fetches for one page: on opening, on scrolling to its end, and by prefetching. */
export async function loadPage(browser: Browser, url: string, pixels: number): Promise<Load> {
  const { tab, session, close } = await openTab(browser, 390, pixels, 1 / pixels);
  const answers = new Map<string, { url: string; type: string; bytes: number }>();
  session.on("Network.responseReceived", ({ requestId, response, type }) => {
    answers.set(requestId, { url: response.url, type, bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId);
    if (answer) answer.bytes = encodedDataLength;
  });
  await tab.goto(url);
  const earlyScripts = [...answers.values()].filter((answer) => answer.url.endsWith(".js")).length;
  const first = await readFirstView(tab);
  const sum = (chosen: Iterable<{ bytes: number }>) => [...chosen].reduce((total, { bytes }) => total + bytes, 0);
  await tab.locator("[aria-controls=nav][aria-expanded]").waitFor({ state: "attached" });
  await waitUntilQuiet(tab, () => answers.size);
  await scrollToEnd(tab);
  await waitUntilQuiet(tab, () => answers.size);
  // A page that is prefetched is read from a blob, which is no request.
  const fetched = [...answers.values()].filter((answer) => !answer.url.startsWith("blob:"));
  await close();
  const fonts = fetched.filter(({ url: address }) => address.endsWith(".woff2"));
  return {
    total: sum(fetched),
    first,
    fonts: sum(fonts),
    fontFiles: new Set(fonts.map((font) => font.url)).size,
    earlyScripts,
  };
}

const readFirstView = (tab: Page) =>
  tab.evaluate(
    () =>
      new Promise<Load["first"]>((resolve) =>
        new PerformanceObserver((list) => {
          const painted = list.getEntries().at(-1)?.startTime ?? 0;
          const arrived = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
            .map((entry) => entry as PerformanceResourceTiming)
            .filter(({ responseStart, responseEnd, entryType }) =>
              entryType === "navigation" ? responseStart : responseEnd && responseEnd <= painted,
            );
          resolve({
            bytes: arrived.reduce((bytes, { transferSize }) => bytes + transferSize, 0),
            requests: arrived.length,
          });
        }).observe({ type: "largest-contentful-paint", buffered: true }),
      ),
  );

async function scrollToEnd(tab: Page) {
  await tab.evaluate(async () => {
    // Lazy pictures are fetched from further away than one screen.
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo({ top: y, behavior: "instant" });
      await new Promise((next) => setTimeout(next, 60));
    }
  });
}

async function waitUntilQuiet(tab: Page, answers: () => number) {
  let before = -1;
  while (before !== answers()) {
    before = answers();
    await tab.waitForTimeout(700);
  }
}
