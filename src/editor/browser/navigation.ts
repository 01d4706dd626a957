import { useEffect } from "react";
import type { Entry, Site } from "../api/api-types.ts";
import { showsField } from "../formats/values.ts";
import { readSite } from "./api-client.ts";
import { saveAllTyped } from "./save.ts";
import { type FieldAddress, firstEntry, getState, isInside, openEntry, setState, useEditorState } from "./state.ts";

/** The entry that edits a field. An entry whose main file has it comes first. */
export function entryOf(site: Site | null, address: FieldAddress): Entry | undefined {
  const entries = site?.entries.filter((entry) => showsField(entry, address)) ?? [];
  return entries.find(({ files }) => files[0] === address.file) ?? entries[0];
}

/** Opens a view, such as "words/about" or "history", and there the field. */
export function goTo(view: string, target: FieldAddress | null = null) {
  // Leaving a page saves what was typed there, even where the focus was lost without a blur.
  saveAllTyped();
  // For the back button and for bookmarks.
  if (location.hash !== `#${view}`) history.pushState(null, "", `#${view}`);
  openView(target);
}

/** Opens the view of the address. The preview stays where it is when the view has no page of its own. */
export async function openView(target: FieldAddress | null = null) {
  const site = getState().site ?? (await readSite());
  // Read only now: another page may have been opened while the site was loading.
  const asked = decodeURIComponent(location.hash.slice(1));
  const entry = openEntry({ site, view: asked });
  const { newEntry } = getState();
  // Its picture is chosen elsewhere, and then she goes on with it.
  const isKept = asked.startsWith("picture/") || isInside(newEntry, target);
  closeList();
  setState({
    site,
    view: entry ? `words/${entry.id}` : asked,
    newEntry: isKept ? newEntry : null,
    focused: null,
    errorMessage: null,
    announcement: "",
    ...openField(target),
    ...(entry?.address && { previewPath: entry.address }),
  });
}

/** In a narrow window the list of pages is open. The keyboard goes on in the view, and not at the button that opened it. */
function closeList() {
  const list = document.querySelector<HTMLElement>(".sidebar:popover-open");
  if (list) document.getElementById("words")?.focus({ preventScroll: true });
  list?.hidePopover();
}

/** The field to focus. It is among the words, whichever half was in sight last. */
const openField = (target: FieldAddress | null) => ({ target, ...(target && { tab: "words" as const }) });

/** Opens a field. The preview stays on its page when the open entry already includes the file. */
export function goToField(address: FieldAddress) {
  const open = openEntry(getState());
  if (open && showsField(open, address)) return setState(openField({ ...address }));
  const entry = entryOf(getState().site, address);
  if (entry) goTo(`words/${entry.id}`, address);
  else setState({ errorMessage: "Its page is not there any more." });
}

export function goToPreviewedPage() {
  const { site, previewPath } = getState();
  const entry = site?.entries.find(({ address }) => address === previewPath) ?? (site && firstEntry(site));
  if (entry) goTo(`words/${entry.id}`);
}

/** A button that opens another view may be gone with the old one. Then a keyboard and a screen reader go on in the new. */
export function focusIfLost() {
  if (document.activeElement === document.body) document.getElementById("words")?.focus({ preventScroll: true });
}

/** Focuses the target once it is there, and unfolds what holds it. */
export function useFocusTarget() {
  const { target, forms, view } = useEditorState();
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
