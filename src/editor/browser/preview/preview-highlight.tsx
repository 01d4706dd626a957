// Over 250 lines: Finding, marking and following one place in the preview share the measurements of one frame.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { goToField } from "../navigation.ts";
import { containsPath } from "../save.ts";
import { getState, type Spot, setState, useEditorState } from "../state.ts";
import { followLink, goToSharedText } from "./follow-click.ts";
import {
  elementsShowing,
  type FieldText,
  fieldForElement,
  fieldTexts,
  type PageTexts,
  readPage,
} from "./match-text.ts";

interface HighlightLabel {
  x: number;
  y: number;
  label: string;
  invalid: boolean;
}

interface ConnectorLine {
  left: number;
  top: number;
  width: number;
}

/** Styles added to the previewed page, to highlight the element of the focused field. */
const highlightStyles = `
  html { scrollbar-width: none; }
  [data-editor-words] { cursor: text; }
  [data-editor-words]:hover { outline: 2px dashed var(--line-strong); outline-offset: 6px; }
  [data-editor-lit][data-editor-lit] { background-color: var(--lamp); box-shadow: 0 0 0 10px var(--lamp); outline: 3px solid var(--star); outline-offset: 10px; }
  img[data-editor-lit][data-editor-lit] { box-shadow: none; outline-offset: -3px; outline-width: 6px; }
  [data-editor-lit][data-editor-bad] { outline-color: var(--danger); }`;

const outlineMargin = 13;
const tagHeight = 24;

