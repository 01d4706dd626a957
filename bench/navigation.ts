import type { Browser } from "@playwright/test";
import { openBrowser } from "./browser.ts";
import { interactive } from "./page-load.ts";
import { openPhone, type Phone } from "./phone.ts";
import { startSite } from "./site.ts";
import { median, milliseconds, type Options, type Row, say } from "./table.ts";

const journeys: [from: string, to: string][] = [
  ["/", "/contact"],
  ["/", "/treatments"],
  ["/treatments", "/treatments/diode-laser"],
  ["/treatments/facials", "/treatments"],
  ["/about", "/contact"],
];

/** Goal 4: a tap that finds its page fetched ahead, one that does not, and the same tap on a page without script. */
export async function measure({ runs }: Options): Promise<Row[]> {
  const site = await startSite();
  const browser = await openBrowser();
  const rows: Row[] = [];
  const delays: number[] = [];
  try {
    for (const [from, to] of journeys) {
      const times = { ahead: [] as number[], tap: [] as number[], full: [] as number[] };
      for (let run = 0; run < runs; run++) {
        for (const way of ["ahead", "tap", "full"] as const) {
          const { shown, delay } = await follow(browser, site.url + from, to, way);
          times[way].push(shown);
          if (way !== "full") delays.push(delay);
        }
      }
      const [ahead, tap, full] = [median(times.ahead), median(times.tap), median(times.full)];
      say(
        `${from} → ${to}: ahead ${times.ahead.map(Math.round)}, tap ${times.tap.map(Math.round)}, full ${times.full.map(Math.round)}`,
      );
      const row = (goal: string, time: number) => ({
        goal: `4 ${goal}, ${from} → ${to}`,
        ours: milliseconds(time),
        reference: `full load ${milliseconds(full)}`,
        ratio: time / full,
      });
      rows.push(
        { ...row("fetched ahead", ahead), target: "≤ 100 ms", ok: ahead <= 100 },
        { ...row("fetched at the tap", tap), target: "≤ 1 ×", ok: tap <= full },
      );
    }
    for (let run = 0; run < runs; run++) delays.push(await menuWhileStarting(browser, site.url));
    const slowest = Math.max(...delays);
    return [
      ...rows,
      { goal: "4 INP, slowest of all taps", ours: milliseconds(slowest), target: "≤ 100 ms", ok: slowest <= 100 },
    ];
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function follow(browser: Browser, from: string, to: string, way: "ahead" | "tap" | "full") {
  const phone = await openPhone(browser, { saveData: way === "tap", scripts: way !== "full" });
  await phone.tab.goto(from);
  await phone.slowDown();
  await phone.tab.touchscreen.tap(2, 200);
  if (way !== "full") await interactive(phone.tab);
  const link = phone.tab.locator(`a[href="${to}"]:visible`).first();
  await link.scrollIntoViewIfNeeded();
  await settle(phone);
  const shown = await phone.timeTo(to, () => link.tap());
  const delay = await phone.slowestTap();
  await phone.close();
  return { shown, delay };
}

/** Long enough for what is in view to be fetched ahead. */
const settle = ({ tab }: Phone) => tab.waitForTimeout(2500);

/** The menu tapped again and again while the page's script starts: the worst moment for a tap. */
async function menuWhileStarting(browser: Browser, url: string) {
  const phone = await openPhone(browser, { saveData: false, scripts: true });
  await phone.tab.goto(url);
  await phone.slowDown();
  const button = await phone.tab.locator("[aria-controls=nav]").boundingBox();
  for (let taps = 0; taps < 12; taps++) {
    await phone.tab.touchscreen.tap((button?.x ?? 0) + 5, (button?.y ?? 0) + 5);
    await phone.tab.waitForTimeout(120);
  }
  await interactive(phone.tab);
  const delay = await phone.slowestTap();
  await phone.close();
  return delay;
}
