import { fieldAt } from "./content-file.ts";
import { labelOf } from "./each-value.ts";
import { changedValues } from "./merge-edits.ts";
import type { Change, Edit, Field } from "./shapes.ts";
import { editValues, isRecord, keysOf, valueAt } from "./values.ts";
import { entryName, shortly } from "./wording.ts";

type Words = Pick<Change, "path" | "label" | "before" | "after" | "words">;

/** What a save changed, in her words. */
export function describeChange(fields: Field[], before: unknown, edits: Edit[]): Words {
  const [edit] = edits;
  const after = edits.reduce(editValues, before);
  if (!edit) return describeDifference(fields, before, after);
  const keys = keysOf(edit.path);
  const field = fieldAt(fields, keys, before);
  const label = labelOf(fields, before, edit.path);
  const was = valueAt(before, keys);
  const plain = { path: edit.path, label, before: shortly(was, field), after: shortly(valueAt(after, keys), field) };
  const one = (value: unknown, at: number | string) =>
    entryName(value) ?? `${field?.item?.label ?? "Entry"} ${typeof at === "number" ? at + 1 : at}`;
  switch (edit.do) {
    case "settle":
      return { ...plain, words: `${label} settled` };
    case "add": {
      // As it was once she had filled it in.
      const added = valueAt(after, [...keys, edit.name ?? edit.at]) ?? edit.value;
      return {
        ...plain,
        before: "",
        after: shortly(added, field?.item),
        words: `${edit.name ?? one(added, edit.at)} was added`,
      };
    }
    case "take": {
      const gone = valueAt(was, [edit.at]);
      return { ...plain, before: shortly(gone, field?.item), after: "", words: `${one(gone, edit.at)} was taken out` };
    }
    case "move": {
      const moved = Array.isArray(was) ? was[edit.from] : undefined;
      return { ...plain, words: `${one(moved, edit.from)} moved from place ${edit.from + 1} to ${edit.to + 1}` };
    }
    case "choose": {
      const now = fieldAt(fields, [...keys, edit.to], after);
      const old = valueAt(before, [...keys, edit.from]);
      return {
        path: [edit.path, edit.to].filter(Boolean).join("/"),
        label: now?.label ?? edit.to,
        before: shortly(old),
        after: shortly(edit.value),
      };
    }
    default:
      if (field?.kind === "fact" && isRecord(was) && was.source && was.value === edit.value)
        return { ...plain, words: `${label} settled` };
      return plain;
  }
}

/** Of a change that was made elsewhere, or all at once. */
export function describeDifference(fields: Field[], before: unknown, after: unknown): Words {
  const changed = changedValues(fields, before, after);
  const [first] = changed;
  if (!first)
    return { path: "", label: "Notes and order", before: "", after: "", words: "Notes or the order of lines" };
  const more = changed.length > 1 ? ` and ${changed.length - 1} more` : "";
  return { path: first.path, label: first.label + more, before: first.before, after: first.words };
}