/** Loads the preview, highlights the element of the focused field, and measures the line that connects the two. */
export function usePreviewHighlight(
  viewport: RefObject<HTMLDivElement | null>,
  frame: RefObject<HTMLIFrameElement | null>,
  phone: boolean,
) {
  const address = useEditorState((state) => state.previewPath);
  const previewVersion = useEditorState((state) => state.previewVersion);
  const focused = useEditorState((state) => state.focused);
  const forms = useEditorState((state) => state.forms);
  const [tag, setTag] = useState<HighlightLabel | null>(null);
  const [connector, setConnector] = useState<ConnectorLine | null>(null);
  const [pendingLink, setPendingLink] = useState<{ label: string; go(): void } | null>(null);
  const [loadCount, setLoadCount] = useState(0);
  const pageTexts = useRef<PageTexts>(new Map());
  const clicked = useRef(false);
  const highlighted = useRef<{ element: Element; label: string; invalid: boolean } | null>(null);
  const scale = useRef({ factor: 1, left: 0 });

  const measure = useCallback(() => {
    const [box, page] = [viewport.current, frame.current?.contentDocument];
    if (!box || !page || !highlighted.current?.element.isConnected) {
      return setTag(null);
    }
    const { element, label, invalid } = highlighted.current;
    const { factor, left } = scale.current;
    const rect = element.getBoundingClientRect();
    const y = (rect.top - outlineMargin) * factor - tagHeight;
    const visible = rect.bottom * factor > 8 && rect.top * factor < box.clientHeight - 8;
    const x = Math.max(0, left + (rect.left - outlineMargin) * factor);
    setTag(
      visible
        ? {
            x,
            y: y < 2 ? Math.min((rect.bottom + outlineMargin) * factor, box.clientHeight - tagHeight - 2) : y,
            label,
            invalid,
          }
        : null,
    );
  }, [viewport, frame]);

  // The connector can be measured only once the label is rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the connector follows the label
  useLayoutEffect(() => setConnector(viewport.current && tag ? measureConnector(viewport.current) : null), [tag]);

  // The page is laid out at a fixed width and scaled into the viewport.
  useEffect(() => {
    const scaleToFit = () => {
      const [box, page] = [viewport.current, frame.current];
      if (!box || !page?.isConnected || !box.clientWidth) return;
      const width = phone ? 390 : innerWidth < 1200 ? 980 : 1120;
      const factor = phone ? Math.min(1, box.clientWidth / width) : box.clientWidth / width;
      const left = Math.max(0, (box.clientWidth - width * factor) / 2);
      scale.current = { factor, left };
      page.style.cssText = `width:${width}px;height:${box.clientHeight / factor}px;left:${left}px;transform:scale(${factor})`;
      measure();
    };
    scaleToFit();
    const observer = new ResizeObserver(scaleToFit);
    if (viewport.current) observer.observe(viewport.current);
    return () => observer.disconnect();
  }, [viewport, frame, phone, measure]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version reloads the page
  useEffect(() => {
    const page = frame.current;
    if (!page) return;
    setPendingLink(null);
    // The document is null while the browser shows its own error page, after the editor was closed for a moment.
    const path = page.contentDocument?.location.pathname;
    if (path === address && page.src) page.contentWindow?.location.reload();
    else page.src = address;
  }, [frame, address, previewVersion]);

  const onLoad = () => {
    const page = frame.current?.contentDocument;
    if (!page?.body) return;
    const style = page.createElement("style");
    style.textContent = highlightStyles;
    page.head.append(style);
    page.addEventListener("submit", (event) => event.preventDefault(), true);
    page.addEventListener("click", onClick, true);
    page.addEventListener("scroll", measure, { passive: true });
    const path = page.location.pathname;
    if (path !== getState().previewPath && path !== "blank") setState({ previewPath: path });
    pageTexts.current = readPage(page);
    setLoadCount((count) => count + 1);
  };

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const link = target.closest<HTMLAnchorElement>("a[href]");
    const found = fieldForElement(target, entryTexts());
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
    const page = frame.current?.contentDocument;
    if (!page?.body) return;
    for (const name of ["data-editor-lit", "data-editor-bad", "data-editor-words"])
      for (const one of page.querySelectorAll(`[${name}]`)) one.removeAttribute(name);
    // Elements in forms are left unchanged, because the page hydrates them and expects its own markup.
    for (const { content } of entryTexts())
      for (const one of pageTexts.current.get(content)?.slice(-1) ?? [])
        if (!one.closest("form")) one.setAttribute("data-editor-words", "");
    const fieldText = focused && fieldTextAt(focused);
    const element = fieldText && nearestElement(elementsShowing(page, pageTexts.current, fieldText), page);
    if (!element || !fieldText) {
      highlighted.current = null;
      return measure();
    }
    const invalid = Boolean(
      getState().site?.problems.some(({ file, path }) => file === focused.file && containsPath(focused.path, path)),
    );
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

  const missing = loadCount && focused && !tag && !highlighted.current ? "This does not show on this page." : "";
  return { tag, connector, pendingLink, onLoad, missing };
}

/** The texts of the open entry, those of its main file first. */
function entryTexts(): FieldText[] {
  const { site, forms, view } = getState();
  const entry = view.name === "words" && site?.entries.find(({ id }) => id === view.entry);
  return entry ? entry.files.flatMap((file) => (forms[file] ? fieldTexts(forms[file]) : [])) : [];
}

/** The text of a field. A field that is not shown itself has that of a related field, whose key begins with its own. */
function fieldTextAt({ file, path }: Spot): FieldText | undefined {
  const form = getState().forms[file];
  if (!form) return;
  const all = fieldTexts(form);
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
    const top =
      viewport.getBoundingClientRect().top +
      (element.getBoundingClientRect().top - outlineMargin) * factor -
      tagHeight / 2;
    return top - (field.getBoundingClientRect().top + 24);
  };
  const movePage = () => page.scrollBy({ top: gap() / factor, behavior: "instant" });
  const moveForm = () => body.scrollBy({ top: -gap(), behavior: "instant" });
  if (clicked) moveForm();
  else {
    field.scrollIntoView({ block: "nearest" });
    movePage();
    if (Math.abs(gap()) > 4) moveForm();
  }
}

function measureConnector(viewport: HTMLElement): ConnectorLine | null {
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

export const Connector = ({ line }: { line: ConnectorLine | null }) =>
  line && <i className="tie" aria-hidden="true" style={line} />;
