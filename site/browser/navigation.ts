import { failure } from "virtual:failure-message";
import type { Markup } from "../failure-message.tsx";
import { currentMark } from "../parts/current-mark.ts";
import { foldFarParts, holdFarParts, layOutNow, releaseFarParts } from "./far-parts.ts";
import { fetchWhatIsLookedAt, fetchWhatIsReachedFor } from "./fetch-ahead.ts";
import { wakeFormWhenNear } from "./form-island.ts";
import { getPage, keepPage, type View, viewOf } from "./kept-pages.ts";
import { followMenu } from "./menu.ts";
import { nextFrame } from "./moments.ts";

/** Milliseconds a tap may wait for its turn: a phone that lets it wait longer has no time for a cross-fade either. */
const promptly = 20;

/** Kept with each place in the history: how far down the reader was. */
interface Place {
  y?: number;
}

let path = location.pathname;
let shown = viewOf(document) as View;
/** Counts what the reader asked for: an answer that comes when she has asked for something else is dropped. */
let turn = 0;

addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
  if (
    !link ||
    event.defaultPrevented ||
    event.button ||
    modified(event) ||
    link.target ||
    link.hasAttribute("download")
  )
    return;
  if (link.origin !== location.origin || link.search || link.protocol !== location.protocol) return;
  // The browser follows anchors by itself.
  if (link.pathname === path && link.hash) {
    remember();
    layOutNow(shown.main);
    document.documentElement.dataset.smooth = "";
    return;
  }
  if (scrollY !== (history.state as Place | null)?.y) remember();
  event.preventDefault();
  follow(link, performance.now() - event.timeStamp < promptly);
});

addEventListener("popstate", async ({ state }: PopStateEvent & { state: Place | null }) => {
  const mine = ++turn;
  // Without a state it is an anchor that was just chosen, and the browser is on its way there.
  if (location.pathname === path) return state && arrive(state.y);
  const next = await look(location.pathname);
  if (mine !== turn) return;
  if (next) exchange(next, location.pathname, state?.y ?? 0);
  else location.reload();
});

// Some browsers leave what they focus under a bar, as long as a part of it is to be seen.
addEventListener("focusin", ({ target }) => {
  if (target instanceof Element && target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest" });
});

let resting: number | undefined;
addEventListener("scroll", () => {
  clearTimeout(resting);
  resting = window.setTimeout(remember, 100);
});

// The browser finds the place again after a load, this script on the way back without one.
const restore = (mode: ScrollRestoration) => () => {
  history.scrollRestoration = mode;
};
addEventListener("pagehide", restore("auto"));
addEventListener("pageshow", restore("manual"));
restore("manual")();

followMenu();
fetchWhatIsReachedFor();
settle();
const year = document.querySelector("[data-year]");
const now = String(new Date().getFullYear());
if (year && year.textContent !== now) year.textContent = now;
// The path alone: a query string may carry what somebody typed.
if (!document.querySelector("link[rel=canonical]")) console.error(`404: ${path}`);

const modified = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

function remember() {
  clearTimeout(resting);
  history.replaceState({ ...history.state, y: scrollY }, "");
}

async function follow(link: HTMLAnchorElement, fade: boolean) {
  const mine = ++turn;
  const { href, pathname, hash, dataset } = link;
  // The tap is answered first: the page changes in the frame after it.
  const [next] = await Promise.all([look(pathname), nextFrame()]);
  if (mine !== turn) return;
  if (!next) return location.assign(href);
  const show = () => mine === turn && exchange(next, pathname, hash ? undefined : 0, dataset.treatment);
  if (href === location.href) history.replaceState({}, "");
  else history.pushState({}, "", href);
  if (!fade || !document.startViewTransition) return show();
  // Back may be pressed before the fade begins; it then gives way, and says so to nobody.
  const { ready, finished } = document.startViewTransition(() => void show());
  for (const part of [ready, finished]) part.catch(() => {});
}

/** A page, or the message that it cannot be had; nothing if the browser should load it. */
async function look(wanted: string): Promise<View | undefined> {
  if (wanted === path && shown.head.length) return shown;
  try {
    return await getPage(wanted);
  } catch (error) {
    console.error(error);
    const main = shown.main.cloneNode() as HTMLElement;
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

function exchange(next: View, wanted: string, y: number | undefined, treatment?: string) {
  // While the old layout stands: afterwards a new one would have to be made at once, and again for what is near.
  if (y === 0) arrive(y);
  if (next !== shown) {
    shown.main.dispatchEvent(new Event("leave"));
    foldFarParts(shown.main);
    if (shown.head.length) keepPage(path, Promise.resolve(shown));
    if (y === 0) holdFarParts(next.main);
    shown.main.replaceWith(next.main);
    for (const part of shown.head) part.remove();
    document.head.append(...next.head);
    document.title = next.title;
    next.main.inert = false;
    for (const bar of document.querySelectorAll<HTMLElement>("[data-bottom-bar]")) bar.hidden = next.bare;
    for (const link of document.querySelectorAll<HTMLAnchorElement>("#nav li a")) {
      const mark = currentMark(wanted, link.pathname);
      if (mark) link.ariaCurrent = mark;
      else link.removeAttribute("aria-current");
    }
    delete document.documentElement.dataset.anchor;
    shown = next;
    path = wanted;
  }
  const field = next.main.querySelector<HTMLInputElement>("[name=treatment]");
  if (treatment && field) field.value = treatment;
  if (y || y === undefined) arrive(y);
  nextFrame().then(() => {
    if (y === 0) releaseFarParts(next.main);
    if (shown !== next) return;
    const heading = next.main.querySelector("h1");
    if (heading && y !== undefined) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    settle();
  });
}

function arrive(y: number | undefined) {
  if (y !== undefined) scrollTo({ top: y, behavior: "instant" });
  else if (location.hash) {
    layOutNow(shown.main);
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }
}

function settle() {
  wakeFormWhenNear(shown.main);
  fetchWhatIsLookedAt();
}
