import type { Entry, Site } from "../shapes.ts";
import { readForm } from "./ask.ts";
import { keepPlace } from "./place.ts";
import { setForm, within } from "./saving.ts";
import { change, now, type Place, type Spot } from "./state.ts";

/** The entry whose words a file holds; of several the one with a page of its own. */
export const entryOf = (site: Site | null, file: string): Entry | undefined =>
  site?.entries.find(({ files }) => files[0] === file) ?? site?.entries.find(({ files }) => files.includes(file));

export async function needForm(file: string) {
  const known = now().forms[file];
  if (known) return known;
  const form = await readForm(file);
  setForm(form);
  return form;
}

export function goTo(place: Place, target: Spot | null = null) {
  const entry = place.name === "words" ? now().site?.entries.find(({ id }) => id === place.entry) : undefined;
  change({ place, target, lit: null, refused: null, ...(entry?.address ? { address: entry.address } : {}) });
  keepPlace(place);
}

/** Opens the words of a file at a field. The page in the frame stays where these words are seen on it too. */
export function goToField(spot: Spot) {
  const { site, place } = now();
  const here = place.name === "words" ? site?.entries.find(({ id }) => id === place.entry) : undefined;
  if (here?.files.includes(spot.file)) return change({ target: { ...spot } });
  const entry = entryOf(site, spot.file);
  if (entry) goTo({ name: "words", entry: entry.id }, spot);
}

/** The next thing to mend after the field she is in, or the one before it. */
export function goToMend(step: 1 | -1) {
  const { site, lit } = now();
  const all = site?.mend ?? [];
  const here = lit ? all.findIndex(({ file, path }) => file === lit.file && within(lit.path, path)) : -1;
  const next = all[(here + step + all.length) % all.length] ?? all[0];
  if (next) goToField({ file: next.file, path: next.path });
}
