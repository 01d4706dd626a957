import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Form } from "../../api/api-types.ts";
import { containsPath } from "../../formats/values.ts";
import { goToField } from "../navigation.ts";
import { countedProblems, getState, isInside, openEntry, type Spot, setState, useEditorState } from "../state.ts";
import { applyUnsaved } from "../unsaved.ts";
import { followLink, goToSharedText } from "./follow-click.ts";
import { loadPage, type ShownPage } from "./load-page.ts";
import {
  elementsShowing,
  type FieldText,
  fieldForElement,
  fieldTexts,
  type PageTexts,
  readPage,
} from "./match-text.ts";

/** Styles added to the previewed page, to highlight the element of the focused field. */
const highlightStyles = `
  html { scrollbar-width: none; }
  [data-editor-words] { cursor: text; }
  [data-editor-words]:hover { outline: 2px dashed var(--line-strong); outline-offset: 6px; }
  [data-editor-lit][data-editor-lit] { color: var(--ink); background-color: var(--lamp); box-shadow: 0 0 0 10px var(--lamp); outline: 3px solid var(--star); outline-offset: 10px; }
  img[data-editor-lit][data-editor-lit] { box-shadow: none; outline-offset: -3px; outline-width: 6px; }
  [data-editor-lit][data-editor-bad] { outline-color: var(--danger); }`;

const focusable = "a[href], button, input, select, textarea, summary, [tabindex]";

const outlineMargin = 13;
const tagHeight = 24;

/** Waits this long after a key, so that a word is sent once and not letter by letter. */
const typingPause = 150;

