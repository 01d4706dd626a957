import { startVisitedSite, type VisitedSite } from "./bench-site.ts";
import { openPhone, type Phone } from "./phone.ts";
import { log, median, milliseconds, type Options, type Row } from "./report.ts";

const journeys: [from: string, to: string][] = [
  ["/", "/about"],
  ["/", "/treatments"],
  ["/treatments", "/treatments/diode-laser"],
];

/** One page of each kind that many visitors see first. */
const landingPages = ["/", "/about", "/contact", "/treatments", "/treatments/diode-laser"];

const modes = ["ahead", "tap", "full"] as const;
type Mode = (typeof modes)[number];

/**
 * Goal 4: a tap on a prefetched page, a tap on one that is not, the same tap without script, and Back, the slowest tap
 * of each visit, and how long taps would have waited while a page loads. The site to compare with takes every step of a
 * visit in turn with ours.
 */
export async function measure(options: Options): Promise<Row[]> {
  const { runs, compareUrl, smallest } = options;
  const site = await startVisitedSite();
  const rows: Row[] = [];
  const delays: number[] = [];
  const blankDelays: number[] = [];
  try {
    for (const [from, to] of smallest ? journeys.slice(1, 2) : journeys) {
      const ours = emptyTimings();
      const theirs = emptyTimings();
      for (let run = 0; run < runs; run++) {
        for (const mode of modes) {
          const settings = { saveData: mode === "tap", scripts: mode !== "full" };
          const phone = await openPhone(site.browser, options, settings);
          const step = await timeNavigation(phone, site.url + from, to, mode);
          ours[mode].push(step.shown);
          if (mode !== "full") delays.push(step.delay);
          if (mode === "ahead") ours.back.push(step.back);
        }
        if (!compareUrl) continue;
        const other = await timeNavigation(await openPhone(site.browser, options), compareUrl + from, to, "ahead");
        theirs.ahead.push(other.shown);
        theirs.back.push(other.back);
      }
      for (const [name, times] of Object.entries(ours)) log(`${from} → ${to}, ${name}: ${times.map(Math.round)}`);
      if (compareUrl) log(`beside: ${theirs.ahead.map(Math.round)}, back ${theirs.back.map(Math.round)}`);
      rows.push(...toRows(`${from} → ${to}`, ours, compareUrl ? theirs : undefined));
    }
    for (let run = 0; run < runs; run++) {
      delays.push(await tapMenuDuringLoad(await openPhone(site.browser, options), site.url, smallest ? 1 : 12));
      blankDelays.push(await tapBlankPage(await openPhone(site.browser, options), site.url));
    }
    log(`slowest tap of each visit: ${delays}; of the blank page: ${blankDelays}`);
    const slowest = median(delays);
    const blank = median(blankDelays);
    return [
      ...rows,
      {
        goal: "4 INP, slowest tap of a visit",
        ours: milliseconds(slowest),
        reference: `blank page ${milliseconds(blank)}`,
        ratio: slowest / blank,
        target: "≤ 100 ms",
        ok: slowest <= 100,
      },
      await measureBlocking(site, options),
    ];
  } finally {
    await site.stop();
  }
}

const emptyTimings = () => ({ ahead: [] as number[], tap: [] as number[], full: [] as number[], back: [] as number[] });

function toRows(
  journey: string,
  ours: ReturnType<typeof emptyTimings>,
  theirs?: ReturnType<typeof emptyTimings>,
): Row[] {
  const full = median(ours.full);
  const row = (title: string, time: number, reference: number, name: string) => ({
    goal: `4 ${title}, ${journey}`,
    ours: milliseconds(time),
    reference: `${name} ${milliseconds(reference)}`,
    ratio: time / reference,
  });
  const ahead = median(ours.ahead);
  const tap = median(ours.tap);
  const back = median(ours.back);
  return [
    theirs
      ? {
          ...row("fetched ahead", ahead, median(theirs.ahead), "beside"),
          target: "≤ 0.5 ×",
          ok: ahead <= median(theirs.ahead) / 2,
        }
      : { ...row("fetched ahead", ahead, full, "full load"), target: "≤ 200 ms", ok: ahead <= 200 },
    { ...row("fetched at the tap", tap, full, "full load"), target: "≤ 1 ×", ok: tap <= full },
    {
      ...(theirs ? row("back", back, median(theirs.back), "beside") : row("back", back, full, "full load")),
      target: "≤ 150 ms",
      ok: back <= 150,
    },
  ];
}

