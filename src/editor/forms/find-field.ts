import { isRecord, valueAt } from "../formats/values.ts";
import type { Field, Key } from "../vocabulary.ts";

/**
 * The fields along a path, through groups, lists, records and the option of an either that fits the value, as far as there
 * are any. The first stands for the whole form.
 */
export function fieldsAlong(fields: Field[], keys: readonly Key[], values: unknown): Field[] {
  const [only] = fields;
  const isRecordAlone = only?.key === "" && only.kind === "record";
  const found: Field[] = [isRecordAlone ? only : { kind: "group", key: "", label: "", fields }];
  for (const [depth, key] of keys.entries()) {
    const declared = found[depth];
    const around = declared && shapedField(declared, valueAt(values, keys.slice(0, depth)));
    const next = around?.item ?? findField(around?.fields ?? [], String(key));
    if (!next) break;
    found.push(next);
  }
  return found;
}

export const fieldAt = (fields: Field[], keys: readonly Key[], values: unknown): Field | undefined =>
  fieldsAlong(fields, keys, values)[keys.length];

/** The fields with a key of their own: in place of a one-of, its options. */
export const keyedFields = (fields: Field[] = []): Field[] =>
  fields.flatMap((field) => (field.kind === "one-of" ? (field.options ?? []) : [field]));

export const findField = (fields: Field[], key: string): Field | undefined =>
  keyedFields(fields).find((field) => field.key === key);

/** The field in the shape that its value has: one of the options of an either. */
export const shapedField = (field: Field, value: unknown): Field =>
  field.kind === "either" ? (optionFor(field, value) ?? field) : field;

/** Returns the option of an either whose fields the value has. */
export function optionFor({ options = [] }: Field, value: unknown): Field | undefined {
  if (!isRecord(value)) return options.find(({ kind }) => kind !== "group") ?? options[0];
  return options.find(({ fields }) =>
    fields?.some(({ key, optional }) => !optional && key in value && !sharedBy(options, key)),
  );
}

const sharedBy = (options: Field[], key: string) =>
  options.filter(({ fields }) => fields?.some((field) => field.key === key)).length > 1;
