import { listBuiltPaths, startVisitedSite } from "./bench-site.ts";
import { openPhone, type Phone } from "./phone.ts";
import { figureRows, log, median, milliseconds, type Options, type Row } from "./report.ts";

const modes = ["ahead", "tap", "full"] as const;
type Mode = (typeof modes)[number];

/**
 * A tap on a prefetched page, a tap on one that is not, the same tap without script, and Back, and the slowest tap of each
 * visit. The site to compare with takes every visit in turn with ours.
 */
export async function measure({ runs, beside }: Options): Promise<Row[]> {
  const site = await startVisitedSite();
  const rows: Row[] = [];
  const delays: number[] = [];
  const treatment = listBuiltPaths().find((path) => path.startsWith("/treatments/")) ?? "";
  const journeys = [
    ["/", "/about"],
    ["/", "/treatments"],
    ["/treatments", treatment],
  ] as const;
  try {
    for (const [from, to] of journeys) {
      const ours = emptyTimings();
      const theirs = emptyTimings();
      const visit = async (origin: string, mode: Mode, timings: ReturnType<typeof emptyTimings>) => {
        const phone = await openPhone(site.browser, { saveData: mode === "tap", scripts: mode !== "full" });
        const { shown, delay, back } = await timeNavigation(phone, origin + from, to, mode);
        timings[mode].push(shown);
        if (mode === "ahead") timings.back.push(back);
        if (mode !== "full" && timings === ours) delays.push(delay);
      };
      for (let run = 0; run < runs; run++) {
        for (const mode of modes) await visit(site.url, mode, ours);
        if (beside) await visit(beside, "ahead", theirs);
      }
      log(`${from} → ${to}: ${JSON.stringify({ ours, theirs })}`);
      const page = `${from} → ${to}`;
      const figure = (name: keyof typeof ours) => ({
        page,
        ours: median(ours[name]),
        theirs: theirs[name].length ? median(theirs[name]) : undefined,
      });
      rows.push(
        ...figureRows("fetched ahead", [figure("ahead")], 200, milliseconds),
        ...figureRows("fetched at the tap, to a full load", [figure("tap")], median(ours.full), milliseconds),
        ...figureRows("back", [figure("back")], 150, milliseconds),
      );
    }
    const slowest = median(delays);
    return [
      ...rows,
      { goal: "INP, slowest tap of a visit", ours: milliseconds(slowest), target: "≤ 100 ms", ok: slowest <= 100 },
    ];
  } finally {
    await site.stop();
  }
}

const emptyTimings = () => ({ ahead: [] as number[], tap: [] as number[], full: [] as number[], back: [] as number[] });

async function timeNavigation(phone: Phone, from: string, to: string, mode: Mode) {
  await phone.tab.goto(from);
  await phone.slowDown();
  await phone.tap({ x: 2, y: 200 });
  if (mode !== "full") await phone.ask(() => document.querySelector("[aria-controls=nav][aria-expanded]") !== null);
  const link = `a[href="${to}"]`;
  // What the page itself does not name, visitors find in the menu.
  if (!(await phone.ask((wanted) => [document.querySelector(`main ${wanted}`) !== null], link))[0])
    await phone.tap("header button");
  await phone.reach(link);
  if (mode === "ahead") await phone.ask(isFetched, to);
  await settle(phone);
  const shown = await phone.timeTo(to, () => phone.tap(link));
  await settle(phone);
  const delay = await phone.slowestTap();
  const back = mode === "ahead" ? await phone.timeBack() : 0;
  await phone.close();
  return { shown, delay, back };
}

const isFetched = (path: string) =>
  performance.getEntriesByType("resource").some(({ name }) => new URL(name).pathname === path);

/** This is long enough for a page that was fetched to be read, and for one that was shown to come to rest. */
const settle = ({ tab }: Phone) => tab.waitForTimeout(1500);
