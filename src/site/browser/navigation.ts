import { countsVisits, failure } from "virtual:script-data";
import type { Markup } from "../failure-message.tsx";
import { ariaCurrent } from "../parts/aria-current.ts";
import { bookLink, readAbout } from "../parts/book-link.ts";
import { afterNextPaint } from "../scheduling.ts";
import { watchBottomBar } from "./bottom-bar.ts";
import { hydrateFormWhenNear } from "./form-island.ts";
import { setUpMenu, updateMenu } from "./menu.ts";
import { cachePage, getPage, readView, type View } from "./page-cache.ts";
import { fetchLowerPictures, prefetchOnIntent, prefetchVisible } from "./prefetch.ts";
import { fillTicket } from "./ticket.ts";

/** The links to the form around the page. Those of a treatment's page are about it. */
const bookLinks = "[href^='/contact']:is([data-button],footer *):not(main *)";

/** If a tap waits longer than this for its event, the phone is too busy for a cross-fade. */
const maxInputDelayMs = 20;

/** The scroll position, stored with each history entry. */
interface ScrollState {
  y?: number;
}

let currentPath = location.pathname;
let currentView = readView(document) as View;
/** Adds what a long page has below the screen, which a tap does not wait for. */
let addRest = () => {};
/** Numbers the navigations, so that a page that arrives after a newer navigation is dropped. */
let navigationCount = 0;

addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
  if (
    !link ||
    event.defaultPrevented ||
    event.button ||
    hasModifierKey(event) ||
    link.target ||
    link.hasAttribute("download")
  )
    return;
  if (link.origin !== location.origin || (link.search && !readAbout(link.search))) return;
  // The browser follows anchors by itself.
  if (link.pathname + link.search === currentPath + location.search && link.hash) {
    saveScrollPosition();
    document.documentElement.dataset.smooth = "";
    return;
  }
  if (scrollY !== (history.state as ScrollState | null)?.y) saveScrollPosition();
  event.preventDefault();
  navigate(link, performance.now() - event.timeStamp < maxInputDelayMs);
});

addEventListener("popstate", async ({ state }: PopStateEvent & { state: ScrollState | null }) => {
  const navigationId = ++navigationCount;
  // An entry without state is an anchor that was just followed; the browser scrolls there by itself.
  if (location.pathname === currentPath) return state && scrollToTarget(state.y);
  const next = await loadView(location.pathname);
  if (navigationId !== navigationCount) return;
  if (next) showView(next, location.pathname, state?.y ?? 0);
  else location.reload();
});

// Some browsers leave a focused element partly hidden under a bar. The heading is left out: showView focuses it, and
// after Back it may be far above what the visitor was reading.
addEventListener("focusin", ({ target }) => {
  if (target instanceof Element && target.matches(":focus-visible:not(h1)"))
    target.scrollIntoView({ block: "nearest" });
});

let scrollTimer: ReturnType<typeof setTimeout> | undefined;
addEventListener("scroll", () => {
  clearTimeout(scrollTimer);
  scrollTimer = setTimeout(saveScrollPosition, 100);
});

// The browser restores the scroll position after a load; this script does when there was no load.
const setScrollRestoration = (mode: ScrollRestoration) => () => {
  history.scrollRestoration = mode;
};
addEventListener("pagehide", setScrollRestoration("auto"));
addEventListener("pageshow", setScrollRestoration("manual"));
setScrollRestoration("manual")();

// The sheet for paper and the dark also has what only this script needs, which the first paint does not wait for.
for (const link of document.querySelectorAll<HTMLLinkElement>("link[media]")) link.media = "all";
setUpMenu();
prefetchOnIntent();
activateView();
// A host of files sends the form without what its address says.
if (!currentView.main.querySelector<HTMLInputElement>("[name=treatment]")?.value)
  fillTicket(currentView.main, location.search);
for (const year of document.querySelectorAll("[data-year]")) year.textContent = `${new Date().getFullYear()}`;
// Only the path is used, since a query string may contain what somebody typed.
if (!document.querySelector("link[rel=canonical]")) console.error(`404: ${currentPath}`);

const hasModifierKey = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

function saveScrollPosition() {
  clearTimeout(scrollTimer);
  history.replaceState({ ...history.state, y: scrollY }, "");
}

