import { afterNextPaint, whenIdle } from "../scheduling.ts";

const islandSelector = "[data-island]";
const formScriptUrl = () => document.querySelector<HTMLElement>("[data-form]")?.dataset.form ?? "";

/** Fetches the form's script, without running it, for a page that will need it soon. */
export function preloadForm(page: HTMLElement) {
  if (!page.querySelector(islandSelector) || document.querySelector("[rel=modulepreload]")) return;
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = formScriptUrl();
  document.head.append(link);
}

/** Fulfilled once somebody moves: many come for an address or a number, and a phone need not do more for them. */
const firstInteraction = new Promise((resolve) => {
  for (const eventName of ["pointermove", "touchstart", "keydown", "focusin", "scroll"])
    addEventListener(eventName, resolve, { once: true, passive: true });
});

/** Wakes the form of a page, if it has one, once it is near and somebody is there. Until then it is the browser's own. */
export function hydrateFormWhenNear(page: HTMLElement) {
  const form = page.querySelector<HTMLElement>(`${islandSelector}:not([data-awake])`);
  if (!form) return;
  const hydrate = async () => {
    preloadForm(page);
    await firstInteraction;
    await afterNextPaint();
    await new Promise<void>((resolve) => whenIdle(resolve));
    if (!form.isConnected || "awake" in form.dataset) return;
    form.dataset.awake = "";
    try {
      const module: typeof import("./hydrate-form.tsx") = await import(/* @vite-ignore */ formScriptUrl());
      module.hydrateForm(form);
    } catch {
      // Not to be had: the form is sent as it is without script, and the next visit tries again.
      delete form.dataset.awake;
    }
  };
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      hydrate();
    },
    { rootMargin: "50%" },
  );
  observer.observe(form);
}
