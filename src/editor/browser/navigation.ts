import type { Entry, Site } from "../api/api-types.ts";
import { readForm } from "./api-client.ts";
import { containsPath, setForm } from "./save.ts";
import { getState, type Spot, setState, type View } from "./state.ts";
import { pushView } from "./view-address.ts";

/** The entry whose words a file holds; of several the one with a page of its own. */
export const entryOf = (site: Site | null, file: string): Entry | undefined =>
  site?.entries.find(({ files }) => files[0] === file) ?? site?.entries.find(({ files }) => files.includes(file));

export async function loadForm(file: string) {
  const known = getState().forms[file];
  if (known) return known;
  const form = await readForm(file);
  setForm(form);
  return form;
}

export function goTo(view: View, target: Spot | null = null) {
  const entry = view.name === "words" ? getState().site?.entries.find(({ id }) => id === view.entry) : undefined;
  setState({
    view,
    target,
    focused: null,
    errorMessage: null,
    ...(entry?.address ? { previewPath: entry.address } : {}),
  });
  pushView(view);
}

/** Opens the words of a file at a field. The page in the frame stays where these words are seen on it too. */
export function goToField(spot: Spot) {
  const { site, view } = getState();
  const here = view.name === "words" ? site?.entries.find(({ id }) => id === view.entry) : undefined;
  if (here?.files.includes(spot.file)) return setState({ target: { ...spot } });
  const entry = entryOf(site, spot.file);
  if (entry) goTo({ name: "words", entry: entry.id }, spot);
}

/** The next thing to mend after the field she is in, or the one before it. */
export function goToProblem(step: 1 | -1) {
  const { site, focused } = getState();
  const all = site?.problems ?? [];
  const here = focused
    ? all.findIndex(({ file, path }) => file === focused.file && containsPath(focused.path, path))
    : -1;
  const next = all[(here + step + all.length) % all.length] ?? all[0];
  if (next) goToField({ file: next.file, path: next.path });
}