async function navigate(link: HTMLAnchorElement, fade: boolean) {
  const navigationId = ++navigationCount;
  const { href, pathname, hash, search } = link;
  // The link shows its pressed state first, and the page changes in the next frame.
  const [next] = await Promise.all([loadView(pathname), afterNextPaint()]);
  if (navigationId !== navigationCount) return;
  if (!next) return location.assign(href);
  const show = () => navigationId === navigationCount && showView(next, pathname, hash ? undefined : 0, search);
  if (href === location.href) history.replaceState({}, "");
  else history.pushState({}, "", href);
  // The server does not see which of the pages fetched ahead is shown, so it is told.
  if (countsVisits && next !== currentView && next.head.length) navigator.sendBeacon(pathname);
  if (!fade || !document.startViewTransition) return show();
  const thumbnail = link.querySelector("img");
  const opening = thumbnail && next.main.querySelector("img:not([loading])")?.closest("div");
  const share = (element: HTMLElement, name: string) => element.style.setProperty("view-transition-name", name);
  if (opening) {
    share(thumbnail, "shot");
    // Until the picture has come, the thumbnail stands in its place.
    opening.style.background = `url(${thumbnail.currentSrc}) 50%/cover`;
    for (const tint of opening.querySelectorAll("svg")) tint.remove();
  }
  // If Back is pressed before the fade begins, the transition is skipped and its promises reject, which is harmless.
  const { ready, finished } = document.startViewTransition(() => {
    if (opening) {
      share(thumbnail, "");
      share(opening, "shot");
    }
    show();
  });
  const end = () => opening && share(opening, "");
  finished.then(end, end);
  ready.catch(() => {});
}

/** Returns the page, or the message that it cannot be loaded, or undefined if the browser should load it. */
async function loadView(targetPath: string): Promise<View | undefined> {
  if (targetPath === currentPath && currentView.head.length) return currentView;
  try {
    return await getPage(targetPath);
  } catch (error) {
    console.error(error);
    const main = currentView.main.cloneNode() as HTMLElement;
    main.append(...failure.content.map(toNode));
    return { main, title: failure.title, head: [], bare: false };
  }
}

function toNode(markup: Markup): Node | string {
  if (typeof markup === "string") return markup;
  const [name, attributes, ...children] = markup;
  const element = document.createElement(name);
  for (const attribute in attributes) element.setAttribute(attribute, attributes[attribute] ?? "");
  element.append(...children.map(toNode));
  return element;
}

function showView(next: View, targetPath: string, y: number | undefined, query = "") {
  // Scrolling while the old layout is valid is cheap; after the change it would force two layouts.
  if (y === 0) scrollToTarget(y);
  addRest();
  fillTicket(next.main, query, currentView.main);
  if (next !== currentView) {
    currentView.main.dispatchEvent(new Event("leave"));
    if (currentView.head.length) cachePage(currentPath, Promise.resolve(currentView));
    // An anchor may be anywhere in the page.
    showDownTo((y ?? Infinity) + innerHeight, next.main);
    for (const element of currentView.head) element.remove();
    document.head.append(...next.head);
    document.title = next.title;
    for (const bar of document.querySelectorAll<HTMLElement>("[data-bottom-bar]")) bar.hidden = next.bare;
    for (const link of document.querySelectorAll<HTMLAnchorElement>("#nav > ul > li > a")) {
      const current = ariaCurrent(targetPath, link.pathname);
      if (current) link.ariaCurrent = current;
      else link.removeAttribute("aria-current");
    }
    for (const link of document.querySelectorAll<HTMLAnchorElement>(bookLinks))
      link.href = bookLink(next.main.dataset.about);
    currentView = next;
    currentPath = targetPath;
  }
  // It may have been behind the menu, now or when it was left.
  next.main.inert = false;
  updateMenu();
  if (y !== 0) scrollToTarget(y);
  afterNextPaint().then(() => {
    if (currentView !== next) return;
    addRest();
    const heading = next.main.querySelector("h1");
    if (heading && y !== undefined) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    activateView();
  });
}

/** Shows as much of a page as reaches down to the end of the screen, and the rest once that has been painted. */
function showDownTo(bottom: number, main: HTMLElement) {
  let parent: Element = main;
  while (parent.childElementCount === 1) parent = parent.firstElementChild as Element;
  const rest = [...parent.children].slice(1);
  for (const element of rest) element.remove();
  currentView.main.replaceWith(main);
  addRest = () => parent.append(...rest.splice(0));
  while (rest[0] && main.offsetHeight < bottom) parent.append(rest.shift() as Element);
}

function scrollToTarget(y: number | undefined) {
  if (y !== undefined) scrollTo({ top: y, behavior: "instant" });
  else if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

function activateView() {
  watchBottomBar();
  hydrateFormWhenNear(currentView.main);
  fetchLowerPictures(currentView.main);
  prefetchVisible();
}
