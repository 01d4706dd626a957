import { type Step, stepsBetween } from "../formats/steps.ts";
import { deepEqual, isRecord, keysOf, valueAt } from "../formats/values.ts";
import { labelOf, nearestField } from "../forms/field-values.ts";
import { entryName, summarize, summarizeBoth } from "../forms/messages.ts";
import type { Change, Field } from "../vocabulary.ts";

export type ChangeSummary = Pick<Change, "path" | "label" | "before" | "after" | "words">;

/** Describes a change for the history: the label of its first field, the old and new value, and how many more there are. */
export function describeChange(fields: Field[], before: unknown, after: unknown): ChangeSummary {
  const steps = stepsBetween("", before, after);
  // A page's day of change is set with every change of it.
  const own = steps.filter(({ path }) => path !== "updated");
  const changed = new Map<string, ChangeSummary>();
  for (const step of own.length ? own : steps) {
    const summary = describeStep(fields, before, after, step);
    if (!changed.has(summary.path)) changed.set(summary.path, summary);
  }
  const [first, ...more] = changed.values();
  if (!first)
    return { path: "", label: "Notes and order", before: "", after: "", words: "Notes or the order of lines" };
  return more.length ? { ...first, label: `${first.label} and ${more.length} more` } : first;
}

function describeStep(fields: Field[], before: unknown, after: unknown, step: Step): ChangeSummary {
  const own = keysOf(step.path);
  const keys = fields.some(({ key, asOne }) => asOne && key === own[0]) ? own.slice(0, 1) : own;
  const isGone = valueAt(after, keys) === undefined;
  const { path, field } = nearestField(fields, keys, isGone ? before : after);
  const [old, current] = [valueAt(before, keysOf(path)), valueAt(after, keysOf(path))];
  const label = labelOf(fields, isGone ? before : after, path);
  const summary = { path, label, ...summarizeBoth(old, current, field) };
  if (field?.kind !== "list" || step.do === "set")
    return isConfirmed(old, current) ? { ...summary, words: `${label} confirmed` } : summary;
  const { item } = field;
  const at = step.do === "move" ? step.from : step.at;
  const entry = step.do === "add" ? step.value : valueAt(old, [at]);
  const name = entryName(entry, item) ?? `${item?.label ?? "Entry"} ${at + 1}`;
  if (step.do === "move") return { ...summary, words: `${name} moved from place ${step.from + 1} to ${step.to + 1}` };
  const shown = summarize(entry, item);
  return step.do === "add"
    ? { ...summary, before: "", after: shown, words: `${name} was added` }
    : { ...summary, before: shown, after: "", words: `${name} was removed` };
}

/** Whether nothing but the source is gone. */
function isConfirmed(before: unknown, after: unknown): boolean {
  if (!isRecord(before) || !before.source) return false;
  const { source: _, ...confirmed } = before;
  return deepEqual(confirmed, after);
}
