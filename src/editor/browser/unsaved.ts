import type { Draft, Edit, Form, Path } from "../api/api-types.ts";
import { applyEdit, containsPath, deepEqual, keysOf, pathOf, pathsOverlap, valueAt } from "../formats/values.ts";

/** Unsaved edits of a file, and the version of the file they are based on. */
export interface Unsaved {
  version: string;
  edits: Record<Path, { edit: Edit; label: string }>;
}

type FormContent = Pick<Form, "version" | "values" | "drafts">;

/** Runs one piece of work after the other. Work that fails does not stop what waits behind it. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work);
    last = result.catch(() => {});
    // A promise of its own, or a failure that the caller does not handle would count as handled here.
    return result.then((value) => value);
  };
}

const draftEdits = ({ drafts }: FormContent) => drafts.flatMap((draft) => draft.edits);

/**
 * Adds what was typed in a field. A value that is saved already, in the file or as a draft, is nothing to save, unless
 * edits that are being sent are about to replace it.
 */
export function addTyped(
  form: FormContent,
  before: Unsaved | undefined,
  path: Path,
  label: string,
  value: unknown,
  sending: Edit[] = [],
): Unsaved {
  const unsaved = before ?? { version: form.version, edits: {} };
  const { [path]: _, ...others } = unsaved.edits;
  const saved = valueAt(draftEdits(form).reduce(applyIfPossible, form.values), keysOf(path));
  const edit: Edit = { do: "set", path, value };
  const isSaved = deepEqual(saved, value) && !sending.some((other) => overlaps(other, edit));
  return { ...unsaved, edits: isSaved ? others : { ...others, [path]: { edit, label } } };
}

/** Removes the edits that were sent, unless their field was edited again in the meantime. */
export function removeSent(unsaved: Unsaved, sent: Edit[]): Unsaved {
  const edits = Object.entries(unsaved.edits).filter(([, { edit }]) => !sent.includes(edit));
  return { ...unsaved, edits: Object.fromEntries(edits) };
}

/** The values that the form shows: those of the file with drafts and unsaved edits applied. */
export function applyUnsaved(form: FormContent, unsaved: Unsaved | undefined): unknown {
  const typed = Object.values(unsaved?.edits ?? {}).map(({ edit }) => edit);
  return [...draftEdits(form), ...typed].reduce(applyIfPossible, form.values);
}

/** A draft may refer to an entry that no longer exists. It is skipped rather than shown at another entry. */
function applyIfPossible(values: unknown, edit: Edit): unknown {
  try {
    return applyEdit(values, edit);
  } catch {
    return values;
  }
}

/**
 * The edits to send, with the drafts they complete: of the same value, of a list around it, or of the same list entry.
 * A new entry stays one draft until all of its required fields are filled in. What these edits overwrite is not sent.
 */
export function withDrafts(
  { drafts: all }: Pick<FormContent, "drafts">,
  own: Edit[],
): { drafts: Draft[]; edits: Edit[] } {
  const drafts = all.filter((draft) => draft.edits.some((drafted) => own.some((edit) => overlaps(drafted, edit))));
  const isOverwritten = (drafted: Edit) =>
    drafted.do === "set" && own.some((edit) => edit.do === "set" && containsPath(edit.path, drafted.path));
  return { drafts, edits: [...drafts.flatMap(({ edits }) => edits).filter((edit) => !isOverwritten(edit)), ...own] };
}

function overlaps({ path: one }: Edit, { path: other }: Edit): boolean {
  const entry = listEntryPath(one);
  return pathsOverlap(one, other) || (entry !== "" && containsPath(entry, other));
}

/** The path of the innermost list entry that contains this path, or "". */
function listEntryPath(path: Path): Path {
  const keys = keysOf(path);
  const last = keys.findLastIndex((key) => typeof key === "number");
  return pathOf(keys.slice(0, last + 1));
}
