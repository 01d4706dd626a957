import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import { readBuildInfo } from "../../src/build/build-folder.ts";
import { commonHeaders } from "../../src/build/response-headers.ts";
import { endpoint } from "../../src/requests/request.ts";
import { buildFolder, builtFolder, openTab, startVisitedSite } from "./bench-site.ts";
import { figureRows, kilobytes, type Options, type Row } from "./report.ts";

/** The test of the built pages holds every page to these. */
export const limits = {
  flight: 13_700,
  /** The first ten packets. */
  packets: 14_600,
  /** The limit for the contact page, with React and the form. */
  contactScript: 70_000,
  script: 3_500,
  fonts: 60_000,
  fontFiles: 2,
  /** All that a home or treatment page and the pictures on it need. */
  page: 200_000,
  /** The limit for any page until its largest paint; the pictures further down follow when the browser is idle. */
  first: 110_000,
  requests: 12,
};

/** The size of the build, and what phones with a pixel ratio of two and three fetch of it. */
export async function measure({ pages }: Options): Promise<Row[]> {
  const built = pages.map((page) => ({ page, ...readPage(page) }));
  const flights = built.map(({ page, flight }) => ({ page, ours: flight }));
  const scripts = built.filter(({ page }) => page !== "/contact").map(({ page, script }) => ({ page, ours: script }));
  const rows = [
    ...figureRows("document with its style and headers, brotli", flights, limits.flight, kilobytes),
    ...figureRows("script, brotli", scripts, limits.script, kilobytes),
  ];
  await using site = await startVisitedSite();
  for (const pixels of [2, 3]) {
    const loads: (Load & { page: string })[] = [];
    for (const page of pages) loads.push({ page, ...(await loadPage(site.browser, site.url + page, pixels)) });
    const figures = (name: keyof Load) => loads.map((load) => ({ page: load.page, ours: load[name] }));
    rows.push(
      ...figureRows(`until the largest paint, ${pixels} ×`, figures("first"), limits.first, kilobytes),
      ...figureRows(`requests until then, ${pixels} ×`, figures("requests"), limits.requests, String),
      ...figureRows(`in all, ${pixels} ×`, figures("total"), limits.page, kilobytes),
      ...figureRows(`fonts, ${pixels} ×`, figures("fonts"), limits.fonts, kilobytes),
    );
  }
  return rows;
}

/** The headers of a page: its policy, the common headers, and some 270 bytes of status, type, date and ETag. */
function headersLength(address: string) {
  const policy = readBuildInfo(buildFolder)?.policies[address];
  return 270 + Object.entries({ ...commonHeaders, "Content-Security-Policy": policy }).join("\r\n").length;
}

/** Measures what the build wrote for one address, compressed as it is sent. */
export function readPage(address: string) {
  const file = join(builtFolder, address === "/" ? "index.html" : `${address}.html`);
  const html = readFileSync(file, "utf8");
  const named = [...new Set(html.match(/\/assets\/[\w.-]+\.js/g))];
  // Every page names the form's script, but it is fetched only for a page with a form or shortly before.
  const scripts = named.filter((url) => html.includes("<form") || !containsForm(url));
  return {
    html,
    flight: headersLength(address) + statSync(`${file}.br`).size,
    /** Elements that block the first paint. */
    blocking: html.match(/<link(?=[^>]*rel="stylesheet")(?![^>]*media="print)|<script[^>]* src=|@import/g) ?? [],
    script: scripts.reduce((sum, url) => sum + statSync(join(builtFolder, `${url}.br`)).size, 0),
    /** A script that imports another one makes the visitor wait for two, and the second is not counted here. */
    imports: scripts.filter((url) => /\bimport\s*["{*]/.test(readFileSync(join(builtFolder, url), "utf8"))),
    /** Only the contact page may contain code that validates and sends requests. */
    containsForm: scripts.some(containsForm),
  };
}

/** Says what the first flight of a page is made of, each part compressed alone, and what to do when it has grown. */
export function describeFlight(address: string) {
  const { html, flight } = readPage(address);
  const sizeOf = (part: RegExp) => brotliCompressSync(part.exec(html)?.[0] ?? "").length;
  const style = sizeOf(/<style[^>]*>.*?<\/style>/s);
  const data = sizeOf(/<script type="application\/ld\+json">.*?<\/script>/s);
  const words = sizeOf(/<body.*<\/body>/s);
  return `${address} needs ${flight} bytes: headers ${headersLength(address)}, style ${style}, structured data ${data}, words and markup ${words}. Run "npm run bench -- bytes --pages ${address}" here and on the commit before to see what grew; docs/decisions/first-flight.md says what can pay for it.`;
}

const containsForm = (url: string) => readFileSync(join(builtFolder, url), "utf8").includes(endpoint);

type Load = Awaited<ReturnType<typeof loadPage>>;

/** Measures everything a 390 px phone fetches for one page: on opening, on scrolling to its end, and by prefetching. */
export async function loadPage(browser: Browser, url: string, pixels: number) {
  const { tab, session, close } = await openTab(browser, 390, pixels, 1 / pixels);
  const answers = new Map<string, { url: string; bytes: number }>();
  session.on("Network.responseReceived", ({ requestId, response }) => {
    answers.set(requestId, { url: response.url, bytes: 0 });
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
    ...first,
    fonts: sum(fonts),
    fontFiles: new Set(fonts.map((font) => font.url)).size,
    /** Scripts requested while the page was still loading. */
    earlyScripts,
  };
}

/** Bytes and requests that had arrived when the largest picture or text of the first view was painted. */
const readFirstView = (tab: Page) =>
  tab.evaluate(
    () =>
      new Promise<{ first: number; requests: number }>((resolve) =>
        new PerformanceObserver((list) => {
          const painted = list.getEntries().at(-1)?.startTime ?? 0;
          const arrived = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
            .map((entry) => entry as PerformanceResourceTiming)
            .filter(({ responseStart, responseEnd, entryType }) =>
              entryType === "navigation" ? responseStart : responseEnd && responseEnd <= painted,
            );
          resolve({
            first: arrived.reduce((bytes, { transferSize }) => bytes + transferSize, 0),
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
