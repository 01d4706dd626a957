import { preloadForm } from "./form-island.ts";
import { getPage, isKept } from "./kept-pages.ts";
import { whenIdle } from "./moments.ts";

/** What one page may have fetched ahead unasked: a list of thirty links must not cost thirty pages. */
const most = 5;

/** Long enough in view to be read: what is scrolled past is not fetched. */
const glance = 400;

const links = "a[href^='/']";
/** The way home is in view on every page, and seldom taken. */
const inviting = `${links}:not([href='/'])`;
const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };

let left = 0;
const timers = new Map<Element, number>();
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    clearTimeout(timers.get(target));
    if (isIntersecting)
      timers.set(
        target,
        window.setTimeout(() => whenIdle(() => fetchUnasked(target)), glance),
      );
  }
});

/** Fetches what a finger or pointer reaches for. */
export function fetchWhatIsReachedFor() {
  const reach = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>(links);
    if (!link || isDear() || isHere(link)) return;
    getPage(link.pathname).then(
      (page) => page && preloadForm(page.main),
      () => {},
    );
  };
  for (const sign of ["pointerover", "touchstart", "focusin"]) addEventListener(sign, reach, { passive: true });
}

/** Fetches a few of the pages whose links have been in view for a moment, while the browser has nothing else to do. */
export function fetchWhatIsLookedAt() {
  observer.disconnect();
  left = isDear() ? 0 : most;
  if (!left) return;
  whenIdle(() => {
    for (const link of document.querySelectorAll(inviting)) observer.observe(link);
  });
}

function fetchUnasked(link: Element) {
  const { pathname } = link as HTMLAnchorElement;
  if (!isKept(pathname) && !isHere(link as HTMLAnchorElement) && left-- > 0) getPage(pathname).catch(() => {});
}

/** Data is to be saved, or comes slowly: then it is for what was asked for. */
const isDear = () => connection?.saveData || /2g/.test(connection?.effectiveType ?? "");
const isHere = (link: HTMLAnchorElement) => link.pathname === location.pathname;
