import { fieldAt, optionFor } from "./content-file.ts";
import type { Field, Path } from "./shapes.ts";
import { isRecord, keysOf, valueAt } from "./values.ts";

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

/** The labels on the way to a value, the outermost first: ["Hours", "Line of hours 2", "Opens"]. */
export function labelsTo(fields: Field[], values: unknown, path: Path): string[] {
  const keys = keysOf(path);
  return keys.flatMap((key, depth) => {
    const label = fieldAt(fields, keys.slice(0, depth + 1), values)?.label;
    if (typeof key === "number") return [`${label ?? ""} ${key + 1}`.trim()];
    return label ? [label] : [String(key)];
  });
}
