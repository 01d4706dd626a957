import { listBuiltPaths, startVisitedSite } from "./bench-site.ts";
import { readPage } from "./page-bytes.ts";
import { type Load, loadPage } from "./page-load.ts";
import { besideRow, kilobytes, type Options, type Row } from "./report.ts";

export const limits = {
  flight: 14_000,
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

/** Goals 1, 3 and 5: the size of the build, and what phones with a pixel ratio of two or three fetch of it. */
export async function measure({ only, smallest, compareUrl }: Options): Promise<Row[]> {
  const pages = (only ?? listBuiltPaths()).map((address) => ({ address, ...readPage(address) }));
  const pageWithMost = (measureOf: (page: (typeof pages)[number]) => number) =>
    pages.reduce((one, other) => (measureOf(other) > measureOf(one) ? other : one));
  const largest = pageWithMost(({ flight }) => flight);
  // The contact page has the form, and therefore its own limit.
  const heaviest = pageWithMost(({ address, script }) => (address === "/contact" ? 0 : script));
  const blocking = pages.flatMap((page) => page.blocking);
  const forms = pages.filter(({ address, containsForm }) => containsForm && address !== "/contact");
  return [
    {
      goal: `1 document with its style and headers, brotli (${largest.address})`,
      ours: kilobytes(largest.flight),
      target: `≤ ${kilobytes(limits.flight)}`,
      ok: largest.flight <= limits.flight,
    },
    { goal: "1 requests that block rendering", ours: String(blocking.length), target: "0", ok: blocking.length === 0 },
    {
      goal: `3 script of a first view, brotli (${heaviest.address})`,
      ours: kilobytes(heaviest.script),
      target: `≤ ${kilobytes(limits.script)}`,
      ok: heaviest.script <= limits.script,
    },
    {
      goal: "3 pages with the form's script, bar contact",
      ours: String(forms.length),
      target: "0",
      ok: forms.length === 0,
    },
    ...(await loadRows(
      pages.map(({ address }) => address),
      smallest ? [2] : [2, 3],
    )),
    ...(compareUrl ? await comparisonRows(only ?? ["/"], compareUrl) : []),
  ];
}

/** What a phone fetches for a page, beside the same page of another site. */
async function comparisonRows(pages: string[], compareUrl: string): Promise<Row[]> {
  const site = await startVisitedSite();
  const rows: Row[] = [];
  try {
    for (const address of pages) {
      const ours = await loadPage(site.browser, site.url + address, 2);
      const theirs = await loadPage(site.browser, compareUrl + address, 2);
      rows.push(
        besideRow(`5 until the largest paint, ${address}`, ours.first.bytes, theirs.first.bytes, kilobytes),
        besideRow(`5 requests until then, ${address}`, ours.first.requests, theirs.first.requests, String),
        besideRow(`5 in all, ${address}`, ours.total, theirs.total, kilobytes),
        besideRow(`5 requests in all, ${address}`, ours.requests, theirs.requests, String),
      );
    }
  } finally {
    await site.stop();
  }
  return rows;
}

async function loadRows(pages: string[], ratios: number[]): Promise<Row[]> {
  const site = await startVisitedSite();
  const rows: Row[] = [];
  try {
    for (const pixels of ratios) {
      const loads: ({ address: string } & Load)[] = [];
      for (const address of pages)
        loads.push({ address, ...(await loadPage(site.browser, site.url + address, pixels)) });
      const heaviestOf = (chosen: typeof loads) =>
        chosen.reduce<(typeof loads)[number] | undefined>(
          (one, other) => (one && one.total > other.total ? one : other),
          undefined,
        );
      const total = (title: string, load: (typeof loads)[number] | undefined, limit: number): Row[] =>
        load
          ? [
              {
                goal: `5 ${title}, ${pixels} × (${load.address})`,
                ours: kilobytes(load.total),
                target: `≤ ${kilobytes(limit)}`,
                ok: load.total <= limit,
              },
            ]
          : [];
      if (pixels === 2) {
        const fonts = Math.max(...loads.map((load) => load.fonts));
        const files = Math.max(...loads.map((load) => load.fontFiles));
        const early = loads.reduce((sum, load) => sum + load.earlyScripts, 0);
        rows.push(
          {
            goal: "1 fonts",
            ours: `${kilobytes(fonts)}, ${files} file`,
            target: "≤ 60 kB, 2 files",
            ok: fonts <= limits.fonts && files <= limits.fontFiles,
          },
          { goal: "3 scripts fetched before the page has loaded", ours: String(early), target: "0", ok: early === 0 },
        );
      }
      rows.push(
        ...total("home in all", heaviestOf(loads.filter(({ address }) => address === "/")), limits.home),
        ...total(
          "largest treatment in all",
          heaviestOf(loads.filter(({ address }) => address.startsWith("/treatments/"))),
          limits.treatment,
        ),
      );
    }
  } finally {
    await site.stop();
  }
  return rows;
}
