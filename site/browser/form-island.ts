import { nextFrame } from "./moments.ts";

const island = "[data-island]";
const address = () => document.querySelector<HTMLElement>("[data-form]")?.dataset.form ?? "";

/** Fetches the form's script, without running it, for a page that will need it soon. */
export function preloadForm(page: HTMLElement) {
  if (!page.querySelector(island) || document.querySelector("[rel=modulepreload]")) return;
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = address();
  document.head.append(link);
}

/** What shows that somebody is there. */
const signs = ["pointermove", "touchstart", "keydown", "focusin", "scroll"];

/**
 * Wakes the form of a page, if it has one, once it is near and its reader moves. Until then it is the browser's own, its
 * script fetched and not run: many come for an address or a number.
 */
export function wakeFormWhenNear(page: HTMLElement) {
  const form = page.querySelector<HTMLElement>(`${island}:not([data-awake])`);
  if (!form) return;
  const watch = new AbortController();
  const { signal } = watch;
  const wake = async () => {
    watch.abort();
    form.dataset.awake = "";
    try {
      await nextFrame();
      const module: typeof import("./form.tsx") = await import(/* @vite-ignore */ address());
      module.wake(form);
    } catch {
      // Not to be had: the form is sent as it is without script, and the next visit tries again.
      delete form.dataset.awake;
    }
  };
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      preloadForm(page);
      for (const sign of signs) addEventListener(sign, wake, { signal, passive: true });
    },
    { rootMargin: "50%" },
  );
  observer.observe(form);
  page.addEventListener("leave", () => watch.abort(), { signal });
  signal.addEventListener("abort", () => observer.disconnect());
}
