import type { Browser } from "@playwright/test";
import { listBuiltPaths, openTab, startVisitedSite } from "./bench-site.ts";
import { type Figure, figureRows, log, median, milliseconds, type Options, type Row } from "./report.ts";

/** Slow 4G, and a processor with a quarter of this machine's speed. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowdown = 4;

interface Visit {
  /** From a tap on a link, whose page was fetched ahead, to the paint of that page; and from Back to the page before. */
  shown: number;
  back: number;
}

/** Taps on links, and Back. */
export async function measure({ runs }: Options): Promise<Row[]> {
  await using site = await startVisitedSite();
  const figures: Record<keyof Visit, Figure[]> = { shown: [], back: [] };
  const treatment = listBuiltPaths().find((path) => path.startsWith("/treatments/")) ?? "";
  const journeys = [
    ["/", "/about"],
    ["/", "/treatments"],
    ["/treatments", treatment],
  ] as const;
  for (const [from, to] of journeys) {
    const visits: Visit[] = [];
    for (let run = 0; run < runs; run++) visits.push(await visit(site.browser, site.url + from, to));
    const page = `${from} → ${to}`;
    log(`${page}: ${JSON.stringify(visits)}`);
    for (const name of ["shown", "back"] as const)
      figures[name].push({ page, ours: median(visits.map((one) => one[name])) });
  }
  return [
    ...figureRows("tap to the next page", figures.shown, 200, milliseconds),
    ...figureRows("back", figures.back, 150, milliseconds),
  ];
}

/**
 * A visit on a phone. Nothing here uses Playwright's locators or its waiting: both put a large script into the page, with
 * listeners of its own for every tap.
 */
async function visit(browser: Browser, from: string, to: string): Promise<Visit> {
  const { tab, session, close } = await openTab(browser, 390, 2);
  await session.send("Emulation.setEmitTouchEventsForMouse", { enabled: true, configuration: "mobile" });
  /** Asks the page until it answers. */
  const ask = async <Answer>(question: (about: string) => Answer, about: string) => {
    for (let tries = 0; tries < 2_000; tries++) {
      const answer = await tab.evaluate(question, about);
      if (answer) return answer as NonNullable<Answer>;
      await tab.waitForTimeout(50);
    }
    throw new Error(`The page did not answer: ${question} ${about}`);
  };
  /**
   * A finger that stays down for 50 ms. Playwright's own tap is sent a whole frame after the time that its events say,
   * and every figure would include that frame. Chromium simulates a mouse here, and turns it into a finger.
   */
  const tap = (at: { x: number; y: number }) =>
    session.send("Input.synthesizeTapGesture", { ...at, gestureSourceType: "mouse" });
  /** This is long enough for a page that was fetched to be read, and for one that was shown to come to rest. */
  const settle = () => tab.waitForTimeout(1500);

  await tab.goto(from);
  // The first page is not measured, so no run waits for it.
  await session.send("Network.emulateNetworkConditions", network);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await tap({ x: 2, y: 200 });
  await ask(bringIntoView, "[aria-controls=nav][aria-expanded]");
  const link = `a[href="${to}"]`;
  // What the page itself does not name, visitors find in the menu.
  if (!(await tab.evaluate((named) => document.querySelector(named) !== null, `main ${link}`)))
    await tap(await ask(bringIntoView, "header button"));
  await ask(bringIntoView, link);
  await ask(isFetched, to);
  await settle();
  // Asking is work for the page as well, so it answers once it has been painted.
  const shown = tab.evaluate(timeNextPage, "tap");
  await tap(await ask(bringIntoView, link));
  const visit = { shown: await shown, back: 0 };
  await settle();
  visit.back = await tab.evaluate(timeNextPage, "back");
  await close();
  return visit;
}

const isFetched = (path: string) =>
  performance.getEntriesByType("resource").some(({ name }) => new URL(name).pathname === path);

/** The middle of the first of these elements that is shown, which is scrolled to if it is covered or not on the screen. */
function bringIntoView(selector: string) {
  const element = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
  const middle = () => {
    const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const top = document.elementFromPoint(middle().x, middle().y);
  if (!element?.contains(top)) element?.scrollIntoView({ block: "center", behavior: "instant" });
  return element && middle();
}

/** After how many milliseconds another page is painted: from the next tap, or from going back. */
const timeNextPage = (by: string) =>
  new Promise<number>((resolve) => {
    const before = document.querySelector("main h1");
    const waitForPage = (start: number) => {
      const heading = document.querySelector("main h1");
      // The current frame will show the page; a task queued now runs after the paint.
      if (heading && heading !== before) setTimeout(() => resolve(performance.now() - start));
      else requestAnimationFrame(() => waitForPage(start));
    };
    if (by === "tap")
      return addEventListener("click", ({ timeStamp }) => waitForPage(timeStamp), { capture: true, once: true });
    waitForPage(performance.now());
    history.back();
  });
