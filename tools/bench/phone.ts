import type { Browser } from "@playwright/test";
import { patient } from "../../tests/kit/patience.ts";

/** Slow 4G, and a processor with a quarter of this machine's speed. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowdown = 4;

export type Phone = Awaited<ReturnType<typeof openPhone>>;

/**
 * Opens a phone whose pages record when a tap came, when the next page was painted, and how long taps waited. Nothing here
 * uses Playwright's locators or its waiting: both put a large script into the page, with listeners of its own for every tap.
 */
export async function openPhone(browser: Browser, { saveData = false, scripts = true } = {}) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
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
    /** Called after the first page has loaded, which is not measured, so that no run waits for it. */
    async slowDown() {
      await session.send("Network.emulateNetworkConditions", network);
      await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    },
    async timeTo(path: string, action: () => Promise<void>) {
      await tab.evaluate((to) => sessionStorage.setItem("to", to), path);
      await action();
      // Asking is work for the page as well.
      await tab.waitForTimeout(500);
      const { tapped, shown } = await ask(() => sessionStorage.shown && { ...sessionStorage });
      return Number(shown) - Number(tapped);
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
    close: () => context.close(),
  };
}

function recordTimings() {
  const delays: number[] = [];
  Object.assign(window, { delays });
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
