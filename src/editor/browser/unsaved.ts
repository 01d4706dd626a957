import type { Edit, FieldConflict, Form, Path, Problem } from "../api/api-types.ts";
import { containsPath, deepEqual, isRecord, keysOf, pathOf, valueAt, withValue } from "../formats/values.ts";

/**
 * The unsaved edits of a file, by their path. What is typed inside an entry of a list is one edit of that entry, so that
 * its fields are saved together and never into another entry.
 */
export type Unsaved = Record<Path, UnsavedEdit>;

export interface UnsavedEdit {
  edit: Edit;
  label: string;
  /** What the last check of it found. Some problems keep it from being saved. */
  problems?: Problem[];
  /** The field was changed elsewhere meanwhile, and the owner has to choose. */
  conflict?: FieldConflict;
}

/** The edit that a field is part of. */
export const editAt = (unsaved: Unsaved | undefined, path: Path): UnsavedEdit | undefined =>
  Object.values(unsaved ?? {}).find(({ edit }) => containsPath(edit.path, path));

/** The values that the form shows: those of the file with unsaved edits applied. */
export const applyUnsaved = ({ values }: Pick<Form, "values">, unsaved: Unsaved | undefined): unknown =>
  Object.values(unsaved ?? {}).reduce((all, { edit }) => withPossibleValue(all, edit.path, edit.value), values);

/** An edit may be of an entry that no longer exists. It is not shown at another one. */
function withPossibleValue(values: unknown, path: Path, value: unknown): unknown {
  try {
    return withValue(values, path, value);
  } catch {
    return values;
  }
}

/** Null and undefined both stand for a value that is not there. */
const isSame = (one: unknown, other: unknown) => deepEqual(one ?? null, other ?? null);

/**
 * Adds what was typed in a field. A value that the file has already is nothing to save, unless an edit that is on its
 * way to the server is about to replace it.
 */
export function addEdit(
  form: Pick<Form, "values">,
  unsaved: Unsaved,
  path: Path,
  label: string,
  value: unknown,
  sending: readonly Path[] = [],
): Unsaved {
  const outer = editAt(unsaved, path)?.edit.path ?? entryPath(path);
  const before = unsaved[outer];
  const inside = Object.values(unsaved).filter(({ edit }) => containsPath(outer, edit.path));
  // Edits inside become part of this one, and so does what the owner saw when she began them.
  const seen = inside.reduce((all, { edit }) => withPossibleValue(all, edit.path, edit.was), form.values);
  const was = valueAt(seen, keysOf(outer));
  const next = valueAt(withPossibleValue(applyUnsaved(form, unsaved), path, value), keysOf(outer));
  const others = Object.entries(unsaved).filter(([other]) => !containsPath(outer, other));
  const isNothing = isSame(next, was) && !sending.includes(outer);
  const own: UnsavedEdit = { ...before, label, edit: { path: outer, was, value: next } };
  return Object.fromEntries(isNothing ? others : [...others, [outer, own]]);
}

/** The path of the outermost entry of a list that contains this path, or the path itself. */
function entryPath(path: Path): Path {
  const keys = keysOf(path);
  const at = keys.findIndex((key) => typeof key === "number");
  return at < 0 ? path : pathOf(keys.slice(0, at + 1));
}

/** Changes an edit that is still there. Undefined ends it. */
export function changeEdit(
  unsaved: Unsaved,
  path: Path,
  change: (own: UnsavedEdit) => UnsavedEdit | undefined,
): Unsaved {
  const { [path]: own, ...others } = unsaved;
  const next = own && change(own);
  return next ? { ...unsaved, [path]: next } : others;
}

/** White space at either end of what was typed is not a change. */
export const trimEdit = (unsaved: Unsaved, path: Path): Unsaved =>
  changeEdit(unsaved, path, ({ edit, ...own }) => {
    const value = trimmed(edit.was, edit.value);
    return isSame(edit.was, value) ? undefined : { ...own, edit: { ...edit, value } };
  });

function trimmed(was: unknown, value: unknown): unknown {
  if (typeof value === "string") return value === was ? value : value.trim();
  if (Array.isArray(value)) return value.map((inner, at) => trimmed(valueAt(was, [at]), inner));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, trimmed(valueAt(was, [key]), inner)]));
}

/** Removes an edit that was saved. What was typed meanwhile is an edit of the value that the file has now. */
export const removeSaved = (unsaved: Unsaved, sent: Edit, form: Pick<Form, "values">): Unsaved =>
  changeEdit(unsaved, sent.path, ({ edit, ...own }) => {
    const was = valueAt(form.values, keysOf(sent.path));
    return isSame(edit.value, sent.value) ? undefined : { ...own, edit: { ...edit, was } };
  });

/** Keeps the owner's value, which then replaces the one she has seen, or the other one. */
export const resolveConflict = (unsaved: Unsaved, path: Path, choice: "mine" | "other"): Unsaved =>
  changeEdit(unsaved, path, ({ conflict, edit, ...own }) =>
    conflict && choice === "mine" ? { ...own, edit: { ...edit, was: conflict.current } } : undefined,
  );
