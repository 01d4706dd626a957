import { useSyncExternalStore } from "react";
import type { Entry, Form, Key, Path, Problem, Site } from "../api/api-types.ts";
import { containsPath, deepEqual, joinPath, keysOf, pathOf, valueAt } from "../formats/values.ts";
import { applyUnsaved, editAt, type Unsaved, type UnsavedEdit } from "./unsaved.ts";

/** Where a field is: its file, and its path in it. */
export interface FieldAddress {
  file: string;
  path: Path;
}

/** The address of what is inside a field. */
export const childAddress = ({ file, path }: FieldAddress, key: Key): FieldAddress => ({
  file,
  path: joinPath(path, key),
});

/** All that the page knows, as it is before anything is loaded. */
const initialState = {
  site: null as Site | null,
  forms: {} as Record<string, Form>,
  unsaved: {} as Record<string, Unsaved>,
  /** What she has begun beside the forms and not saved, of a picture or a new treatment, by its view. */
  begun: {} as Record<string, object>,
  saving: null as string | null,
  /** When the last save ended, until something is typed after it. */
  savedAt: null as Date | null,
  /** What is open, as in the address: "words/about", "history". */
  view: "",
  /** On a phone: whether the form is in sight, or the page. */
  tab: "words" as "words" | "page",
  previewPath: "/",
  /** The version of the site whose page is painted. */
  shownVersion: "",
  focused: null as FieldAddress | null,
  pictureOpenedFrom: null as FieldAddress | null,
  /** The field to focus once it is rendered. */
  target: null as FieldAddress | null,
  /** The entry that was added to a list last, until she goes on elsewhere, with the fields of it that she has left. */
  newEntry: null as (FieldAddress & { left: Path[] }) | null,
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
  const next = { ...state, ...part };
  if (Object.keys(part).every((key) => next[key as keyof State] === state[key as keyof State])) return;
  state = next;
  for (const listener of listeners) listener();
}

/** React subscribes again whenever this function changes, so every component has to pass the same one. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whatever changes, the whole window is rendered anew, since most of what changes is shown in several places. */
export const useEditorState = (): State => useSyncExternalStore(subscribe, getState);

/**
 * The one place for what is not saved: this browser. It survives a reload, a closed window and a lost server, and all
 * windows share it.
 */
type Part = "unsaved" | "begun";

const storageKey = (part: Part) => `editor-${part}`;

/** What the browser had no space for is in this window alone, so it is not read again from where it is missing. */
const unstored = new Set<Part>();

export const readKept = (part: Part): Record<string, object> =>
  unstored.has(part) ? state[part] : JSON.parse(localStorage.getItem(storageKey(part)) ?? "{}");

export function restoreKept() {
  for (const part of ["unsaved", "begun"] as const) {
    setState({ [part]: readKept(part) });
    addEventListener("storage", ({ key }) => key === storageKey(part) && setState({ [part]: readKept(part) }));
  }
  addEventListener("beforeunload", (event) => unstored.size && event.preventDefault());
}

/** Another window may have changed them, so they are read before each change. Undefined is nothing to keep. */
export function changeKept<T extends object>(part: Part, key: string, change: (own?: T) => T | undefined) {
  const { [key]: own, ...others } = readKept(part);
  const next = change(own as T | undefined);
  const all = next === undefined ? others : { ...others, [key]: next };
  setState({ [part]: all });
  try {
    localStorage.setItem(storageKey(part), JSON.stringify(all));
    unstored.delete(part);
  } catch {
    unstored.add(part);
    setState({
      errorMessage: "This browser has no space for your words. Leave this window open until they are saved.",
    });
  }
}

/** What she has begun in a view, and how to change it, which also works after she has left. Undefined ends it. */
export function useBegun<T extends object>(view: string) {
  const begun = useEditorState().begun[view] as T | undefined;
  return [begun, (change: (now?: T) => T | undefined) => changeKept("begun", view, change)] as const;
}

const shownCache = new WeakMap<Form, { unsaved: Unsaved | undefined; values: unknown }>();

function shownValues(form: Form, unsaved: Unsaved | undefined): unknown {
  const cached = shownCache.get(form);
  if (cached && cached.unsaved === unsaved) return cached.values;
  const values = applyUnsaved(form, unsaved);
  shownCache.set(form, { unsaved, values });
  return values;
}

/** What the form shows: the value of the file, or what was typed in its place. */
export const shownValue = ({ forms, unsaved }: State, { file, path }: FieldAddress): unknown => {
  const form = forms[file];
  return form && valueAt(shownValues(form, unsaved[file]), keysOf(path));
};

export const useValue = (address: FieldAddress) => shownValue(useEditorState(), address);

