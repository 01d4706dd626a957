import { isRecord, joinPath, keysOf, pathOf, valueAt } from "../formats/values.ts";
import type { Field, Key, Path } from "../vocabulary.ts";
import { fieldsAlong, keyedFields, shapedField } from "./find-field.ts";
import { entryName } from "./messages.ts";

/** A field with its path and value. The item field of a list occurs once for each entry. */
export interface FieldValue {
  path: Path;
  field: Field;
  value: unknown;
}

/** Lists every field of a form with its value, parents first. An empty field has the value undefined. */
export function listFieldValues(fields: Field[], values: unknown): FieldValue[] {
  const found: FieldValue[] = [];
  const visit = (declared: Field, path: Path) => {
    const value = valueAt(values, keysOf(path));
    const field = shapedField(declared, value);
    found.push({ path, field: declared, value });
    if (isRecord(value)) for (const inner of keyedFields(field.fields)) visit(inner, joinPath(path, inner.key));
    const { item } = field;
    if (!item) return;
    const keys = Array.isArray(value) ? value.map((_, at) => at) : isRecord(value) ? Object.keys(value) : [];
    for (const key of keys) visit(item, joinPath(path, key));
  };
  for (const field of keyedFields(fields)) visit(field, field.key);
  return found;
}

/** The labels along a path: "Questions, Does it hurt?, Answer". */
export function labelOf(fields: Field[], values: unknown, path: Path): string {
  const keys = keysOf(path);
  const [form, ...along] = fieldsAlong(fields, keys, values);
  const labels = along.map((field, at) => {
    const { item } = along[at - 1] ?? form ?? {};
    // The label of the group "body" carries no information.
    if (!item) return field.kind === "group" && field.label === "Body" ? "" : field.label;
    const key = keys[at];
    const number = typeof key === "number" ? key + 1 : key;
    return entryName(valueAt(values, keys.slice(0, at + 1)), item) ?? `${item.label} ${number}`.trim();
  });
  return labels.filter(Boolean).join(", ");
}

/** The innermost field along a path that may continue inside its value. */
export function nearestField(fields: Field[], keys: readonly Key[], values: unknown) {
  const along = fieldsAlong(fields, keys, values).slice(1);
  const whole = along.findIndex(({ kind, multiple }) => kind === "fact" || kind === "prose" || multiple);
  const depth = whole < 0 ? along.length : whole + 1;
  return { path: pathOf(keys.slice(0, depth)), field: along[depth - 1] };
}
