import * as v from "valibot";
import { type Shown, sources } from "../studio/fields.ts";
import { freshValue } from "./fresh-value.ts";
import type { Choice, Field, Kind } from "./shapes.ts";

type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>;
  pipe?: (Schema & { requirement?: unknown })[];
  item?: Schema;
  value?: Schema;
  wrapped?: Schema;
  options?: Schema[] | string[];
};

/** What a field may name, at this moment. */
export type Named = Record<NonNullable<Shown["of"]> | "pages", Choice[]>;

/** The form of a file, from its schema alone: a field that is new there is new here. */
export function describeFields(schema: v.GenericSchema, named: Named): Field[] {
  const whole = describe(schema, "", named);
  return whole.kind === "group" ? (whole.fields ?? []) : [whole];
}

function describe(given: Schema, key: string, named: Named): Field {
  const { schema, optional, nullable } = unwrap(given);
  const { shown, example } = metadataOf(schema);
  const field: Field = {
    ...shape(schema, shown, named),
    key,
    label: shown.label ?? inPlainWords(key),
    ...(shown.note && { note: shown.note }),
    ...(shown.empty && { empty: shown.empty }),
    ...(shown.missing && { missing: shown.missing }),
    ...(shown.one && { one: shown.one }),
    ...(shown.fixed && { fixed: true }),
    ...(example && { example: example.replace(/^"(.*)"$/, "$1") }),
    ...(optional && { optional: true }),
    ...(nullable && { nullable: true }),
    ...limits(schema),
  };
  if (field.item) field.item.label = field.one ? capital(field.one) : field.label;
  if (field.kind === "list" || field.kind === "record") field.fresh = field.item && freshValue(field.item);
  return field;
}

type Shape = Pick<
  Field,
  "kind" | "fields" | "item" | "options" | "choices" | "many" | "marks" | "sourced" | "gate" | "as"
>;

function shape(schema: Schema, shown: Shown, named: Named): Shape {
  const base = baseOf(schema);
  if (shown.marks) return { kind: "prose", marks: shown.marks };
  if (isFact(base)) {
    const { kind } = shown;
    return { kind: "fact", ...(kind === "phone" || kind === "email" ? { as: kind } : {}) };
  }
  if (shown.kind === "page-link") return { kind: "page-link", choices: named.pages };
  if (shown.kind && shown.kind !== "question") return { kind: shown.kind };
  if (shown.of) return { kind: "choice", choices: named[shown.of], ...(base.type === "array" && { many: true }) };
  switch (base.type) {
    case "strict_object":
    case "object":
      return group(base, shown, named);
    case "array":
      return listOf(base, named);
    case "record":
      return {
        kind: "record",
        item: { ...describe(base.value ?? v.string(), "", named), ...(shown.kind === "question" && { gate: true }) },
      };
    case "union":
      return { kind: "either", options: schemasIn(base).map((option) => describe(option, "", named)) };
    case "picklist":
      return { kind: "choice", choices: choicesOf(base) };
    case "boolean":
      return { kind: "yes-no" };
    case "number":
      return { kind: "number" };
    default:
      return { kind: kindOfText(schema) };
  }
}

function group(base: Schema, { exactlyOne }: Shown, named: Named): Shape {
  const entries = Object.entries(base.entries ?? {});
  const sourced = entries.some(([key, schema]) => key === "source" && isSource(schema));
  const all = entries
    .filter(([key]) => !(sourced && key === "source"))
    .map(([key, inner]) => describe(inner, key, named));
  const chosen = all.filter(({ key }) => exactlyOne?.keys.includes(key));
  const one: Field = { kind: "one-of", key: "", label: exactlyOne?.label ?? "", options: chosen };
  const fields = all.flatMap((field) => (field === chosen[0] ? [one] : chosen.includes(field) ? [] : [field]));
  return { kind: "group", fields, ...(sourced && { sourced }) };
}

function listOf(base: Schema, named: Named): Shape {
  const item = base.item ?? v.string();
  if (baseOf(item).type === "picklist") return { kind: "choice", many: true, choices: choicesOf(baseOf(item)) };
  return { kind: "list", item: describe(item, "", named) };
}

function kindOfText(schema: Schema): Kind {
  const checks = actionsOf(schema).map(({ type }) => type);
  if (checks.includes("iso_date")) return "date";
  if (checks.includes("iso_time")) return "time";
  if (checks.includes("url")) return "link";
  if (checks.includes("email")) return "email";
  return "text";
}

function limits(schema: Schema): Pick<Field, "min" | "max"> {
  const found: Pick<Field, "min" | "max"> = {};
  const inner = isFact(baseOf(schema)) ? schemasIn(baseOf(schema)).flatMap(actionsOf) : [];
  for (const { type, requirement } of [...inner, ...actionsOf(schema)] as { type: string; requirement?: unknown }[]) {
    if (typeof requirement !== "number") continue;
    if (type === "min_length" || type === "min_value") found.min = requirement;
    if (type === "max_length" || type === "max_value") found.max = requirement;
  }
  return found;
}

const wrappers = ["optional", "nullish", "nullable", "exact_optional"];

function unwrap(given: Schema): { schema: Schema; optional: boolean; nullable: boolean } {
  if (!wrappers.includes(given.type) || !given.wrapped) return { schema: given, optional: false, nullable: false };
  const inner = unwrap(given.wrapped);
  return { schema: inner.schema, optional: true, nullable: inner.nullable || given.type === "nullable" };
}

/** Beneath all that is checked of it. */
function baseOf(schema: Schema): Schema {
  const [first] = schema.pipe ?? [];
  return first && first !== schema ? baseOf(first) : unwrap(schema).schema;
}

function actionsOf(schema: Schema): { type: string; requirement?: unknown }[] {
  return (schema.pipe ?? []).flatMap((part, at) => (part.pipe && part !== schema ? actionsOf(part) : at ? [part] : []));
}

function metadataOf(schema: Schema): { shown: Shown; example?: string } {
  const { shown = {}, example } = schema.pipe ? v.getMetadata(schema) : {};
  return { shown: shown as Shown, ...(typeof example === "string" && { example }) };
}

const schemasIn = ({ options }: Schema) => (options ?? []) as Schema[];

const choicesOf = ({ options }: Schema): Choice[] =>
  ((options ?? []) as string[]).map((value) => ({ value, label: capital(value) }));

const isSource = (schema: Schema) => {
  const { options } = unwrap(schema).schema;
  return (
    options?.length === sources.length &&
    (options as string[]).every((name) => name === sources.find((one) => one === name))
  );
};

function isFact(base: Schema): boolean {
  const record =
    base.type === "union"
      ? schemasIn(base)
          .map(baseOf)
          .find(({ entries }) => entries)
      : undefined;
  return Boolean(record?.entries?.value && record.entries.source);
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const inPlainWords = (key: string) =>
  capital(key.replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`));