/** Whether the field shows something else than the file has. */
export const isUnsaved = (state: State, { file, path }: FieldAddress): boolean =>
  editAt(state.unsaved[file], path) !== undefined &&
  !deepEqual(valueAt(state.forms[file]?.values, keysOf(path)), shownValue(state, { file, path }));

/** The entry that opens first: the home page, which the owner knows. */
export const firstEntry = ({ entries }: Site): Entry | undefined =>
  entries.find(({ address }) => address === "/") ?? entries[0];

/** The views that are not the words of an entry. */
const isSheet = (view: string) => /^(picture|to-do|history|publish|(new|remove)-treatment)(\/|$)/.test(view);

export const openEntry = ({ site, view }: Pick<State, "site" | "view">): Entry | undefined =>
  site && !isSheet(view) ? (site.entries.find(({ id }) => view === `words/${id}`) ?? firstEntry(site)) : undefined;

/** Every unsaved edit, with its address. */
export const listUnsaved = (unsaved: State["unsaved"]) =>
  Object.entries(unsaved).flatMap(([file, edits]) =>
    Object.values(edits).map((one) => ({ ...one, address: { file, path: one.edit.path } })),
  );

/**
 * The problems of the words as they are shown: those of a checked edit, and those of the files elsewhere. Until the launch
 * what it asks for is shown by the source line and in the list of what to do. Afterwards it stops a save.
 */
export function shownProblems({ site, unsaved, newEntry }: State): Problem[] {
  const checked = listUnsaved(unsaved).filter(({ problems }) => problems);
  const isChecked = (problem: Problem) => checked.some(({ address }) => isInside(address, problem));
  const elsewhere = site?.problems.filter((problem) => !isChecked(problem)) ?? [];
  const all = [...elsewhere, ...checked.flatMap(({ problems = [] }) => problems)];
  // Two edits may wait for the same thing.
  const keys = all.map(({ file, path, message }) => `${file} ${path} ${message}`);
  return countedProblems(
    all.filter(({ kind, blocking }, at) => (kind !== "launch" || blocking) && keys.indexOf(keys[at] ?? "") === at),
    newEntry,
  );
}

/** Whether an edit cannot be saved as it is, in a way that she is told of. */
export const isRefused = ({ problems = [] }: UnsavedEdit, newEntry: State["newEntry"]) =>
  countedProblems(problems, newEntry).some(({ blocking }) => blocking);

/** How many changes are on their way to the server. What is refused, or has failed, waits for her. */
export const countComing = ({ unsaved, saving, errorMessage, disconnected }: State) =>
  !saving && (errorMessage || disconnected)
    ? 0
    : listUnsaved(unsaved).filter((edit) => !edit.conflict && !isRefused(edit, null)).length;

/** The problems that she is told of. A new entry is still being written: what it lacks counts where she has left it. */
export const countedProblems = (problems: Problem[], newEntry: State["newEntry"]) =>
  problems.filter(
    (problem) => !isInside(newEntry, problem) || newEntry?.left.some((left) => containsPath(left, problem.path)),
  );

export const isInside = (outer: FieldAddress | null, inner: FieldAddress | null): boolean =>
  outer !== null && inner?.file === outer.file && containsPath(outer.path, inner.path);

/** She is in this field now. A part around it that holds nothing yet is a new entry, too. */
export function enterField(address: FieldAddress, emptyPart: FieldAddress | null) {
  const part = isInside(state.newEntry, address) ? null : emptyPart;
  setState({ focused: address, ...(part && { newEntry: { ...part, left: [] } }) });
}

export function emptyPartAround({ file, path }: FieldAddress): FieldAddress | null {
  const keys = keysOf(path);
  const parts = keys.map((_, depth) => ({ file, path: pathOf(keys.slice(0, depth)) })).slice(1);
  return (state.forms[file] && parts.find((part) => (shownValue(state, part) ?? null) === null)) ?? null;
}

/** She has left this field, or the whole of a new entry. Its words are saved, which may have filled what was empty. */
export function leaveField(address: FieldAddress) {
  const { newEntry } = state;
  if (!newEntry || !isInside(newEntry, address)) return;
  setState({ newEntry: isInside(address, newEntry) ? null : { ...newEntry, left: [...newEntry.left, address.path] } });
}

/** Why the editor does not respond, and what to do. */
export function connectionProblem({ signedOut, desk }: State): { what: string; next: string } {
  if (signedOut) return { what: "You are signed out", next: "Sign in at the desk again" };
  return desk
    ? { what: "There is no connection", next: "Wait until it is back" }
    : { what: "The editor was closed", next: "Start it again" };
}
