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

/**
 * Resolves at the first interaction. Many visitors only look up an address or a number, and need no form script. A
 * finger that comes down is none yet: the script would start under it, and the tap would wait.
 */
const firstInteraction = new Promise((resolve) => {
  for (const eventName of ["pointermove", "keydown", "focusin", "scroll", "invalid"])
    addEventListener(eventName, resolve, { capture: true, once: true, passive: true });
});

/** Hydrates the page's form once it is near the screen and the visitor interacts. Until then it needs no script. */
export function hydrateFormWhenNear(page: HTMLElement) {
  const form = page.querySelector<HTMLElement>(`${islandSelector}:not([data-awake])`);
  if (!form) return;
  const isPressed = () => form.querySelector("[data-pressed]");
  const hydrate = async () => {
    preloadForm(page);
    if (!isPressed()) {
      await firstInteraction;
      await afterNextPaint();
    }
    if (!isPressed()) await new Promise<void>((resolve) => whenIdle(resolve));
    if (!form.isConnected || "awake" in form.dataset) return;
    form.dataset.awake = "";
    try {
      const module: typeof import("./hydrate-form.tsx") = await import(/* @vite-ignore */ formScriptUrl());
      module.hydrateForm(form);
    } catch {
      // The script could not be loaded: the form still works without it, and the next visit tries again.
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
