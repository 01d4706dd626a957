import { useSyncExternalStore } from "react";
import type { Conflict, Entry, Form, Path, Problem, Site } from "../api/api-types.ts";
import { containsPath, keysOf, valueAt } from "../formats/values.ts";
import { applyUnsaved, type Unsaved } from "./unsaved.ts";

export interface Spot {
  file: string;
  path: Path;
}

export type View =
  | { name: "words"; entry: string }
  | { name: "picture"; picture: string }
  | { name: "problems" | "history" | "publish" | "launch" };

/** All that the page knows, as it is before anything is loaded. */
const initialState = {
  site: null as Site | null,
  forms: {} as Record<string, Form>,
  unsaved: {} as Record<string, Unsaved>,
  /** The last check of an unsaved edit, by file. */
  checked: {} as Record<string, { path: Path; problems: Problem[] }>,
  saving: null as string | null,
  savedAt: null as Date | null,
  draftSpot: null as Spot | null,
  conflict: null as Conflict | null,
  view: { name: "words", entry: "" } as View,
  previewPath: "/",
  /** The version of the site whose page is painted. */
  shownVersion: "",
  focused: null as Spot | null,
  /** Files that were dropped on the pictures, and the picture that each replaces once that is chosen. */
  newPictures: [] as { file: File; place: string }[],
  pictureOpenedFrom: null as Spot | null,
  /** The field to focus once it is rendered. */
  target: null as Spot | null,
  /** The entry that was added to a list last, until she goes on elsewhere, with the fields of it that she has left. */
  newEntry: null as (Spot & { left: Path[] }) | null,
  announcement: "",
  errorMessage: null as string | null,
  disconnected: false,
  signedOut: false,
  /** Where the owner signs in, when the editor is on the server. */
  desk: null as string | null,
};
export type State = typeof initialState;

let state = initialState;

const listeners = new Set<() => void>();

export const getState = () => state;

export function setState(part: Partial<State>) {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

/** React subscribes again whenever this function changes, so every component has to pass the same one. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useEditorState<T>(pick: (state: State) => T): T {
  return useSyncExternalStore(subscribe, () => pick(state));
}

const shownCache = new WeakMap<Form, { unsaved: Unsaved | undefined; values: unknown }>();

export function shownValues(form: Form, unsaved: Unsaved | undefined): unknown {
  const cached = shownCache.get(form);
  if (cached && cached.unsaved === unsaved) return cached.values;
  const values = applyUnsaved(form, unsaved);
  shownCache.set(form, { unsaved, values });
  return values;
}

export const useValue = ({ file, path }: Spot) =>
  useEditorState(({ forms, unsaved }) => {
    const form = forms[file];
    return form && valueAt(shownValues(form, unsaved[file]), keysOf(path));
  });

export const openEntry = ({ site, view }: Pick<State, "site" | "view">): Entry | undefined =>
  view.name === "words" ? site?.entries.find(({ id }) => id === view.entry) : undefined;

/** The problems that she is told of. A new entry is still being written: what it lacks counts where she has left it. */
export const countedProblems = (problems: Problem[], newEntry: State["newEntry"]) =>
  problems.filter(
    (problem) => !isInside(newEntry, problem) || newEntry?.left.some((left) => containsPath(left, problem.path)),
  );

export const isInside = (outer: Spot | null, inner: Spot | null): boolean =>
  outer !== null && inner?.file === outer.file && containsPath(outer.path, inner.path);

export function leaveField(spot: Spot) {
  const { newEntry } = state;
  if (newEntry && isInside(newEntry, spot))
    setState({ newEntry: { ...newEntry, left: [...newEntry.left, spot.path] } });
}

/** Why the editor does not respond, and what to do. */
export function connectionProblem({ signedOut, desk }: State): { what: string; next: string } {
  if (signedOut) return { what: "You are signed out", next: "Sign in at the desk again" };
  return desk
    ? { what: "There is no connection", next: "Wait until it is back" }
    : { what: "The editor was closed", next: "Start it again" };
}
