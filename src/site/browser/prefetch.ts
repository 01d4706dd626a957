import { whenIdle } from "../scheduling.ts";
import { preloadForm } from "./form-island.ts";
import { getPage, isCached } from "./page-cache.ts";

/** The most pages that one page prefetches, since a list of thirty links must not cost thirty pages. */
const maxPrefetches = 5;

/** A link must be visible this long, so that links scrolled past are not prefetched. */
const visibleMs = 400;

const internalLinks = "a[href^='/']";
/**
 * The home link and the footer are on every page and rarely followed, so they are not prefetched: who reads to the
 * end would fetch four pages more. Nor are links in the form: they are beside Send, which must not wait for them.
 */
const prefetchableLinks = `${internalLinks}:not([href='/'],form *,footer *)`;
const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };

let prefetchesLeft = 0;
const timers = new Map<Element, ReturnType<typeof setTimeout>>();
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    clearTimeout(timers.get(target));
    if (isIntersecting)
      timers.set(
        target,
        setTimeout(() => whenIdle(() => prefetch(target)), visibleMs),
      );
  }
});

/** Prefetches a page when a pointer, a finger or the focus reaches its link. */
export function prefetchOnIntent() {
  const prefetchTarget = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>(internalLinks);
    if (!link || savesData() || isCurrentPage(link)) return;
    getPage(link.pathname).then(
      (page) => page && preloadForm(page.main),
      () => {},
    );
  };
  for (const eventName of ["pointerover", "touchstart", "focusin"])
    addEventListener(eventName, prefetchTarget, { passive: true });
}

/** Prefetches a few pages whose links have been visible for a moment, while the browser is idle. */
export function prefetchVisible() {
  observer.disconnect();
  prefetchesLeft = savesData() ? 0 : maxPrefetches;
  if (!prefetchesLeft) return;
  whenIdle(() => {
    for (const link of document.querySelectorAll(prefetchableLinks)) observer.observe(link);
  });
}

/**
 * Fetches the pictures further down as well, so that whatever captures, prints or scrolls the page finds them. Asking
 * for twenty at once takes long, so each is a task of its own.
 */
export function fetchLowerPictures(page: HTMLElement) {
  if (savesData()) return;
  for (const image of page.querySelectorAll<HTMLImageElement>("img[loading=lazy]"))
    whenIdle(() => {
      if (image.checkVisibility()) image.loading = "eager";
    });
}

function prefetch(link: Element) {
  const { pathname } = link as HTMLAnchorElement;
  if (!isCached(pathname) && !isCurrentPage(link as HTMLAnchorElement) && prefetchesLeft-- > 0)
    getPage(pathname).catch(() => {});
}

/** With Save-Data or a 2G connection nothing is prefetched. */
const savesData = () => connection?.saveData || /2g/.test(connection?.effectiveType ?? "");
const isCurrentPage = (link: HTMLAnchorElement) => link.pathname === location.pathname;
