import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { followed, goToShared } from "./following.ts";
import { goToField } from "./going.ts";
import { fieldAt, type PageTexts, placesOf, readPage, type Words, wordsOf } from "./matching.ts";
import { within } from "./saving.ts";
import { change, now, type Spot, useEditor } from "./state.ts";

interface Tag {
  x: number;
  y: number;
  label: string;
  bad: boolean;
}

interface Tie {
  left: number;
  top: number;
  width: number;
}

/** What the editor adds to the page in its frame: a light on the place whose field is open. */
const light = `
  html { scrollbar-width: none; }
  [data-editor-words] { cursor: text; }
  [data-editor-words]:hover { outline: 2px dashed #5f706b; outline-offset: 6px; }
  [data-editor-lit][data-editor-lit] { background-color: #ffe7b3; box-shadow: 0 0 0 10px #ffe7b3; outline: 3px solid #a96a00; outline-offset: 10px; }
  img[data-editor-lit][data-editor-lit] { box-shadow: none; outline-offset: -3px; outline-width: 6px; }
  [data-editor-lit][data-editor-bad] { outline-color: #9b1c1c; }`;

const edge = 13;
const tagHeight = 24;

/** The frame, the light in it, and the seam that joins a place of the page with its field. */
export function useFrame(
  glass: RefObject<HTMLDivElement | null>,
  frame: RefObject<HTMLIFrameElement | null>,
  phone: boolean,
) {
  const address = useEditor((state) => state.address);
  const pages = useEditor((state) => state.pages);
  const lit = useEditor((state) => state.lit);
  const forms = useEditor((state) => state.forms);
  const [tag, setTag] = useState<Tag | null>(null);
  const [tie, setTie] = useState<Tie | null>(null);
  const [follow, setFollow] = useState<{ label: string; go(): void } | null>(null);
  const [loads, setLoads] = useState(0);
  const texts = useRef<PageTexts>(new Map());
  const clicked = useRef(false);
  const place = useRef<{ element: Element; label: string; bad: boolean } | null>(null);
  const scale = useRef({ k: 1, left: 0 });

  const measure = useCallback(() => {
    const [box, page] = [glass.current, frame.current?.contentDocument];
    if (!box || !page || !place.current?.element.isConnected) {
      return setTag(null);
    }
    const { element, label, bad } = place.current;
    const { k, left } = scale.current;
    const rect = element.getBoundingClientRect();
    const y = (rect.top - edge) * k - tagHeight;
    const seen = rect.bottom * k > 8 && rect.top * k < box.clientHeight - 8;
    const x = Math.max(0, left + (rect.left - edge) * k);
    setTag(
      seen
        ? { x, y: y < 2 ? Math.min((rect.bottom + edge) * k, box.clientHeight - tagHeight - 2) : y, label, bad }
        : null,
    );
  }, [glass, frame]);

  // The seam is measured once the label of the place is drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new label asks for a new seam
  useLayoutEffect(() => setTie(glass.current && tag ? tieFrom(glass.current) : null), [tag]);

  // The page is drawn at its own width and scaled into the glass.
  useEffect(() => {
    const scaleToFit = () => {
      const [box, page] = [glass.current, frame.current];
      if (!box || !page?.isConnected || !box.clientWidth) return;
      const width = phone ? 390 : innerWidth < 1200 ? 980 : 1120;
      const k = phone ? Math.min(1, box.clientWidth / width) : box.clientWidth / width;
      const left = Math.max(0, (box.clientWidth - width * k) / 2);
      scale.current = { k, left };
      page.style.cssText = `width:${width}px;height:${box.clientHeight / k}px;left:${left}px;transform:scale(${k})`;
      measure();
    };
    scaleToFit();
    const watch = new ResizeObserver(scaleToFit);
    if (glass.current) watch.observe(glass.current);
    return () => watch.disconnect();
  }, [glass, frame, phone, measure]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new number asks for the page anew
  useEffect(() => {
    const page = frame.current;
    if (!page) return;
    setFollow(null);
    // The document is null while the browser shows a message of its own there: the editor was closed for a moment.
    const path = page.contentDocument?.location.pathname;
    if (path === address && page.src) page.contentWindow?.location.reload();
    else page.src = address;
  }, [frame, address, pages]);

  const loaded = () => {
    const page = frame.current?.contentDocument;
    if (!page?.body) return;
    const style = page.createElement("style");
    style.textContent = light;
    page.head.append(style);
    page.addEventListener("submit", (event) => event.preventDefault(), true);
    page.addEventListener("click", click, true);
    page.addEventListener("scroll", measure, { passive: true });
    const path = page.location.pathname;
    if (path !== now().address && path !== "blank") change({ address: path });
    texts.current = readPage(page);
    setLoads((count) => count + 1);
  };

  const click = (event: MouseEvent) => {
    const target = event.target as Element;
    const link = target.closest<HTMLAnchorElement>("a[href]");
    const found = fieldAt(target, ownWords());
    if (link) {
      event.preventDefault();
      event.stopPropagation();
      if (!found || event.ctrlKey || event.metaKey) return followed(link.href);
      setFollow({ label: link.pathname, go: () => followed(link.href) });
    } else setFollow(null);
    clicked.current = true;
    if (found) goToField(found);
    else goToShared(target);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: lit anew when the page or the words have changed
  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (!page?.body) return;
    for (const name of ["data-editor-lit", "data-editor-bad", "data-editor-words"])
      for (const one of page.querySelectorAll(`[${name}]`)) one.removeAttribute(name);
    // What the page itself brings to life must find its elements as it left them.
    for (const { words } of ownWords())
      for (const one of texts.current.get(words)?.slice(-1) ?? [])
        if (!one.closest("form")) one.setAttribute("data-editor-words", "");
    const words = lit && wordsAt(lit);
    const element = words && nearest(placesOf(page, texts.current, words), page);
    if (!element || !words) {
      place.current = null;
      return measure();
    }
    const bad = Boolean(now().site?.mend.some(({ file, path }) => file === lit.file && within(lit.path, path)));
    place.current = { element, label: words.label, bad };
    element.setAttribute("data-editor-lit", "");
    if (bad) element.setAttribute("data-editor-bad", "");
    bringTogether(element, glass.current, scale.current.k, clicked.current);
    clicked.current = false;
    measure();
  }, [lit, loads, forms[lit?.file ?? ""]]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another field is another one to watch
  useEffect(() => {
    const body = document.querySelector(".form__body");
    body?.addEventListener("scroll", measure, { passive: true });
    const watch = new ResizeObserver(measure);
    const field = body?.querySelector(".field[data-lit]");
    if (field) watch.observe(field);
    return () => {
      body?.removeEventListener("scroll", measure);
      watch.disconnect();
    };
  }, [lit, measure]);

  const missing = loads && lit && !tag && !place.current ? "This does not show on this page." : "";
  return { tag, tie, follow, loaded, missing };
}

/** The words of the entry that is open, its own page's first. */
function ownWords(): Words[] {
  const { site, forms, place } = now();
  const entry = place.name === "words" && site?.entries.find(({ id }) => id === place.entry);
  return entry ? entry.files.flatMap((file) => (forms[file] ? wordsOf(forms[file]) : [])) : [];
}

/** What a field shows; where it shows nothing itself, what stands under a name that begins like its own. */
function wordsAt({ file, path }: Spot): Words | undefined {
  const form = now().forms[file];
  if (!form) return;
  const all = wordsOf(form);
  const [top = ""] = path.split("/");
  const exact = all.find((one) => one.path === path) ?? all.find((one) => within(path, one.path));
  if (exact) return exact;
  const kin = all.find((one) => one.path !== top && !within(top, one.path) && one.path.startsWith(top));
  return kin && { ...kin, label: form.fields.find(({ key }) => key === top)?.label ?? kin.label };
}

/** Of several places the one that is nearest to what is in sight. */
function nearest(places: Element[], page: Document): Element | undefined {
  const own = places.filter((one) => one.closest("main"));
  const middle = (page.defaultView?.innerHeight ?? 0) / 2;
  const far = (one: Element) => Math.abs(one.getBoundingClientRect().top - middle);
  return (own.length ? own : places).toSorted((a, b) => far(a) - far(b))[0];
}

/** Label and place on one line: the page moves to the field, or the form to a place that was clicked. */
function bringTogether(element: Element, glass: HTMLElement | null, k: number, clicked: boolean) {
  const field = document.querySelector<HTMLElement>(".form__body .field[data-lit]");
  const body = field?.closest<HTMLElement>(".form__body");
  const page = element.ownerDocument.defaultView;
  if (!field || !body || !glass || !page || !glass.clientWidth) return;
  const apart = () => {
    const top = glass.getBoundingClientRect().top + (element.getBoundingClientRect().top - edge) * k - tagHeight / 2;
    return top - (field.getBoundingClientRect().top + 24);
  };
  const movePage = () => page.scrollBy({ top: apart() / k, behavior: "instant" });
  const moveForm = () => body.scrollBy({ top: -apart(), behavior: "instant" });
  if (clicked) moveForm();
  else {
    field.scrollIntoView({ block: "nearest" });
    movePage();
    if (Math.abs(apart()) > 4) moveForm();
  }
}

function tieFrom(glass: HTMLElement): Tie | null {
  const tag = glass.querySelector(".lamp-tag")?.getBoundingClientRect();
  const field = document.querySelector(".form__body .field[data-lit]")?.getBoundingClientRect();
  const body = document.querySelector(".form__body")?.getBoundingClientRect();
  if (!tag || !field || !body) return null;
  const y = tag.top + tag.height / 2;
  const top = Math.max(field.top + 20, Math.min(y, field.bottom - 20));
  if (Math.abs(top - y) > 24 || y < body.top || y > body.bottom) return null;
  const left = Math.min(tag.right + 7, body.left - 12);
  return { left, top: y, width: body.left - left + 4 };
}

export const Seam = ({ tie }: { tie: Tie | null }) => tie && <i className="tie" aria-hidden="true" style={tie} />;
