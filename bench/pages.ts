import { openBrowser } from "./browser.ts";
import { type Figures, openLighthouse, requireLighthouse } from "./lighthouse.ts";
import { addresses, startSite } from "./site.ts";
import { median, milliseconds, type Options, type Row, say } from "./table.ts";

/** Goal 2: every page beside a blank one from the same server, each page in turn so that both meet the same weather. */
export async function measure({ runs, only, beside }: Options): Promise<Row[]> {
  requireLighthouse();
  const pages = only ?? addresses();
  const site = await startSite();
  const pictured = await picturesAbove(site.url, pages);
  const lighthouse = await openLighthouse();
  try {
    const blanks: Figures[] = [];
    const found: [string, Figures][] = [];
    const others = new Map<string, Figures>();
    await lighthouse.measure(`${site.url}/blank`);
    for (const page of pages) {
      blanks.push(await lighthouse.measure(`${site.url}/blank`));
      const results: Figures[] = [];
      const theirs: Figures[] = [];
      for (let run = 0; run < runs; run++) {
        results.push(await lighthouse.measure(site.url + page));
        if (beside) theirs.push(await lighthouse.measure(beside + page));
      }
      found.push([page, medians(results)]);
      say(`${page} ${inWords(medians(results))}`);
      if (!beside) continue;
      others.set(page, medians(theirs));
      say(`beside: ${inWords(medians(theirs))}`);
    }
    return [...rowsOf(found, medians(blanks), pictured), ...found.flatMap((page) => rowsBeside(page, others))];
  } finally {
    await lighthouse.stop();
    await site.stop();
  }
}

function medians(results: Figures[]): Figures {
  const of = (name: keyof Figures) => median(results.map((result) => result[name]));
  return {
    fcp: of("fcp"),
    lcp: of("lcp"),
    tbt: of("tbt"),
    cls: of("cls"),
    si: of("si"),
    work: of("work"),
    score: of("score"),
  };
}

const inWords = ({ score, fcp, lcp, tbt, cls, si, work }: Figures) =>
  `${score} FCP ${fcp | 0} LCP ${lcp | 0} TBT ${tbt | 0} CLS ${cls.toFixed(3)} SI ${si | 0} main thread ${work | 0}`;

function rowsBeside([page, figures]: [string, Figures], others: Map<string, Figures>): Row[] {
  const other = others.get(page);
  if (!other) return [];
  const row = (title: string, name: "fcp" | "work", most: number): Row => {
    const ratio = figures[name] / other[name];
    return {
      goal: `2 ${title}, ${page}`,
      ours: milliseconds(figures[name]),
      reference: `beside ${milliseconds(other[name])}`,
      ratio,
      target: `≤ ${most} ×`,
      ok: ratio <= most,
    };
  };
  return [row("FCP", "fcp", 1), row("main-thread work", "work", 0.5)];
}

/** One line for each figure, showing the page that does worst in it. */
function rowsOf(found: [string, Figures][], blank: Figures, pictured: Set<string>): Row[] {
  const worst = (name: keyof Figures, pages = found, sign = 1) =>
    pages.reduce((one, other) => (sign * other[1][name] > sign * one[1][name] ? other : one));
  const compared = (title: string, name: "fcp" | "lcp" | "si", most: number, pages = found): Row[] => {
    if (pages.length === 0) return [];
    const [page, figures] = worst(name, pages);
    const ratio = figures[name] / blank[name];
    return [
      {
        goal: `2 ${title} (${page})`,
        ours: milliseconds(figures[name]),
        reference: `blank ${milliseconds(blank[name])}`,
        ratio,
        target: `≤ ${most} ×`,
        ok: ratio <= most,
      },
    ];
  };
  const absolute = (title: string, name: keyof Figures, sign: number, target: string, most: number): Row => {
    const [page, figures] = worst(name, found, sign);
    const ours = Number(figures[name].toFixed(3));
    return {
      goal: `2 ${title} (${page})`,
      ours: name === "tbt" ? milliseconds(ours) : String(ours),
      target,
      ok: sign * ours <= sign * most,
    };
  };
  return [
    absolute("performance score", "score", -1, "100", 100),
    ...compared("FCP", "fcp", 1.15),
    ...compared(
      "LCP, picture above the fold",
      "lcp",
      1.4,
      found.filter(([page]) => pictured.has(page)),
    ),
    ...compared(
      "LCP, none above the fold",
      "lcp",
      1.3,
      found.filter(([page]) => !pictured.has(page)),
    ),
    ...compared("Speed Index", "si", 1.3),
    absolute("TBT", "tbt", 1, "≤ 30 ms", 30),
    absolute("CLS", "cls", 1, "0", 0),
  ];
}

/** The pages that show a picture in the first view of the phone Lighthouse plays. */
async function picturesAbove(url: string, pages: string[]) {
  const browser = await openBrowser();
  const tab = await browser.newPage({ viewport: { width: 412, height: 823 } });
  const pictured = new Set<string>();
  for (const page of pages) {
    await tab.goto(url + page);
    const shown = await tab.evaluate(() =>
      [...document.images].some((image) => image.getBoundingClientRect().top < innerHeight),
    );
    if (shown) pictured.add(page);
  }
  await browser.close();
  return pictured;
}
