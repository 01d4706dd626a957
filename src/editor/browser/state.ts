import { useSyncExternalStore } from "react";
import type { Conflict, Edit, Form, Path, Problem, Site } from "../api/api-types.ts";
import { applyEdit, keysOf, valueAt } from "../formats/values.ts";

export interface Spot {
  file: string;
  path: Path;
}

/** What she has typed and not saved, and the version of the file she saw when she began. */
export interface Unsaved {
  version: string;
  edits: Record<Path, { edit: Edit; label: string }>;
}

export type View =
  | { name: "words"; entry: string }
  | { name: "picture"; picture: string }
  | { name: "problems" | "history" | "publish" | "launch" };

export interface State {
  site: Site | null;
  forms: Record<string, Form>;
  unsaved: Record<string, Unsaved>;
  /** Problems of what is being typed, by file. */
  checked: Record<string, { path: Path; problems: Problem[] }>;
  saving: string | null;
  saved: { label: string; at: Date; spot: Spot } | null;
  draftSpot: Spot | null;
  conflict: Conflict | null;
  view: View;
  /** The page in the frame. */
  previewPath: string;
  /** Grows whenever the frame has to be loaded anew. */
  previewVersion: number;
  /** The field she is in. */
  focused: Spot | null;
  /** The field to go to once it is drawn. */
  target: Spot | null;
  announcement: string;
  /** What could not be done, and why. */
  errorMessage: string | null;
  disconnected: boolean;
}

let state: State = {
  site: null,
  forms: {},
  unsaved: {},
  checked: {},
  saving: null,
  saved: null,
  draftSpot: null,
  conflict: null,
  view: { name: "words", entry: "" },
  previewPath: "/",
  previewVersion: 0,
  focused: null,
  target: null,
  announcement: "",
  errorMessage: null,
  disconnected: false,
};

const listeners = new Set<() => void>();

export const getState = () => state;

export function setState(part: Partial<State>) {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

export function useEditorState<T>(pick: (state: State) => T): T {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pick(state),
  );
}

const shownCache = new WeakMap<Form, { unsaved: Unsaved | undefined; values: unknown }>();

/** The words as she sees them: the file's, with her drafts and what she has just typed laid over. */
export function shownValues(form: Form, unsaved: Unsaved | undefined): unknown {
  const cached = shownCache.get(form);
  if (cached && cached.unsaved === unsaved) return cached.values;
  const edits = [
    ...form.drafts.flatMap((draft) => draft.edits),
    ...Object.values(unsaved?.edits ?? {}).map((one) => one.edit),
  ];
  const values = edits.reduce(applyIfPossible, form.values);
  shownCache.set(form, { unsaved, values });
  return values;
}

/** A draft may be about something that is gone by now; it is left out rather than shown at another place. */
function applyIfPossible(values: unknown, edit: Edit): unknown {
  try {
    return applyEdit(values, edit);
  } catch {
    return values;
  }
}

export const useValue = ({ file, path }: Spot) =>
  useEditorState(({ forms, unsaved }) => {
    const form = forms[file];
    return form && valueAt(shownValues(form, unsaved[file]), keysOf(path));
  });