async function timeNavigation(phone: Phone, from: string, to: string, mode: Mode) {
  await phone.tab.goto(from);
  await phone.slowDown();
  await phone.tap({ x: 2, y: 200 });
  if (mode !== "full") await waitUntilInteractive(phone);
  const link = `a[href="${to}"]`;
  // What the page itself does not name, visitors find in the menu.
  if (!(await phone.ask((wanted) => [document.querySelector(`main ${wanted}`) !== null], link))[0])
    await phone.tap("header button");
  await phone.reach(link);
  if (mode === "ahead") await waitUntilFetched(phone, to);
  await settle(phone);
  const shown = await phone.timeTo(to, () => phone.tap(link));
  const delay = await phone.slowestTap();
  if (mode === "ahead") await settle(phone);
  const back = mode === "ahead" ? await phone.timeBack() : 0;
  await phone.close();
  return { shown, delay, back };
}

const waitUntilInteractive = ({ ask }: Phone) =>
  ask(() => document.querySelector("[aria-controls=nav][aria-expanded]") !== null);

const waitUntilFetched = ({ ask }: Phone, path: string) =>
  ask((wanted) => performance.getEntriesByType("resource").some(({ name }) => new URL(name).pathname === wanted), path);

/** This is long enough for a page that was fetched to be read, and for one that was shown to come to rest. */
const settle = ({ wait }: Phone) => wait(1500);

/** Taps the menu repeatedly while the page's script starts, which is the worst moment for a tap. */
async function tapMenuDuringLoad(phone: Phone, url: string, count: number) {
  await phone.tab.goto(url);
  await phone.slowDown();
  const button = "[aria-controls=nav]";
  for (let taps = 0; taps < count; taps++) {
    await phone.tap(button);
    await phone.wait(120);
  }
  await waitUntilInteractive(phone);
  const delay = await phone.slowestTap();
  await phone.close();
  return delay;
}

/** The same first tap where there is nothing to load: what the machine itself takes. */
async function tapBlankPage(phone: Phone, url: string) {
  await phone.tab.goto(`${url}/blank`);
  await phone.slowDown();
  await phone.tap({ x: 2, y: 200 });
  await phone.wait(1500);
  const delay = await phone.slowestTap();
  await phone.close();
  return delay;
}

/** The page that blocks taps the longest. Lighthouse only calculates this, from a load at full speed. */
async function measureBlocking({ browser, url }: VisitedSite, options: Options): Promise<Row> {
  const paths = options.smallest ? ["/"] : landingPages;
  const pages = paths.map((path) => ({ path, times: [] as number[] }));
  for (let run = 0; run < options.runs; run++) {
    for (const { path, times } of pages) {
      const phone = await openPhone(browser, options);
      await phone.slowDown();
      await phone.tab.goto(url + path);
      await phone.wait(3000);
      times.push(await phone.blockingTime());
      await phone.close();
    }
  }
  for (const { path, times } of pages) log(`${path}, blocking: ${times.map(Math.round)}`);
  const worst = pages.reduce((one, other) => (median(other.times) > median(one.times) ? other : one));
  const blocking = median(worst.times);
  return { goal: `4 TBT (${worst.path})`, ours: milliseconds(blocking), target: "≤ 100 ms", ok: blocking <= 100 };
}
