import { whenIdle } from "../scheduling.ts";

/**
 * The inline script of every page. The first view uses a fallback font with the same metrics. The font is asked for at
 * the first paint of text, so that no word waits for it, and the navigation script once the pictures are there as well.
 */
const { navigation } = (document.currentScript as HTMLScriptElement).dataset;

const importNavigation = () => import(/* @vite-ignore */ navigation as string);
const painted = new Promise<void>((resolve) => {
  new PerformanceObserver((list) => list.getEntriesByName("first-contentful-paint")[0] && resolve()).observe({
    type: "paint",
  });
  addEventListener("load", () => {
    // Firefox reports no paint of the page that thanks for a form, nor any browser one of a page in a hidden tab.
    setTimeout(resolve, 1000);
    painted.then(() => whenIdle(importNavigation));
  });
});

painted
  .then(() => document.fonts.load("1em N0"))
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

/*
 * A form that is sent before its script has started shows the studio's own messages as well: the browser's are
 * held back, and the form sends itself once it has started. If that takes too long, the browser's are shown after all.
 */
const holdBack = (event: Event) => {
  event.preventDefault();
  const { form } = event.target as HTMLInputElement;
  if (!form || "pressed" in form.dataset) return;
  form.dataset.pressed = "";
  importNavigation();
  setTimeout(() => {
    if (form.noValidate) return;
    removeEventListener("invalid", holdBack, true);
    form.reportValidity();
  }, 4000);
};
addEventListener("invalid", holdBack, true);

// Pictures further down do not compete with the first paint. This script stands before everything that is painted.
const beforePaint = new CSSStyleSheet();
beforePaint.replaceSync("img[loading]{display:none}");
document.adoptedStyleSheets = [beforePaint];
painted.then(() => {
  document.adoptedStyleSheets = [];
});
