import type { Conflict, Edit, Field, FieldConflict, Key } from "../api/api-types.ts";
import { labelOf, listFieldValues } from "../forms/field-values.ts";
import { fieldAt } from "../forms/find-field.ts";
import { summarize, summarizeBoth } from "../forms/messages.ts";
import { applyEdit, deepEqual, keysOf, pathOf, valueAt } from "./values.ts";

export type MergeResult = Pick<Conflict, "bothChanged" | "theirs" | "mine">;

/**
 * Merges edits of an older version of a file into the current one. A field that both sides changed is a conflict. When
 * the older version is unknown, every edit is a conflict.
 */
export function mergeEdits(fields: Field[], base: unknown, theirs: unknown, edits: Edit[]): MergeResult {
  const both: FieldConflict[] = [];
  const mine: Edit[] = [];
  let edited = base;
  for (const edit of edits) {
    const before = edited;
    edited = base === undefined ? undefined : applyEdit(edited, edit);
    const keys = keysOf(edit.path);
    const [was, current] = [valueAt(base, keys), valueAt(theirs, keys)];
    const wanted = edit.do === "set" ? edit.value : base === undefined ? undefined : valueAt(edited, keys);
    if (base !== undefined && deepEqual(was, current) && sameIndexes(base, theirs, keys)) mine.push(edit);
    else if (!deepEqual(current, wanted)) {
      const field = fieldAt(fields, keys, theirs);
      const existing = both.find(({ path }) => path === edit.path);
      const texts = { mine: summarize(wanted ?? valueAt(before, keys), field), theirs: summarize(current, field) };
      if (existing) Object.assign(existing, { ...texts, edits: [...existing.edits, edit] });
      else
        both.push({
          path: edit.path,
          label: labelOf(fields, theirs, edit.path),
          before: summarize(was, field),
          ...texts,
          edits: [edit],
        });
    }
  }
  const conflictPaths = both.map(({ path }) => path);
  return {
    bothChanged: both,
    mine,
    theirs: changedValues(fields, base, theirs).filter(({ path }) => !conflictPaths.includes(path)),
  };
}

/** In a list whose length has changed, the same index may be another entry. */
function sameIndexes(base: unknown, theirs: unknown, keys: readonly Key[]): boolean {
  return keys.every((key, depth) => {
    if (typeof key !== "number") return true;
    const [a, b] = [valueAt(base, keys.slice(0, depth)), valueAt(theirs, keys.slice(0, depth))];
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length;
  });
}

/** Lists the innermost fields whose values differ, with a summary of both values. */
export function changedValues(fields: Field[], before: unknown, after: unknown) {
  if (before === undefined) return [];
  return listFieldValues(fields, after).flatMap(({ path, field, value }) => {
    const was = valueAt(before, keysOf(path));
    const nested =
      (field.fields || field.item || field.kind === "either") &&
      typeof was === "object" &&
      typeof value === "object" &&
      was &&
      value;
    const lengthChanged = Array.isArray(was) && Array.isArray(value) && was.length !== value.length;
    if (deepEqual(was, value) || (nested && !lengthChanged) || isInsideChangedList(path)) return [];
    return [{ path, label: labelOf(fields, after, path), ...summarizeBoth(was, value, field) }];
  });

  /** When the length of a list has changed, the list itself is reported instead of its entries. */
  function isInsideChangedList(path: string): boolean {
    const keys = keysOf(path);
    return keys.some((key, depth) => {
      if (typeof key !== "number") return false;
      const parentKeys = keys.slice(0, depth);
      const [a, b] = [valueAt(before, parentKeys), valueAt(after, parentKeys)];
      return Array.isArray(a) && Array.isArray(b) && a.length !== b.length && pathOf(parentKeys) !== path;
    });
  }
}