/** Loads the preview, highlights the element of the focused field, and measures the line that connects the two. */
export function usePreviewHighlight(
  viewport: RefObject<HTMLDivElement | null>,
  pages: RefObject<HTMLDivElement | null>,
  phone: boolean,
  title: string,
) {
  const address = useEditorState((state) => state.previewPath);
  const version = useEditorState((state) => state.site?.version);
  const disconnected = useEditorState((state) => state.disconnected);
  const unsaved = useEditorState((state) => state.unsaved);
  const focused = useEditorState((state) => state.focused);
  const forms = useEditorState((state) => state.forms);
  const [tag, setTag] = useState<{ x: number; y: number; label: string; invalid: boolean } | null>(null);
  const [connector, setConnector] = useState<ReturnType<typeof measureConnector>>(null);
  const [pendingLink, setPendingLink] = useState<{ label: string; go(): void } | null>(null);
  const [loadCount, setLoadCount] = useState(0);
  const pageTexts = useRef<PageTexts>(new Map());
  const clicked = useRef(false);
  const highlighted = useRef<{ element: Element; label: string; invalid: boolean } | null>(null);
  const scale = useRef({ factor: 1, left: 0, style: "" });
  const shown = useRef<ShownPage | null>(null);
  const loading = useRef<"no" | "yes" | "once more">("no");
  const page = () => shown.current?.frame.contentDocument;

  const measure = useCallback(() => {
    const box = viewport.current;
    if (!box || !highlighted.current?.element.isConnected) return setTag(null);
    const { element, label, invalid } = highlighted.current;
    const { factor, left } = scale.current;
    const rect = element.getBoundingClientRect();
    const visible = rect.bottom * factor > 8 && rect.top * factor < box.clientHeight - 8;
    const x = Math.max(0, left + (rect.left - outlineMargin) * factor);
    const above = (rect.top - outlineMargin) * factor - tagHeight;
    const below = Math.min((rect.bottom + outlineMargin) * factor, box.clientHeight - tagHeight - 2);
    setTag(visible ? { x, y: above < 2 ? below : above, label, invalid } : null);
  }, [viewport]);

  // The connector can be measured only once the label is rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the connector follows the label
  useLayoutEffect(() => setConnector(viewport.current && tag ? measureConnector(viewport.current) : null), [tag]);

  // The page is laid out at a fixed width and scaled into the viewport.
  useEffect(() => {
    const scaleToFit = () => {
      const box = viewport.current;
      if (!box?.clientWidth) return;
      const width = phone ? 390 : innerWidth < 1200 ? 980 : 1120;
      const factor = phone ? Math.min(1, box.clientWidth / width) : box.clientWidth / width;
      const left = Math.max(0, (box.clientWidth - width * factor) / 2);
      const style = `width:${width}px;height:${box.clientHeight / factor}px;left:${left}px;transform:scale(${factor})`;
      scale.current = { factor, left, style };
      for (const frame of box.querySelectorAll("iframe")) frame.style.cssText = style;
      measure();
    };
    scaleToFit();
    const observer = new ResizeObserver(scaleToFit);
    if (viewport.current) observer.observe(viewport.current);
    return () => observer.disconnect();
  }, [viewport, phone, measure]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version and new words load the page again
  useEffect(() => {
    const isTyping = shown.current?.path === address && Object.keys(unsaved).length > 0;
    const timer = setTimeout(() => load().catch(() => {}), isTyping ? typingPause : 0);
    return () => clearTimeout(timer);
  }, [address, version, unsaved, disconnected]);

  useEffect(() => () => setState({ shownVersion: "" }), []);

  /** Loads one page at a time, and the newest one last. */
  async function load() {
    if (loading.current !== "no") {
      loading.current = "once more";
      return;
    }
    try {
      do {
        loading.current = "yes";
        await loadOnce();
      } while ((loading.current as string) === "once more");
    } finally {
      loading.current = "no";
    }
  }

  async function loadOnce() {
    const box = pages.current;
    const { previewPath: path, site, shownVersion, unsaved } = getState();
    if (!box || !site) return;
    const frame = document.createElement("iframe");
    frame.title = title;
    // Clicking text is a shortcut. Keyboard users have the section links above the form.
    frame.tabIndex = -1;
    frame.style.cssText = scale.current.style;
    const isNew = shown.current?.path !== path || shownVersion !== site.version;
    const load = (words: typeof unsaved) => loadPage(frame, box, path, words, shown.current);
    const next = (await load(unsaved)) ?? (isNew ? await load({}) : null);
    if (!next || !box.isConnected || getState().previewPath !== path) return frame.remove();
    if (next.frame === frame) show(next);
    else shown.current = next;
    setState({ shownVersion: site.version });
  }

  function show(next: ShownPage) {
    const document = next.frame.contentDocument;
    const view = next.frame.contentWindow as (Window & typeof globalThis) | null;
    if (!document?.body || !view) return;
    // The page's policy refuses a style element that is not its own.
    const style = new view.CSSStyleSheet();
    style.replaceSync(highlightStyles);
    document.adoptedStyleSheets.push(style);
    // Firefox stops at every link of a frame, although the frame itself is left out.
    for (const one of document.querySelectorAll<HTMLElement>(focusable)) one.tabIndex = -1;
    document.addEventListener("click", onClick, true);
    document.addEventListener("scroll", measure, { passive: true });
    if (shown.current?.path === next.path)
      view.scrollTo({ top: shown.current.frame.contentWindow?.scrollY ?? 0, behavior: "instant" });
    else setPendingLink(null);
    shown.current?.frame.remove();
    shown.current = next;
    next.frame.dataset.shown = "";
    pageTexts.current = readPage(document);
    setLoadCount((count) => count + 1);
  }

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const link = target.closest<HTMLAnchorElement>("a[href]");
    const found = fieldForElement(target, entryTexts(shown.current));
    if (link) {
      event.preventDefault();
      event.stopPropagation();
      if (!found || event.ctrlKey || event.metaKey) return followLink(link.href);
      setPendingLink({ label: link.pathname, go: () => followLink(link.href) });
    } else setPendingLink(null);
    clicked.current = true;
    if (found) goToField(found);
    else goToSharedText(target);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the highlight is updated when the page or the form has changed
  useEffect(() => {
    const document = page();
    if (!document?.body) return;
    for (const name of ["data-editor-lit", "data-editor-bad", "data-editor-words"])
      for (const one of document.querySelectorAll(`[${name}]`)) one.removeAttribute(name);
    for (const { content } of entryTexts(shown.current))
      for (const one of pageTexts.current.get(content)?.slice(-1) ?? []) one.setAttribute("data-editor-words", "");
    const fieldText = focused && fieldTextAt(focused, shown.current);
    const element = fieldText && nearestElement(elementsShowing(document, pageTexts.current, fieldText), document);
    if (!element || !fieldText) {
      highlighted.current = null;
      return measure();
    }
    const { site, newEntry } = getState();
    const invalid = countedProblems(site?.problems ?? [], newEntry).some((problem) => isInside(focused, problem));
    highlighted.current = { element, label: fieldText.label, invalid };
    element.setAttribute("data-editor-lit", "");
    if (invalid) element.setAttribute("data-editor-bad", "");
    alignFieldAndPage(element, viewport.current, scale.current.factor, clicked.current);
    clicked.current = false;
    measure();
  }, [focused, loadCount, forms[focused?.file ?? ""]]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the observer has to follow the focused field
  useEffect(() => {
    const body = document.querySelector(".form__body");
    body?.addEventListener("scroll", measure, { passive: true });
    const observer = new ResizeObserver(measure);
    const field = body?.querySelector(".field[data-lit]");
    if (field) observer.observe(field);
    return () => {
      body?.removeEventListener("scroll", measure);
      observer.disconnect();
    };
  }, [focused, measure]);

  const missing =
    loadCount && focused && !tag && !highlighted.current ? "No words on this page come from this field." : "";
  return { tag, connector, pendingLink, missing };
}

/** The texts of a form as the page shows them, unsaved ones included. */
function textsOnPage(form: Form, page: ShownPage | null): FieldText[] {
  const unsaved = page?.laidOver[form.file];
  return fieldTexts(unsaved ? { ...form, values: applyUnsaved({ ...form, drafts: [] }, unsaved) } : form);
}

/** The texts of the open entry, those of its main file first. */
function entryTexts(page: ShownPage | null): FieldText[] {
  const { forms } = getState();
  const files = openEntry(getState())?.files ?? [];
  return files.flatMap((file) => (forms[file] ? textsOnPage(forms[file], page) : []));
}

/** The text of a field. A field that is not shown itself has that of a related field, whose key begins with its own. */
function fieldTextAt({ file, path }: Spot, page: ShownPage | null): FieldText | undefined {
  const form = getState().forms[file];
  if (!form) return;
  const all = textsOnPage(form, page);
  const [top = ""] = path.split("/");
  const exact = all.find((one) => one.path === path) ?? all.find((one) => containsPath(path, one.path));
  if (exact) return exact;
  const related = all.find((one) => one.path !== top && !containsPath(top, one.path) && one.path.startsWith(top));
  return related && { ...related, label: form.fields.find(({ key }) => key === top)?.label ?? related.label };
}

/** The element nearest to the middle of the visible page, preferably in <main>. */
function nearestElement(places: Element[], page: Document): Element | undefined {
  const own = places.filter((one) => one.closest("main"));
  const middle = (page.defaultView?.innerHeight ?? 0) / 2;
  const distance = (one: Element) => Math.abs(one.getBoundingClientRect().top - middle);
  return (own.length ? own : places).toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Scrolls the page so that the element is level with its field, or the form after a click on the page. */
function alignFieldAndPage(element: Element, viewport: HTMLElement | null, factor: number, clicked: boolean) {
  const field = document.querySelector<HTMLElement>(".form__body .field[data-lit]");
  const body = field?.closest<HTMLElement>(".form__body");
  const page = element.ownerDocument.defaultView;
  if (!field || !body || !viewport || !page || !viewport.clientWidth) return;
  const gap = () => {
    const topInPage = (element.getBoundingClientRect().top - outlineMargin) * factor - tagHeight / 2;
    return viewport.getBoundingClientRect().top + topInPage - (field.getBoundingClientRect().top + 24);
  };
  if (!clicked) {
    field.scrollIntoView({ block: "nearest" });
    page.scrollBy({ top: gap() / factor, behavior: "instant" });
  }
  if (clicked || Math.abs(gap()) > 4) body.scrollBy({ top: -gap(), behavior: "instant" });
}

function measureConnector(viewport: HTMLElement) {
  const tag = viewport.querySelector(".lamp-tag")?.getBoundingClientRect();
  const field = document.querySelector(".form__body .field[data-lit]")?.getBoundingClientRect();
  const body = document.querySelector(".form__body")?.getBoundingClientRect();
  if (!tag || !field || !body) return null;
  const y = tag.top + tag.height / 2;
  const top = Math.max(field.top + 20, Math.min(y, field.bottom - 20));
  if (Math.abs(top - y) > 24 || y < body.top || y > body.bottom) return null;
  const left = Math.min(tag.right + 7, body.left - 12);
  return { left, top: y, width: body.left - left + 4 };
}
