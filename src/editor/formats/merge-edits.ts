import type { Conflict, Edit, Field, FieldConflict, Key } from "../api/api-types.ts";
import { labelOf, listFieldValues } from "../forms/field-values.ts";
import { fieldAt } from "../forms/find-field.ts";
import { summarize, summarizeBoth } from "../forms/messages.ts";
import { applyEdit, deepEqual, keysOf, valueAt } from "./values.ts";

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
    if (base !== undefined && deepEqual(was, current) && hasSameIndexes(keys, base, theirs)) mine.push(edit);
    else if (!deepEqual(current, wanted)) {
      const field = fieldAt(fields, keys, theirs);
      const existing = both.find(({ path }) => path === edit.path);
      const texts = { mine: summarize(wanted ?? valueAt(before, keys), field), theirs: summarize(current, field) };
      const label = labelOf(fields, theirs, edit.path);
      if (existing) Object.assign(existing, { ...texts, edits: [...existing.edits, edit] });
      else both.push({ path: edit.path, label, before: summarize(was, field), ...texts, edits: [edit] });
    }
  }
  const conflictPaths = both.map(({ path }) => path);
  return {
    bothChanged: both,
    mine,
    theirs: changedValues(fields, base, theirs).filter(({ path }) => !conflictPaths.includes(path)),
  };
}

/** The innermost fields whose values differ, with a summary of both values. */
export function changedValues(fields: Field[], before: unknown, after: unknown) {
  if (before === undefined) return [];
  return listFieldValues(fields, after).flatMap(({ path, field, value }) => {
    const keys = keysOf(path);
    const was = valueAt(before, keys);
    const isInsideChangedList = listsAlong(keys, before, after).some(([a, b]) => hasOtherLength(a, b));
    const isNested = (field.fields || field.item || field.kind === "either") && isObject(was) && isObject(value);
    // When the length of a list has changed, the list itself is reported instead of its entries.
    if (deepEqual(was, value) || (isNested && !hasOtherLength(was, value)) || isInsideChangedList) return [];
    return [{ path, label: labelOf(fields, after, path), ...summarizeBoth(was, value, field) }];
  });
}

const isObject = (value: unknown) => typeof value === "object" && value !== null;

const hasOtherLength = (one: unknown, other: unknown) =>
  Array.isArray(one) && Array.isArray(other) && one.length !== other.length;

/** The lists along a path, as each side has them. In one whose length has changed, an index may be another entry. */
const listsAlong = (keys: readonly Key[], one: unknown, other: unknown) =>
  keys.flatMap((key, depth) => {
    const above = keys.slice(0, depth);
    return typeof key === "number" ? [[valueAt(one, above), valueAt(other, above)] as const] : [];
  });

const hasSameIndexes = (keys: readonly Key[], one: unknown, other: unknown) =>
  listsAlong(keys, one, other).every(([a, b]) => Array.isArray(a) && Array.isArray(b) && a.length === b.length);
