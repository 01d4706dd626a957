import { isRecord, joinPath, keysOf, pathOf, valueAt } from "../formats/values.ts";
import type { Field, Key, Path } from "../vocabulary.ts";
import { fieldAt, optionFor } from "./find-field.ts";
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
    const field = declared.kind === "either" ? (optionFor(declared, value) ?? declared) : declared;
    found.push({ path, field: declared, value });
    if (field.fields && isRecord(value)) for (const inner of field.fields) enter(inner, path);
    const { item } = field;
    if (!item) return;
    const keys = Array.isArray(value) ? value.map((_, at) => at) : isRecord(value) ? Object.keys(value) : [];
    for (const key of keys) visit(item, joinPath(path, key));
  };
  const enter = (field: Field, path: Path) => {
    if (field.kind === "one-of") for (const option of field.options ?? []) enter(option, path);
    else visit(field, joinPath(path, field.key));
  };
  for (const field of fields) enter(field, "");
  return found;
}

/** The labels along a path: "Questions, Does it hurt?, Answer". */
export function labelOf(fields: Field[], values: unknown, path: Path): string {
  const keys = keysOf(path);
  const labels = keys.flatMap((key, depth) => {
    const prefix = keys.slice(0, depth + 1);
    const parent = fieldAt(fields, prefix.slice(0, -1), values);
    const inList = parent?.kind === "list" || parent?.kind === "record";
    if (inList)
      return [
        entryName(valueAt(values, prefix), parent.item) ??
          `${parent.item?.label ?? ""} ${typeof key === "number" ? key + 1 : key}`.trim(),
      ];
    const field = fieldAt(fields, prefix, values);
    // The label of the group "body" carries no information.
    return field ? (field.kind === "group" && field.label === "Body" ? [] : [field.label]) : [];
  });
  return labels.join(", ");
}

/** The innermost field along a path that may continue inside its value. */
export function nearestField(fields: Field[], keys: readonly Key[], values: unknown): { path: Path; field?: Field } {
  let depth = 0;
  let found: Field | undefined;
  for (let to = 1; to <= keys.length; to++) {
    const field = fieldAt(fields, keys.slice(0, to), values);
    if (!field) break;
    [depth, found] = [to, field];
    if (field.kind === "fact" || field.kind === "prose" || field.multiple) break;
  }
  return { path: pathOf(keys.slice(0, depth)), ...(found && { field: found }) };
}
