import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Site } from "../../api/api-types.ts";
import { showsField } from "../../formats/values.ts";
import { goTo, goToField } from "../navigation.ts";
import { type FieldAddress, getState, openEntry, setState, useEditorState } from "../state.ts";
import { addressOf, useLoadedPage } from "./loaded-page.ts";

/** Shows the page as it will be published, at the width of a desktop or a phone, scaled to fit. */
export function Preview({ site }: { site: Site }) {
  const [phone, setPhone] = useState(() => innerWidth < 600);
  const viewport = useRef<HTMLDivElement>(null);
  const pages = useRef<HTMLDivElement>(null);
  const isClicked = useRef(false);
  const { previewPath: address, focused } = useEditorState();
  const entry = site.entries.find((one) => one.address === address);
  const page = useLoadedPage(pages, `${entry?.title ?? "The page"}, as visitors will see it`);
  const element = useMemo(() => page && focused && elementShowing(page, focused), [page, focused]);
  const frameStyle = useScale(viewport, phone);
  const isVisible = frameStyle.height > 0;

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const clicked = event.target as Element;
      const link = clicked.closest<HTMLAnchorElement>("a[href]");
      const field = fieldAtElement(clicked);
      const open = openEntry(getState());
      const isHere = field && open && showsField(open, field);
      if (link) {
        event.preventDefault();
        event.stopPropagation();
        if (!isHere || event.ctrlKey || event.metaKey) return followLink(link.href);
      }
      if (!field && hasWords(clicked))
        setState({ errorMessage: "The site puts these words together from other fields." });
      if (!field) return;
      isClicked.current = true;
      goToField(field);
    };
    page?.addEventListener("click", onClick, true);
  }, [page]);

  useEffect(() => {
    element?.setAttribute("data-highlighted", "");
    return () => element?.removeAttribute("data-highlighted");
  }, [element]);

  const isShown = Boolean(element) && isVisible;
  // A page that is loaded again with other words stays where it is, and so does one that was clicked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls to another field, or on another page
  useEffect(() => {
    if (isShown && !isClicked.current) element?.scrollIntoView({ block: "center", behavior: "instant" });
    isClicked.current = false;
  }, [focused, isShown, page?.location.pathname]);

  const where = site.links.find(({ value }) => value === address)?.label ?? address;
  const guide = page && focused && !element ? "No words here come from this field." : "Click words to change them.";
  return (
    <section className="preview" aria-label="The page as it will be">
      <div className="preview__head">
        <p>
          <span className="preview__address">{where}</span> <span className="hint soft">{guide}</span>
        </p>
        <fieldset className="segments" aria-label="Show the page as on">
          {[false, true].map((isPhone) => (
            <button
              key={String(isPhone)}
              type="button"
              aria-pressed={phone === isPhone}
              onClick={() => setPhone(isPhone)}
            >
              <Icon shape={isPhone ? icons.mobile : icons.desktop} />
              {isPhone ? "Phone" : "Computer"}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="preview__page" ref={viewport}>
        <div ref={pages} style={frameStyle} />
      </div>
    </section>
  );
}

/** The page is laid out at a fixed width and scaled into the viewport. */
function useScale(viewport: RefObject<HTMLDivElement | null>, phone: boolean) {
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect));
    if (viewport.current) observer.observe(viewport.current);
    return () => observer.disconnect();
  }, [viewport]);
  const pageWidth = phone ? 390 : innerWidth < 1200 ? 980 : 1120;
  const factor = phone ? Math.min(1, width / pageWidth) : width / pageWidth;
  return {
    position: "absolute",
    width: pageWidth,
    height: height / (factor || 1),
    left: Math.max(0, (width - pageWidth * factor) / 2),
    transform: `scale(${factor})`,
    transformOrigin: "0 0",
  } as const;
}

/** The field whose words were clicked. Of several, one of the open form comes first. */
function fieldAtElement(clicked: Element): FieldAddress | undefined {
  // A text that the page divides has its field at the first part.
  const divided = hasWords(clicked) ? [clicked, clicked.parentElement] : [];
  const parts = divided.flatMap((one) => one?.querySelector("[data-field]") ?? []);
  const element = clicked.closest("[data-field]") ?? parts[0];
  const fields = (element?.getAttribute("data-field") ?? "").split(" ").flatMap((address) => {
    const [file = "", path] = address.split(":");
    return path === undefined ? [] : [{ file, path }];
  });
  const open = openEntry(getState());
  return fields.find((field) => open && showsField(open, field)) ?? fields[0];
}

const hasWords = ({ childNodes }: Element) =>
  [...childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim());

/**
 * The element that shows a field, or one inside it. Of several it is the nearest to the middle of the visible page,
 * preferably in <main>. The times of opening are shown by the sentence about them, whose key begins with theirs.
 */
function elementShowing(page: Document, { file, path }: FieldAddress): Element | undefined {
  const group = `${file}:${path.replace(/\/.*/, "")}`;
  const selectors = [
    `[data-field~="${file}:${path}"]`,
    `[data-field*="${file}:${path}/"]`,
    `[data-field*="${group}"]:not([data-field*="${group}/"], [data-field~="${group}"])`,
  ];
  const found = selectors.map((selector) => [...page.querySelectorAll(selector)]).find(({ length }) => length) ?? [];
  const own = found.filter((one) => one.closest("main"));
  const middle = (page.defaultView?.innerHeight ?? 0) / 2;
  const distance = (one: Element) => Math.abs(one.getBoundingClientRect().top - middle);
  return (own.length ? own : found).toSorted((a, b) => distance(a) - distance(b))[0];
}

/** A link within the site opens that page and its form. A link to another site is not opened, and a message says so. */
function followLink(href: string) {
  const { origin, pathname, host } = new URL(href);
  if (origin !== location.origin)
    return setState({ errorMessage: `This link leads away from your site, to ${host || href}.` });
  const path = addressOf(pathname);
  const entry = getState().site?.entries.find(({ address }) => address === path);
  if (entry) goTo(`words/${entry.id}`);
  else setState({ previewPath: path });
}
