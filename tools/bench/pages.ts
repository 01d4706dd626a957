import { listBuiltPaths, startBenchSite } from "./bench-site.ts";
import { openBrowser } from "./browser.ts";
import { requireOpenssl, serveOverHttps } from "./https.ts";
import { type Metrics, openLighthouse, requireLighthouse } from "./lighthouse.ts";
import { besideRow, log, median, milliseconds, type Options, type Row } from "./report.ts";

/** Goal 2: every page against a blank one over HTTP/2, in turn so that both meet the same conditions. */
export async function measure({ runs, only, compareUrl }: Options): Promise<Row[]> {
  requireLighthouse();
  requireOpenssl();
  const built = listBuiltPaths();
  const pages = only ?? built;
  const missing = pages.find((page) => !built.includes(page));
  if (missing) throw new Error(`There is no page ${missing}; there are ${built.join(", ")}.`);
  const site = await startBenchSite();
  const pagesWithPicture = await findPagesWithPicture(site.url, pages);
  const ours = await serveOverHttps(site.url);
  const other = compareUrl?.startsWith("http:") ? await serveOverHttps(compareUrl) : undefined;
  const otherUrl = other?.url ?? compareUrl;
  const lighthouse = await openLighthouse();
  try {
    const blanks: Metrics[] = [];
    const measured: [string, Metrics][] = [];
    const others = new Map<string, Metrics>();
    await lighthouse.measure(`${ours.url}/blank`);
    for (const page of pages) {
      blanks.push(await lighthouse.measure(`${ours.url}/blank`));
      const results: Metrics[] = [];
      const theirs: Metrics[] = [];
      for (let run = 0; run < runs; run++) {
        results.push(await lighthouse.measure(ours.url + page));
        if (otherUrl) theirs.push(await lighthouse.measure(otherUrl + page));
      }
      measured.push([page, medians(results)]);
      log(`${page} ${formatMetrics(medians(results))}`);
      if (!otherUrl) continue;
      others.set(page, medians(theirs));
      log(`beside: ${formatMetrics(medians(theirs))}`);
    }
    return [
      ...toRows(measured, medians(blanks), pagesWithPicture),
      ...measured.flatMap((page) => comparisonRows(page, others)),
    ];
  } finally {
    await lighthouse.stop();
    await other?.stop();
    await ours.stop();
    await site.stop();
  }
}

function medians(results: Metrics[]): Metrics {
  const medianOf = (name: keyof Metrics) => median(results.map((result) => result[name]));
  return {
    fcp: medianOf("fcp"),
    lcp: medianOf("lcp"),
    tbt: medianOf("tbt"),
    cls: medianOf("cls"),
    si: medianOf("si"),
    work: medianOf("work"),
    score: medianOf("score"),
  };
}

const formatMetrics = ({ score, fcp, lcp, tbt, cls, si, work }: Metrics) =>
  `${score} FCP ${fcp | 0} LCP ${lcp | 0} TBT ${tbt | 0} CLS ${cls.toFixed(3)} SI ${si | 0} main thread ${work | 0}`;

/** Every figure of a page beside that of the other site. */
function comparisonRows([page, metrics]: [string, Metrics], others: Map<string, Metrics>): Row[] {
  const other = others.get(page);
  if (!other) return [];
  const row = (title: string, name: keyof Metrics, format: (value: number) => string) =>
    besideRow(`2 ${title}, ${page}`, metrics[name], other[name], format);
  return [
    row("FCP", "fcp", milliseconds),
    row("LCP", "lcp", milliseconds),
    row("Speed Index", "si", milliseconds),
    row("TBT", "tbt", milliseconds),
    row("CLS", "cls", (value) => value.toFixed(3)),
    row("main-thread work", "work", milliseconds),
  ];
}

/** Makes one row for each figure, with the page that has the worst value. */
function toRows(measured: [string, Metrics][], blank: Metrics, pagesWithPicture: Set<string>): Row[] {
  const worst = (name: keyof Metrics, pages = measured, sign = 1) =>
    pages.reduce((one, other) => (sign * other[1][name] > sign * one[1][name] ? other : one));
  const relativeRow = (title: string, name: "fcp" | "lcp" | "si", limit: number, pages = measured): Row[] => {
    if (pages.length === 0) return [];
    const [page, metrics] = worst(name, pages);
    const ratio = metrics[name] / blank[name];
    return [
      {
        goal: `2 ${title} (${page})`,
        ours: milliseconds(metrics[name]),
        reference: `blank ${milliseconds(blank[name])}`,
        ratio,
        target: `≤ ${limit} ×`,
        ok: ratio <= limit,
      },
    ];
  };
  const absoluteRow = (title: string, name: keyof Metrics, sign: number, target: string, limit: number): Row => {
    const [page, metrics] = worst(name, measured, sign);
    const ours = Number(metrics[name].toFixed(3));
    return {
      goal: `2 ${title} (${page})`,
      ours: name === "tbt" ? milliseconds(ours) : String(ours),
      target,
      ok: sign * ours <= sign * limit,
    };
  };
  return [
    absoluteRow("performance score", "score", -1, "100", 100),
    ...relativeRow("FCP", "fcp", 1.15),
    ...relativeRow(
      "LCP, picture above the fold",
      "lcp",
      1.4,
      measured.filter(([page]) => pagesWithPicture.has(page)),
    ),
    ...relativeRow(
      "LCP, none above the fold",
      "lcp",
      1.3,
      measured.filter(([page]) => !pagesWithPicture.has(page)),
    ),
    ...relativeRow("Speed Index", "si", 1.3),
    absoluteRow("TBT", "tbt", 1, "≤ 100 ms", 100),
    absoluteRow("CLS", "cls", 1, "0", 0),
  ];
}

/** The pages with a picture in the first view of Lighthouse's phone. */
async function findPagesWithPicture(url: string, pages: string[]) {
  const browser = await openBrowser();
  const tab = await browser.newPage({ viewport: { width: 412, height: 823 } });
  const found = new Set<string>();
  for (const page of pages) {
    await tab.goto(url + page);
    const shown = await tab.evaluate(() =>
      [...document.images].some((image) => image.getBoundingClientRect().top < innerHeight),
    );
    if (shown) found.add(page);
  }
  await browser.close();
  return found;
}
