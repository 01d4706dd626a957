import type { Entry, Site } from "../api/api-types.ts";
import { containsPath } from "../formats/values.ts";
import { readForm } from "./api-client.ts";
import { saveAllTyped, setForm } from "./save.ts";
import { getState, type Spot, setState, type View } from "./state.ts";
import { pushView } from "./view-address.ts";

/** The entry that edits a file. An entry whose main file it is comes first. */
export const entryOf = (site: Site | null, file: string): Entry | undefined =>
  site?.entries.find(({ files }) => files[0] === file) ?? site?.entries.find(({ files }) => files.includes(file));

/** The entry that opens first: the home page, which the owner knows. */
export const firstEntry = ({ entries }: Site): Entry | undefined =>
  entries.find(({ address }) => address === "/") ?? entries[0];

export async function loadForm(file: string) {
  const loaded = getState().forms[file];
  if (loaded) return loaded;
  const form = await readForm(file);
  setForm(form);
  return form;
}

export function goTo(view: View, target: Spot | null = null) {
  // Leaving a page saves what was typed there, even where the focus was lost without a blur.
  saveAllTyped();
  const entry = view.name === "words" ? getState().site?.entries.find(({ id }) => id === view.entry) : undefined;
  setState({
    view,
    target,
    focused: null,
    errorMessage: null,
    announcement: "",
    ...(entry?.address ? { previewPath: entry.address } : {}),
  });
  pushView(view);
}

/** Opens a field. The preview stays on its page when the open entry already includes the file. */
export function goToField(spot: Spot) {
  const { site, view } = getState();
  const here = view.name === "words" ? site?.entries.find(({ id }) => id === view.entry) : undefined;
  if (here?.files.includes(spot.file)) return setState({ target: { ...spot } });
  const entry = entryOf(site, spot.file);
  if (entry) goTo({ name: "words", entry: entry.id }, spot);
}

/** Opens the next or previous problem, counted from the focused field. */
export function goToProblem(step: 1 | -1) {
  const { site, focused } = getState();
  const all = site?.problems ?? [];
  const here = focused
    ? all.findIndex(({ file, path }) => file === focused.file && containsPath(focused.path, path))
    : -1;
  const next = all[(here + step + all.length) % all.length] ?? all[0];
  if (next) goToField({ file: next.file, path: next.path });
}
