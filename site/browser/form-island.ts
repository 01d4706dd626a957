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

/** Wakes the form of a page, if it has one, once it comes near or is touched. Until then it is the browser's own. */
export function wakeFormWhenNear(page: HTMLElement) {
  const form = page.querySelector<HTMLElement>(`${island}:not([data-awake])`);
  if (!form) return;
  const wake = async () => {
    observer.disconnect();
    if (form.dataset.awake) return;
    form.dataset.awake = "1";
    try {
      const module: typeof import("./form.tsx") = await import(/* @vite-ignore */ address());
      module.wake(form);
    } catch {
      // Not to be had: the form is sent as it is without script, and the next visit tries again.
      delete form.dataset.awake;
    }
  };
  const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && wake(), {
    rootMargin: "50%",
  });
  observer.observe(form);
  for (const sign of ["focusin", "touchstart"]) form.addEventListener(sign, wake, { once: true, passive: true });
}
