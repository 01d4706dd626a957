import type { Change, Edit, Field } from "../api/api-types.ts";
import { changedValues } from "../formats/merge-edits.ts";
import { isRecord, joinPath, keysOf, valueAt } from "../formats/values.ts";
import { labelOf } from "../forms/field-values.ts";
import { fieldAt } from "../forms/find-field.ts";
import { entryName, summarize, summarizeBoth } from "../forms/messages.ts";

export type ChangeSummary = Pick<Change, "path" | "label" | "before" | "after" | "words">;

/** Describes a save for the history, with the field's label and the old and new value. */
export function describeChange(fields: Field[], before: unknown, after: unknown, [edit]: Edit[]): ChangeSummary {
  if (!edit) return describeDifference(fields, before, after);
  const keys = keysOf(edit.path);
  const field = fieldAt(fields, keys, before);
  const label = labelOf(fields, before, edit.path);
  const previous = valueAt(before, keys);
  const summary = { path: edit.path, label, ...summarizeBoth(previous, valueAt(after, keys), field) };
  const item = field?.item;
  const nameOfEntry = (value: unknown, at: number) => entryName(value, item) ?? `${item?.label ?? "Entry"} ${at + 1}`;
  switch (edit.do) {
    case "settle":
      return { ...summary, words: `${label} confirmed` };
    case "add": {
      // Later edits of the same save may have filled in the new entry.
      const added = valueAt(after, [...keys, edit.at]) ?? edit.value;
      const words = `${nameOfEntry(added, edit.at)} was added`;
      return { ...summary, before: "", after: summarize(added, item), words };
    }
    case "take": {
      const removed = valueAt(previous, [edit.at]);
      const words = `${nameOfEntry(removed, edit.at)} was removed`;
      return { ...summary, before: summarize(removed, item), after: "", words };
    }
    case "move": {
      const name = nameOfEntry(valueAt(previous, [edit.from]), edit.from);
      return { ...summary, words: `${name} moved from place ${edit.from + 1} to ${edit.to + 1}` };
    }
    case "choose": {
      const { label: name = edit.to } = fieldAt(fields, [...keys, edit.to], after) ?? {};
      const texts = { before: summarize(valueAt(before, [...keys, edit.from])), after: summarize(edit.value) };
      return { path: joinPath(edit.path, edit.to), label: name, ...texts };
    }
    default:
      if (field?.kind === "fact" && isRecord(previous) && previous.source && previous.value === edit.value)
        return { ...summary, words: `${label} confirmed` };
      return summary;
  }
}

/** Describes a change without its edits, such as one that another program made. */
export function describeDifference(fields: Field[], before: unknown, after: unknown): ChangeSummary {
  const changed = changedValues(fields, before, after);
  const [first] = changed;
  if (!first)
    return { path: "", label: "Notes and order", before: "", after: "", words: "Notes or the order of lines" };
  const more = changed.length > 1 ? ` and ${changed.length - 1} more` : "";
  return { path: first.path, label: first.label + more, before: first.before, after: first.after };
}
