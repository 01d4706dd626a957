import { startVisitedSite } from "./bench-site.ts";
import { readPage } from "./page-bytes.ts";
import { type Load, loadPage } from "./page-load.ts";
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
  home: 200_000,
  /** The limit for any page until its largest paint; the pictures further down follow when the browser is idle. */
  first: 110_000,
  requests: 12,
  treatment: 200_000,
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
  const site = await startVisitedSite();
  try {
    for (const pixels of [2, 3]) {
      const loads: { page: string; load: Load }[] = [];
      for (const page of pages) loads.push({ page, load: await loadPage(site.browser, site.url + page, pixels) });
      const add = (goal: string, limit: number, format: (value: number) => string, figure: (load: Load) => number) => {
        const figures = loads.map(({ page, load }) => ({ page, ours: figure(load) }));
        rows.push(...figureRows(`${goal}, ${pixels} ×`, figures, limit, format));
      };
      add("until the largest paint", limits.first, kilobytes, ({ first }) => first.bytes);
      add("requests until then", limits.requests, String, ({ first }) => first.requests);
      add("in all", limits.home, kilobytes, ({ total }) => total);
      add("fonts", limits.fonts, kilobytes, ({ fonts }) => fonts);
    }
  } finally {
    await site.stop();
  }
  return rows;
}
