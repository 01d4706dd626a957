import { type RefObject, useEffect, useRef, useState } from "react";
import type { PreviewRequest } from "../../api/api-types.ts";
import { previewWith } from "../api-client.ts";
import { getState, isInside, isRefused, listUnsaved, type State, setState, useEditorState } from "../state.ts";

/** A page of the preview, and the words that it shows. */
interface LoadedPage {
  frame: HTMLIFrameElement;
  path: string;
  version: string;
}

const root = "/edit/page";

export const addressOf = (pathname: string) => pathname.replace(root, "");

/** Waits this long after a key, so that a word is sent once and not letter by letter. */
const typingPause = 150;

/** Loads the page again into the box whenever its words change, and returns the one that is painted. */
export function useLoadedPage(box: RefObject<HTMLDivElement | null>, title: string): Document | null {
  const { previewPath, site, disconnected, unsaved } = useEditorState();
  const shown = useRef<LoadedPage | null>(null);
  const [page, setPage] = useState<Document | null>(null);
  const queue = useRef(Promise.resolve());

  async function loadOnce() {
    const { previewPath: path, site, shownVersion, unsaved } = getState();
    const container = box.current;
    if (!container || !site) return;
    const isNew = shown.current?.path !== path || shownVersion !== site.version;
    const loadWith = (words: State["unsaved"]) => loadPage(container, path, words, shown.current);
    const next = (await loadWith(unsaved)) ?? (isNew ? await loadWith({}) : null);
    if (!next) return;
    if (next !== shown.current) {
      if (!container.isConnected || getState().previewPath !== path) return next.frame.remove();
      exchange(next);
    }
    setState({ shownVersion: site.version });
  }

  function exchange(next: LoadedPage) {
    const earlier = shown.current;
    if (earlier?.path === next.path)
      next.frame.contentWindow?.scrollTo({ top: earlier.frame.contentWindow?.scrollY ?? 0, behavior: "instant" });
    earlier?.frame.remove();
    shown.current = next;
    next.frame.dataset.shown = "";
    setPage(next.frame.contentDocument);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version and new words load the page again
  useEffect(() => {
    const isTyping = shown.current?.path === previewPath && Object.keys(unsaved).length > 0;
    let isLatest = true;
    const load = () => {
      // One after the other, and of those that wait only the last.
      queue.current = queue.current.then(() => (isLatest ? loadOnce() : undefined)).catch(() => {});
    };
    const timer = setTimeout(load, isTyping ? typingPause : 0);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [previewPath, site?.version, unsaved, disconnected]);

  useEffect(() => {
    if (page && shown.current) shown.current.frame.title = title;
  }, [page, title]);

  useEffect(() => () => setState({ shownVersion: "" }), []);
  return page;
}

/**
 * Loads a page with unsaved words into a hidden frame, which replaces the shown one when it is painted. A page that is
 * shown already stays. Returns null when a page with these words could not be published.
 */
async function loadPage(
  box: HTMLElement,
  path: string,
  unsaved: State["unsaved"],
  shown: LoadedPage | null,
): Promise<LoadedPage | null> {
  const edits: PreviewRequest["edits"] = {};
  for (const one of listUnsaved(unsaved)) {
    // What could not be published is left out, once she has gone on to another field.
    const isLeftOut = isRefused(one, null) && !isInside(one.address, getState().focused);
    if (!isLeftOut) edits[one.address.file] = [...(edits[one.address.file] ?? []), one.edit];
  }
  const isAnother = shown?.path !== path && !Object.keys(edits).length;
  const words = isAnother ? "" : (await previewWith({ path, edits })).id;
  if (words === null) return null;
  if (shown?.path === path && shown.version === words) return shown;
  const frame = document.createElement("iframe");
  // Clicking text is a shortcut. Keyboard users have the section links above the form.
  frame.tabIndex = -1;
  frame.style.cssText = "width:100%;height:100%";
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  frame.src = `${root}${path}${words && `?preview=${words}`}`;
  box.append(frame);
  await loaded;
  const { contentDocument: page, contentWindow } = frame;
  const view = contentWindow as (Window & typeof globalThis) | null;
  if (!page?.body || !view) return null;
  const version = prepare(page, view);
  await untilPainted(page, view);
  return { frame, path, version };
}

/** Styles added to the previewed page. Its elements name in `data-field` the fields whose words they show. */
const editingStyles = `
  html { scrollbar-width: none; }
  [data-field] { cursor: text; }
  [data-field]:hover { outline: 2px dashed var(--line-strong); outline-offset: 6px; }
  [data-highlighted][data-highlighted] { color: var(--ink); background-color: var(--lamp); box-shadow: 0 0 0 10px var(--lamp); outline: 3px solid var(--star); outline-offset: 10px; }
  img[data-highlighted][data-highlighted] { box-shadow: none; outline-offset: -3px; outline-width: 6px; }`;

const focusable = "a[href], button, input, select, textarea, summary, [tabindex]";

/** Makes a page one to click in. Returns its version. */
function prepare(page: Document, view: typeof globalThis): string {
  // Folded words can be clicked and shown too.
  for (const folded of page.querySelectorAll("details")) folded.open = true;
  // Firefox stops at every link of a frame, although the frame itself is left out.
  for (const one of page.querySelectorAll<HTMLElement>(focusable)) one.tabIndex = -1;
  // The page's policy refuses a style element that is not its own.
  const style = new view.CSSStyleSheet();
  style.replaceSync(editingStyles);
  page.adoptedStyleSheets.push(style);
  return linkFields(page);
}

/** Private characters, each in front of the text of a field. */
const signs = /[\uE000-\uF8FF]/g;

/** Puts the fields of an element's texts into its `data-field` in place of their signs, and returns the page's version. */
function linkFields(page: Document): string {
  const words = page.getElementById("preview")?.textContent;
  const { id, fields } = JSON.parse(words || '{ "id": "", "fields": {} }') as {
    id: string;
    fields: Record<string, string[]>;
  };
  for (const element of page.body.querySelectorAll(":not(script, style)")) {
    const shown = new Set<string>();
    for (const node of [...element.attributes, ...element.childNodes]) {
      const found = node.nodeValue?.match(signs) ?? [];
      if (found.length) node.nodeValue = node.nodeValue?.replaceAll(signs, "") ?? null;
      for (const address of found.flatMap((sign) => fields[sign] ?? [])) shown.add(address);
    }
    if (shown.size) element.setAttribute("data-field", [...shown].join(" "));
  }
  return id;
}

/** Waits for the font and the pictures in view, but not for one that does not come. */
async function untilPainted(page: Document, view: Window & typeof globalThis) {
  // On the real page a script asks for the font.
  const font = new view.FontFace("Commissioner", "url(/edit/font.woff2)", { weight: "200 650" });
  page.fonts.add(font);
  page.body.style.fontFamily = `Commissioner, ${view.getComputedStyle(page.body).fontFamily}`;
  const inView = [...page.images].filter((image) => {
    const { top, bottom, height } = image.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < view.innerHeight;
  });
  const ready = Promise.allSettled([font.load(), ...inView.map((image) => image.decode())]);
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, 1000))]);
}
