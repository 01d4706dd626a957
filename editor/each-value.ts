import { fieldAt, optionFor } from "./content-file.ts";
import type { Field, Key, Path } from "./shapes.ts";
import { isRecord, keysOf, pathOf, valueAt } from "./values.ts";
import { entryName } from "./wording.ts";

/** A field where it stands: the same field of a list stands at each of its entries. */
export interface Standing {
  path: Path;
  field: Field;
  value: unknown;
}

/** Every field of a form with its value, from the whole of it down; what is empty is there with undefined. */
export function eachValue(fields: Field[], values: unknown): Standing[] {
  const found: Standing[] = [];
  const visit = (given: Field, path: Path) => {
    const value = valueAt(values, keysOf(path));
    const field = given.kind === "either" ? (optionFor(given, value) ?? given) : given;
    found.push({ path, field: given, value });
    if (field.fields && isRecord(value)) for (const inner of field.fields) enter(inner, path);
    const { item } = field;
    if (!item) return;
    const keys = Array.isArray(value) ? value.map((_, at) => at) : isRecord(value) ? Object.keys(value) : [];
    for (const key of keys) visit(item, under(path, key));
  };
  const enter = (field: Field, path: Path) => {
    if (field.kind === "one-of") for (const option of field.options ?? []) enter(option, path);
    else visit(field, field.key ? under(path, field.key) : path);
  };
  for (const field of fields) enter(field, "");
  return found;
}

const under = (path: Path, key: string | number) => (path ? `${path}/${key}` : String(key));

/** What a value is called on the way to it: "Questions, Does it hurt?, Answer". */
export function labelOf(fields: Field[], values: unknown, path: Path): string {
  const keys = keysOf(path);
  const labels = keys.flatMap((key, depth) => {
    const to = keys.slice(0, depth + 1);
    const above = fieldAt(fields, to.slice(0, -1), values);
    const inList = above?.kind === "list" || above?.kind === "record";
    if (inList)
      return [
        entryName(valueAt(values, to)) ??
          `${above.item?.label ?? ""} ${typeof key === "number" ? key + 1 : key}`.trim(),
      ];
    const field = fieldAt(fields, to, values);
    // A group that is all of the form's prose, like "body", says nothing.
    return field ? (field.kind === "group" && field.label === "Body" ? [] : [field.label]) : [];
  });
  return labels.join(", ");
}

/** The nearest field on the way to a place that may lie within one. */
export function nearestField(fields: Field[], keys: readonly Key[], values: unknown): { path: Path; field?: Field } {
  let depth = 0;
  let found: Field | undefined;
  for (let to = 1; to <= keys.length; to++) {
    const field = fieldAt(fields, keys.slice(0, to), values);
    if (!field) break;
    [depth, found] = [to, field];
    if (field.kind === "fact" || field.kind === "prose" || field.many) break;
  }
  return { path: pathOf(keys.slice(0, depth)), ...(found && { field: found }) };
}
