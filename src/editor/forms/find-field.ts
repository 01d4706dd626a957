import { isRecord, valueAt } from "../formats/values.ts";
import type { Field, Key } from "../vocabulary.ts";

/** Finds the field at a path, through groups, lists, records and the option of an either that fits the value. */
export function fieldAt(fields: Field[], keys: readonly Key[], values: unknown): Field | undefined {
  let here: Field | undefined = { kind: "group", key: "", label: "", fields };
  if (fields.length === 1 && fields[0]?.key === "" && fields[0].kind === "record") here = fields[0];
  for (const [depth, key] of keys.entries()) {
    if (here?.kind === "either") here = optionFor(here, valueAt(values, keys.slice(0, depth)));
    if (!here) return undefined;
    here = here.item ?? findField(here.fields ?? [], String(key));
  }
  return here;
}

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
