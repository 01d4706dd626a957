import * as v from "valibot";
import type { FieldDisplay } from "./fields.ts";

export type Key = string | number;

/** What Valibot's schemas have in common with a tree. */
export type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>;
  pipe?: readonly unknown[];
  item?: Schema;
  value?: Schema;
  wrapped?: Schema;
  options?: (Schema | string)[];
};

/** Finds the schema of an entry of a list, or of a field, also in a union or in what is optional. */
function childSchema(schema: Schema, key: Key): Schema | undefined {
  const { item, entries, value, options = [], wrapped } = schema;
  const own = typeof key === "number" ? item : (entries?.[key] ?? value);
  if (own) return own;
  const inner = [...options, wrapped].filter((one) => typeof one === "object");
  return inner.map((one) => childSchema(one, key)).find(Boolean);
}

export const schemaAt = (schema: Schema, keys: readonly Key[]): Schema | undefined =>
  keys.reduce<Schema | undefined>((current, key) => current && childSchema(current, key), schema);

/** What the schemas say of a field beside its rules. */
export function metadataOf(schema: Schema | undefined): { example?: string; shown?: FieldDisplay } {
  if (schema?.pipe) return v.getMetadata(schema);
  return schema?.wrapped ? metadataOf(schema.wrapped) : {};
}

/** A name in a field that stands for something else: a picture, or what the schema says it `references`. */
interface Reference {
  keys: Key[];
  to: "pictures" | NonNullable<FieldDisplay["references"]>;
  name: string;
}

/** Lists the names in a value that stand for something else in the content. */
export function listReferences(schema: Schema | undefined, value: unknown, keys: Key[] = []): Reference[] {
  if (!schema || value === undefined || value === null) return [];
  const { kind, references } = metadataOf(schema).shown ?? {};
  const to = kind === "picture" ? "pictures" : references;
  if (to) return [value].flat().map((name) => ({ keys, to, name: String(name) }));
  if (typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const key = Array.isArray(value) ? Number(name) : name;
    return listReferences(childSchema(schema, key), inner, [...keys, key]);
  });
}
