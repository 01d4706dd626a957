import { useEffect } from "react";
import type { Entry, Site } from "../api/api-types.ts";
import { showsField } from "../formats/values.ts";
import { readForm, readSite } from "./api-client.ts";
import { saveAllTyped, setForm } from "./save.ts";
import {
  type FieldAddress,
  firstEntry,
  getState,
  isInside,
  openEntry,
  setState,
  useEditorState,
  type View,
  viewNames,
} from "./state.ts";

/** The entry that edits a field. An entry whose main file has it comes first. */
export function entryOf(site: Site | null, address: FieldAddress): Entry | undefined {
  const entries = site?.entries.filter((entry) => showsField(entry, address)) ?? [];
  return entries.find(({ files }) => files[0] === address.file) ?? entries[0];
}

export async function loadForm(file: string) {
  const loaded = getState().forms[file];
  if (loaded) return loaded;
  const form = await readForm(file);
  setForm(form);
  return form;
}

export function goTo(view: View, target: FieldAddress | null = null) {
  // Leaving a page saves what was typed there, even where the focus was lost without a blur.
  saveAllTyped();
  const { site, newEntry } = getState();
  // Its picture is chosen elsewhere, and then she goes on with it.
  const isKept = view.name === "picture" || isInside(newEntry, target);
  setState({ ...stateOf(view, site), ...openField(target), newEntry: isKept ? newEntry : null });
  pushView(view);
}

/** Opens the view of the address. */
export async function openView() {
  const site = getState().site ?? (await readSite());
  // Read only now: another page may have been opened while the site was loading.
  const view = readView();
  const entry = openEntry({ site, view });
  setState({ site, ...stateOf(entry ? { name: "words", id: entry.id } : view, site) });
}

/** What changes with the view. The preview stays where it is when the view has no page of its own. */
function stateOf(view: View, site: Site | null) {
  const { address } = openEntry({ site, view }) ?? {};
  const cleared = { target: null, newEntry: null, focused: null, errorMessage: null, announcement: "" };
  return { view, ...cleared, ...(address && { previewPath: address }) };
}

/** The field to focus. It is among the words, whichever half was in sight last. */
const openField = (target: FieldAddress | null) => ({ target, ...(target && { tab: "words" as const }) });

/** Opens a field. The preview stays on its page when the open entry already includes the file. */
export function goToField(address: FieldAddress) {
  const open = openEntry(getState());
  if (open && showsField(open, address)) return setState(openField({ ...address }));
  const entry = entryOf(getState().site, address);
  if (entry) goTo({ name: "words", id: entry.id }, address);
  else setState({ errorMessage: "Its page is not there any more." });
}

export function goToPreviewedPage() {
  const { site, previewPath } = getState();
  const entry = site?.entries.find(({ address }) => address === previewPath) ?? (site && firstEntry(site));
  if (entry) goTo({ name: "words", id: entry.id });
}

/** Stores the view in the address, for the back button and for bookmarks. */
function pushView({ name, id }: View) {
  const hash = `#${name}${id && `/${id}`}`;
  if (location.hash !== hash) history.pushState(null, "", hash);
}

function readView(): View {
  const [first, ...rest] = decodeURIComponent(location.hash.slice(1)).split("/");
  return { name: viewNames.find((name) => name === first) ?? "words", id: rest.join("/") };
}

/** A button that opens another view may be gone with the old one. Then a keyboard and a screen reader go on in the new. */
export function focusIfLost() {
  if (document.activeElement === document.body) document.getElementById("words")?.focus({ preventScroll: true });
}

/** Focuses the target once it is there, and unfolds what holds it. */
export function useFocusTarget() {
  const target = useEditorState((state) => state.target);
  const forms = useEditorState((state) => state.forms);
  const view = useEditorState((state) => state.view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field may be rendered only after a form or view changes
  useEffect(() => {
    if (!target) return;
    const name = CSS.escape(`${target.file}:${target.path}`);
    const request = requestAnimationFrame(() => {
      const found =
        document.querySelector<HTMLElement>(`[data-control="${name}"]`) ??
        document.querySelector<HTMLElement>(`[data-control^="${name}\\/"]`) ??
        document.querySelector<HTMLElement>(`[data-path="${name}"] :is(button, input, textarea, select)`);
      if (!found) return;
      setState({ target: null, focused: null });
      for (let folded = found.closest("details"); folded; folded = folded.parentElement?.closest("details") ?? null)
        folded.open = true;
      found.focus();
    });
    return () => cancelAnimationFrame(request);
  }, [target, forms, view]);
}
