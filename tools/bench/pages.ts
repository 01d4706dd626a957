import { findChromium } from "../../tests/kit/find-chromium.ts";
import { startBenchSite } from "./bench-site.ts";
import { serveOverHttps } from "./https.ts";
import { importTool } from "./import-tool.ts";
import { figureRows, log, median, milliseconds, type Options, type Row } from "./report.ts";

/** Lighthouse's own audits, and what it calls good. */
const goals = {
  "points below 100": 0,
  "first-contentful-paint": 1800,
  "largest-contentful-paint": 2500,
  "speed-index": 3400,
  "total-blocking-time": 100,
  "cumulative-layout-shift": 0,
};
type Goal = keyof typeof goals;
type Metrics = Record<Goal, number>;
const names = Object.keys(goals) as Goal[];

interface Report {
  runtimeError?: { message: string };
  audits: Record<string, { numericValue?: number } | undefined>;
  categories: { performance: { score: number } };
}
type Lighthouse = { default(url: string, flags: object): Promise<{ lhr: Report }> };
type ChromeLauncher = { launch(options: object): Promise<{ port: number; kill(): void }> };

/** Every page by Lighthouse over HTTP/2, in turn with the same page of another site. */
export async function measure({ runs, pages, beside }: Options): Promise<Row[]> {
  const { default: lighthouse } = await importTool<Lighthouse>("lighthouse/core/index.js");
  const { launch } = await importTool<ChromeLauncher>("chrome-launcher/dist/index.js");
  // The bench's own certificate is signed by nobody.
  const chromeFlags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--ignore-certificate-errors"];
  const chrome = await launch({ chromePath: findChromium(), chromeFlags });
  const site = await startBenchSite();
  /** With its defaults: a phone, simulated throttling, an empty cache for every run. */
  const visit = async (url: string): Promise<Metrics> => {
    const flags = { port: chrome.port, onlyCategories: ["performance"], disableFullPageScreenshot: true };
    let { lhr } = await lighthouse(url, flags);
    // On a busy machine a trace is sometimes lost, so the run is repeated.
    for (let again = 0; lhr.runtimeError && again < 3; again++) lhr = (await lighthouse(url, flags)).lhr;
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    const lost = 100 - Math.round(lhr.categories.performance.score * 100);
    return collect((name) => (name === "points below 100" ? lost : (lhr.audits[name]?.numericValue ?? Number.NaN)));
  };
  try {
    const ours = await serveOverHttps(site.origin);
    const theirs = beside?.startsWith("http:") ? await serveOverHttps(beside) : beside;
    const measured: { page: string; ours: Metrics; theirs: Metrics | undefined }[] = [];
    for (const page of pages) {
      const [results, others]: [Metrics[], Metrics[]] = [[], []];
      for (let run = 0; run < runs; run++) {
        results.push(await visit(ours + page));
        if (theirs) others.push(await visit(theirs + page));
      }
      const medians = { page, ours: mediansOf(results), theirs: theirs ? mediansOf(others) : undefined };
      log(JSON.stringify(medians));
      measured.push(medians);
    }
    return names.flatMap((name) => {
      const figures = measured.map(({ page, ours, theirs }) => ({ page, ours: ours[name], theirs: theirs?.[name] }));
      const isTime = name !== "points below 100" && name !== "cumulative-layout-shift";
      return figureRows(name, figures, goals[name], isTime ? milliseconds : String);
    });
  } finally {
    chrome.kill();
    await site.stop();
  }
}

const collect = (value: (name: Goal) => number) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Metrics;

const mediansOf = (results: Metrics[]) => collect((name) => median(results.map((result) => result[name])));
