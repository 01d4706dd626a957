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
    const around = declared?.kind === "either" ? optionFor(declared, valueAt(values, keys.slice(0, depth))) : declared;
    const next = around?.item ?? findField(around?.fields ?? [], String(key));
    if (!next) break;
    found.push(next);
  }
  return found;
}

export const fieldAt = (fields: Field[], keys: readonly Key[], values: unknown): Field | undefined =>
  fieldsAlong(fields, keys, values)[keys.length];

export const findField = (fields: Field[], key: string): Field | undefined =>
  fields
    .flatMap((field) => (field.kind === "one-of" ? (field.options ?? []) : [field]))
    .find((field) => field.key === key);

/** Returns the option of an either whose fields the value has. */
export function optionFor({ options = [] }: Field, value: unknown): Field | undefined {
  if (!isRecord(value)) return options.find(({ kind }) => kind !== "group") ?? options[0];
  return options.find(({ fields }) =>
    fields?.some(({ key, optional }) => !optional && key in value && !sharedBy(options, key)),
  );
}

const sharedBy = (options: Field[], key: string) =>
  options.filter(({ fields }) => fields?.some((field) => field.key === key)).length > 1;
