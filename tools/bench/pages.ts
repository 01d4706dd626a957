import { startBenchSite } from "./bench-site.ts";
import { serveOverHttps } from "./https.ts";
import { type Metrics, openLighthouse } from "./lighthouse.ts";
import { figureRows, log, median, milliseconds, type Options, type Row } from "./report.ts";

/** Every page by Lighthouse over HTTP/2, in turn with a blank one and with the same page of another site. */
export async function measure({ runs, pages, beside }: Options): Promise<Row[]> {
  const lighthouse = await openLighthouse();
  const site = await startBenchSite();
  try {
    const ours = await serveOverHttps(site.url);
    const theirs = beside?.startsWith("http:") ? await serveOverHttps(beside) : beside;
    const blanks: Metrics[] = [];
    const measured: { page: string; ours: Metrics; theirs: Metrics | undefined }[] = [];
    await lighthouse.measure(`${ours}/blank`);
    for (const page of pages) {
      blanks.push(await lighthouse.measure(`${ours}/blank`));
      const results: Metrics[] = [];
      const others: Metrics[] = [];
      for (let run = 0; run < runs; run++) {
        results.push(await lighthouse.measure(ours + page));
        if (theirs) others.push(await lighthouse.measure(theirs + page));
      }
      const medians = { page, ours: mediansOf(results), theirs: theirs ? mediansOf(others) : undefined };
      log(JSON.stringify(medians));
      measured.push(medians);
    }
    const blank = mediansOf(blanks);
    log(`blank ${JSON.stringify(blank)}`);
    const rows = (goal: string, name: keyof Metrics, limit: number, format = milliseconds) => {
      const figures = measured.map(({ page, ours, theirs }) => ({ page, ours: ours[name], theirs: theirs?.[name] }));
      return figureRows(goal, figures, limit, format);
    };
    return [
      ...rows("points below 100", "lost", 0, String),
      ...rows("FCP, to 1.15 × blank", "fcp", 1.15 * blank.fcp),
      ...rows("LCP, to 1.4 × blank", "lcp", 1.4 * blank.lcp),
      ...rows("Speed Index, to 1.3 × blank", "si", 1.3 * blank.si),
      ...rows("TBT", "tbt", 100),
      ...rows("CLS", "cls", 0, (value) => value.toFixed(3)),
    ];
  } finally {
    lighthouse.stop();
    await site.stop();
  }
}

const mediansOf = (results: Metrics[]): Metrics => {
  const of = (name: keyof Metrics) => median(results.map((result) => result[name]));
  return { fcp: of("fcp"), lcp: of("lcp"), si: of("si"), tbt: of("tbt"), cls: of("cls"), lost: of("lost") };
};
