import { whenIdle } from "../scheduling.ts";
import { preloadForm } from "./form-island.ts";
import { getPage, isCached } from "./page-cache.ts";

/** What one page may have fetched ahead unasked: a list of thirty links must not cost thirty pages. */
const maxPrefetches = 5;

/** Long enough in view to be read: what is scrolled past is not fetched. */
const visibleMs = 400;

const internalLinks = "a[href^='/']";
/** The way home is in view on every page, and seldom taken. */
const prefetchableLinks = `${internalLinks}:not([href='/'])`;
const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };

let prefetchesLeft = 0;
const timers = new Map<Element, number>();
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    clearTimeout(timers.get(target));
    if (isIntersecting)
      timers.set(
        target,
        window.setTimeout(() => whenIdle(() => prefetch(target)), visibleMs),
      );
  }
});

/** Fetches what a finger or pointer reaches for. */
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

/** Fetches a few of the pages whose links have been in view for a moment, while the browser has nothing else to do. */
export function prefetchVisible() {
  observer.disconnect();
  prefetchesLeft = savesData() ? 0 : maxPrefetches;
  if (!prefetchesLeft) return;
  whenIdle(() => {
    for (const link of document.querySelectorAll(prefetchableLinks)) observer.observe(link);
  });
}

function prefetch(link: Element) {
  const { pathname } = link as HTMLAnchorElement;
  if (!isCached(pathname) && !isCurrentPage(link as HTMLAnchorElement) && prefetchesLeft-- > 0)
    getPage(pathname).catch(() => {});
}

/** Data is to be saved, or comes slowly: then it is for what was asked for. */
const savesData = () => connection?.saveData || /2g/.test(connection?.effectiveType ?? "");
const isCurrentPage = (link: HTMLAnchorElement) => link.pathname === location.pathname;
