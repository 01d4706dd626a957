import type { Browser } from "@playwright/test";
import { patient } from "../../tests/kit/patience.ts";
import type { Options } from "./report.ts";

/** Emulates slow 4G: 150 ms round trip, 1.6 Mb/s. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

export type Phone = Awaited<ReturnType<typeof openPhone>>;

/** A phone's processor has a quarter of this machine's speed. */
const slow = { slowdown: 4, waits: 1, context: { deviceScaleFactor: 2 } };
/** Where figures mean nothing, nothing is slowed down, hardly waited for, or painted twice. */
const quick = { slowdown: 1, waits: 0.02, context: { deviceScaleFactor: 1, reducedMotion: "reduce" } } as const;

/**
 * Opens a phone whose pages record when a tap came, when the next page was painted, how long taps waited, and for what.
 * Nothing here uses Playwright's locators or its waiting: both put a large script into the page, with listeners of its
 * own for every tap.
 */
export async function openPhone(browser: Browser, { smallest }: Options, { saveData = false, scripts = true } = {}) {
  const { slowdown, waits, context: more } = smallest ? quick : slow;
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    ...more,
  });
  context.setDefaultTimeout(patient(120_000));
  const tab = await context.newPage();
  const session = await context.newCDPSession(tab);
  await session.send("Network.enable");
  await session.send("Emulation.setEmitTouchEventsForMouse", { enabled: true, configuration: "mobile" });
  if (!scripts) await session.send("Network.setBlockedURLs", { urls: ["*.js"] });
  if (saveData) {
    await tab.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  }
  await tab.addInitScript(recordTimings);
  const wait = (milliseconds: number) => tab.waitForTimeout(milliseconds * waits);
  /** Asks the page until it answers. While it is replaced by the next one it cannot. */
  const ask = async <Answer>(question: (about: string) => Answer, about = ""): Promise<NonNullable<Answer>> => {
    for (const end = Date.now() + patient(120_000); Date.now() < end; await tab.waitForTimeout(50)) {
      const answer = await tab.evaluate(question, about).catch(() => undefined);
      if (answer) return answer as NonNullable<Answer>;
    }
    throw new Error(`The page did not answer: ${question} ${about}`);
  };
  /** The middle of the first of these elements that is shown, which is scrolled to if it is covered or not on the screen. */
  const reach = (selector: string) =>
    ask((wanted) => {
      const element = [...document.querySelectorAll(wanted)].find((one) => one.checkVisibility());
      const middle = () => {
        const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
        return { x: x + width / 2, y: y + height / 2 };
      };
      const top = document.elementFromPoint(middle().x, middle().y);
      if (!element?.contains(top)) element?.scrollIntoView({ block: "center", behavior: "instant" });
      return element && middle();
    }, selector);
  return {
    tab,
    wait,
    ask,
    reach,
    /**
     * A finger that stays down for 50 ms. Playwright's own tap is sent a whole frame after the time that its events say,
     * and every figure would include that frame. Chromium simulates a mouse here, and turns it into a finger.
     */
    async tap(where: string | { x: number; y: number }) {
      const { x, y } = typeof where === "string" ? await reach(where) : where;
      await session.send("Input.synthesizeTapGesture", { x, y, gestureSourceType: "mouse" });
    },
    async type(field: string, text: string, delay: number) {
      await tab.evaluate((selector) => document.querySelector<HTMLElement>(selector)?.focus(), field);
      await tab.keyboard.type(text, { delay: delay * waits });
    },
    /** Called after the first page has loaded where that is not measured, so that no run waits for it. */
    async slowDown() {
      await session.send("Network.emulateNetworkConditions", network);
      await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    },
    async timeTo(path: string, action: () => Promise<void>) {
      await tab.evaluate((to) => sessionStorage.setItem("to", to), path);
      await action();
      await wait(500);
      return ask(() => {
        const { tapped, shown } = sessionStorage;
        return shown && tapped && Number(shown) - Number(tapped);
      }).then(Number);
    },
    /** Measures from pressing Back to the paint of the previous page. */
    timeBack: () =>
      tab.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const start = performance.now();
            const before = document.querySelector("main h1");
            const checkFrame = () => {
              if (document.querySelector("main h1") === before) requestAnimationFrame(checkFrame);
              else setTimeout(() => resolve(performance.now() - start));
            };
            history.back();
            requestAnimationFrame(checkFrame);
          }),
      ),
    slowestTap: () => tab.evaluate(() => Math.max(0, ...((window as { delays?: number[] }).delays ?? []))),
    /** Adds up what each task since the first paint took beyond 50 ms: a tap would have waited for it noticeably. */
    blockingTime: () =>
      tab.evaluate(() => {
        const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
        return ((window as { longTasks?: PerformanceEntry[] }).longTasks ?? [])
          .map(({ startTime, duration }) => Math.min(duration, startTime + duration - painted))
          .reduce((sum, duration) => sum + Math.max(0, duration - 50), 0);
      }),
    resetTaps: () => tab.evaluate(() => void (window as { delays?: number[] }).delays?.splice(0)),
    close: () => context.close(),
  };
}

function recordTimings() {
  const delays: number[] = [];
  const longTasks: PerformanceEntry[] = [];
  Object.assign(window, { delays, longTasks });
  new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[]) {
      if (entry.interactionId) delays.push(entry.duration);
    }
  }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);

  const { to, tapped } = sessionStorage;
  const recordShown = (time: number) => sessionStorage.setItem("shown", String(performance.timeOrigin + time));
  if (to && tapped) {
    // After a full load, the tap was recorded by the previous page.
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries())
        if (name === "first-contentful-paint") recordShown(startTime);
    }).observe({ type: "paint", buffered: true });
    return;
  }
  addEventListener(
    "click",
    ({ timeStamp }) => {
      if (!sessionStorage.to) return;
      sessionStorage.setItem("tapped", String(performance.timeOrigin + timeStamp));
      const before = document.querySelector("main h1");
      const checkFrame = () => {
        const heading = document.querySelector("main h1");
        const arrived = heading && heading !== before && location.pathname === sessionStorage.to;
        // The current frame will show the page; a task queued now runs after the paint.
        if (arrived) setTimeout(() => recordShown(performance.now()));
        else requestAnimationFrame(checkFrame);
      };
      requestAnimationFrame(checkFrame);
    },
    { capture: true },
  );
}
