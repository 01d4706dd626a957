import { fieldAt } from "./content-file.ts";
import { eachValue, labelOf } from "./each-value.ts";
import type { Conflict, Disagreement, Edit, Field, Key } from "./shapes.ts";
import { editValues, keysOf, pathOf, same, valueAt } from "./values.ts";
import { shortly } from "./wording.ts";

export type Merged = Pick<Conflict, "both" | "theirs" | "mine">;

/**
 * Her edits were made on a file that is another by now. What only one side changed comes along; where both did, she is
 * asked. Without the file as she saw it nobody can tell, and she is asked about everything.
 */
export function mergeEdits(fields: Field[], base: unknown, theirs: unknown, edits: Edit[]): Merged {
  const both: Disagreement[] = [];
  const mine: Edit[] = [];
  let hers = base;
  for (const edit of edits) {
    const before = hers;
    hers = base === undefined ? undefined : editValues(hers, edit);
    const keys = keysOf(edit.path);
    const [was, is] = [valueAt(base, keys), valueAt(theirs, keys)];
    const wanted = edit.do === "set" ? edit.value : base === undefined ? undefined : valueAt(hers, keys);
    if (base !== undefined && same(was, is) && samePlace(base, theirs, keys)) mine.push(edit);
    else if (!same(is, wanted)) {
      const field = fieldAt(fields, keys, theirs);
      const known = both.find(({ path }) => path === edit.path);
      const words = { mine: shortly(wanted ?? valueAt(before, keys), field), theirs: shortly(is, field) };
      if (known) Object.assign(known, { ...words, edits: [...known.edits, edit] });
      else
        both.push({
          path: edit.path,
          label: labelOf(fields, theirs, edit.path),
          before: shortly(was, field),
          ...words,
          edits: [edit],
        });
    }
  }
  const asked = both.map(({ path }) => path);
  return { both, mine, theirs: changedValues(fields, base, theirs).filter(({ path }) => !asked.includes(path)) };
}

/** Entries that moved are others under the same number. */
function samePlace(base: unknown, theirs: unknown, keys: readonly Key[]): boolean {
  return keys.every((key, depth) => {
    if (typeof key !== "number") return true;
    const [a, b] = [valueAt(base, keys.slice(0, depth)), valueAt(theirs, keys.slice(0, depth))];
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length;
  });
}

/** The smallest fields whose value differs, in words. */
export function changedValues(fields: Field[], before: unknown, after: unknown) {
  if (before === undefined) return [];
  return eachValue(fields, after).flatMap(({ path, field, value }) => {
    const was = valueAt(before, keysOf(path));
    const inside =
      (field.fields || field.item || field.kind === "either") &&
      typeof was === "object" &&
      typeof value === "object" &&
      was &&
      value;
    const whole = Array.isArray(was) && Array.isArray(value) && was.length !== value.length;
    if (same(was, value) || (inside && !whole) || insideOther(path)) return [];
    return [{ path, label: labelOf(fields, after, path), words: shortly(value, field), before: shortly(was, field) }];
  });

  /** Of a list that grew or shrank, the list is what changed. */
  function insideOther(path: string): boolean {
    const keys = keysOf(path);
    return keys.some((key, depth) => {
      if (typeof key !== "number") return false;
      const above = keys.slice(0, depth);
      const [a, b] = [valueAt(before, above), valueAt(after, above)];
      return Array.isArray(a) && Array.isArray(b) && a.length !== b.length && pathOf(above) !== path;
    });
  }
}
