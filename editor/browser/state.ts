import { useSyncExternalStore } from "react";
import type { Conflict, Edit, Form, Path, Problem, Site } from "../shapes.ts";
import { editValues, keysOf, valueAt } from "../values.ts";

export interface Spot {
  file: string;
  path: Path;
}

/** What she has typed and not saved, and the version of the file she saw when she began. */
export interface Unsaved {
  version: string;
  edits: Record<Path, { edit: Edit; label: string }>;
}

export type Place =
  | { name: "words"; entry: string }
  | { name: "picture"; picture: string }
  | { name: "mend" | "history" | "publish" | "launch" };

export interface State {
  site: Site | null;
  forms: Record<string, Form>;
  unsaved: Record<string, Unsaved>;
  /** Problems of what is being typed, by file. */
  checked: Record<string, { path: Path; problems: Problem[] }>;
  saving: string | null;
  saved: { label: string; at: Date; spot: Spot } | null;
  kept: Spot | null;
  conflict: Conflict | null;
  place: Place;
  /** The page in the frame. */
  address: string;
  /** Grows whenever the frame has to be loaded anew. */
  pages: number;
  /** The field she is in. */
  lit: Spot | null;
  /** The field to go to once it is drawn. */
  target: Spot | null;
  spoken: string;
  /** What could not be done, and why. */
  refused: string | null;
  away: boolean;
}

let state: State = {
  site: null,
  forms: {},
  unsaved: {},
  checked: {},
  saving: null,
  saved: null,
  kept: null,
  conflict: null,
  place: { name: "words", entry: "" },
  address: "/",
  pages: 0,
  lit: null,
  target: null,
  spoken: "",
  refused: null,
  away: false,
};

const listeners = new Set<() => void>();

export const now = () => state;

export function change(part: Partial<State>) {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

export function useEditor<T>(pick: (state: State) => T): T {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pick(state),
  );
}

const shown = new WeakMap<Form, { unsaved: Unsaved | undefined; values: unknown }>();

/** The words as she sees them: the file's, with her drafts and what she has just typed laid over. */
export function shownValues(form: Form, unsaved: Unsaved | undefined): unknown {
  const kept = shown.get(form);
  if (kept && kept.unsaved === unsaved) return kept.values;
  const edits = [
    ...form.drafts.flatMap((draft) => draft.edits),
    ...Object.values(unsaved?.edits ?? {}).map((one) => one.edit),
  ];
  const values = edits.reduce(laidOver, form.values);
  shown.set(form, { unsaved, values });
  return values;
}

/** A draft may be about something that is gone by now; it is left out rather than shown at another place. */
function laidOver(values: unknown, edit: Edit): unknown {
  try {
    return editValues(values, edit);
  } catch {
    return values;
  }
}

export const useValue = ({ file, path }: Spot) =>
  useEditor(({ forms, unsaved }) => {
    const form = forms[file];
    return form && valueAt(shownValues(form, unsaved[file]), keysOf(path));
  });
