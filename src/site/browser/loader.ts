import { lightAt } from "../light.ts";

/**
 * The inline script of every page. The first view uses a fallback font with the same metrics. The font is asked for at
 * the first paint of text, so that no word waits for it, and the navigation script once the pictures are there as well.
 */
const { navigation, sun } = (document.currentScript as HTMLScriptElement).dataset;

// This script stands before everything that is painted, so no light changes afterwards.
const root = document.documentElement;
if (sun) root.style.cssText = lightAt(Date.now(), JSON.parse(sun));

const importNavigation = () => import(/* @vite-ignore */ navigation as string);
const painted = new Promise<void>((resolve) => {
  new PerformanceObserver((list) => list.getEntriesByName("first-contentful-paint")[0] && resolve()).observe({
    type: "paint",
  });
  // Pictures further down do not compete with the first paint.
  root.dataset.hold = "";
  addEventListener("load", () => {
    // Firefox reports no paint of the page that thanks for a form, nor any browser one of a page in a hidden tab.
    setTimeout(resolve, 1000);
    // Written out, since this script is in every page, and whenIdle is longer.
    painted.then(
      () => window.requestIdleCallback?.(importNavigation, { timeout: 2000 }) ?? setTimeout(importNavigation),
    );
  });
});

painted
  .then(() => {
    delete root.dataset.hold;
    return document.fonts.load("1em N0");
  })
  .then(
    () => {
      const parts = document.querySelectorAll<HTMLElement>("body,main,section,footer");
      // Each part of the page is laid out in a task of its own, so that a tap waits for one of them at most. From the
      // last to the first, what is inside another part comes before it.
      [...parts].reverse().map((part) =>
        setTimeout(() => {
          part.dataset.font = "";
          part.clientHeight;
        }),
      );
    },
    () => {},
  );
