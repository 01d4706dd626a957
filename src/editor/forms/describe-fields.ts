import * as v from "valibot";
import { type FieldDisplay, factSources } from "../../content/schemas/fields.ts";
import { metadataOf } from "../../content/schemas/schema-tree.ts";
import { capitalize } from "../formats/values.ts";
import type { Choice, Field, FieldKind, ShownDisplay } from "../vocabulary.ts";
import { defaultValue } from "./default-value.ts";

type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>;
  pipe?: (Schema & { requirement?: unknown })[];
  item?: Schema;
  value?: Schema;
  wrapped?: Schema;
  options?: Schema[] | string[];
};

/** The current choices of fields that refer to other content. */
export type FieldChoices = Record<NonNullable<FieldDisplay["references"]> | "pages", Choice[]>;

export const noChoices: FieldChoices = { paths: [], treatments: [], questions: [], rules: [], pages: [] };

/** Derives the form of a file from its schema, so that a new field needs no code here. */
export function describeFields(schema: v.GenericSchema, choices: FieldChoices): Field[] {
  const root = describe(schema, "", choices);
  return root.kind === "group" ? (root.fields ?? []) : [root];
}

const shownAlike: (keyof ShownDisplay)[] = [
  "note",
  "itemName",
  "readOnly",
  "technical",
  "quotation",
  "negated",
  "asOne",
  "besidePicture",
  "noted",
];

function describe(given: Schema, key: string, choices: FieldChoices): Field {
  const { schema, optional, nullable } = unwrap(given);
  const { shown = {}, example } = metadataOf(schema);
  const field: Field = {
    ...shape(schema, shown, choices),
    key,
    label: shown.label ?? labelFromKey(key),
    ...Object.fromEntries(shownAlike.flatMap((name) => (shown[name] ? [[name, shown[name]]] : []))),
    ...(shown.empty && { ifEmpty: shown.empty }),
    ...(shown.missing && { requiredMessage: shown.missing }),
    ...(example && { example: example.replace(/^"(.*)"$/, "$1") }),
    ...(optional && { optional: true }),
    ...(nullable && { nullable: true }),
    ...limits(schema),
  };
  if (field.item) field.item.label = field.itemName ? capitalize(field.itemName) : field.label;
  if (field.kind === "list") field.newValue = field.item && defaultValue(field.item);
  return field;
}

type Shape = Omit<Field, "key" | "label">;

function shape(schema: Schema, shown: FieldDisplay, choices: FieldChoices): Shape {
  const base = baseOf(schema);
  if (shown.marks) return { kind: "prose", marks: shown.marks };
  if (isFact(base)) {
    const { kind } = shown;
    return { kind: "fact", ...((kind === "phone" || kind === "email") && { inputType: kind }) };
  }
  if (shown.kind === "page-link") return { kind: "page-link", choices: choices.pages };
  if (shown.kind && shown.kind !== "question") return { kind: shown.kind };
  if (shown.references)
    return { kind: "choice", choices: choices[shown.references], ...(base.type === "array" && { multiple: true }) };
  switch (base.type) {
    case "strict_object":
    case "object":
      return group(base, shown, choices);
    case "array":
      return listOf(base, choices);
    case "record":
      return {
        kind: "record",
        item: {
          ...describe(base.value ?? v.string(), "", choices),
          ...(shown.kind === "question" && { launchQuestion: true }),
        },
      };
    case "union":
      return { kind: "either", options: schemasIn(base).map((option) => describe(option, "", choices)) };
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

function group(base: Schema, { exactlyOne }: FieldDisplay, choices: FieldChoices): Shape {
  const entries = Object.entries(base.entries ?? {});
  const sourced = entries.some(([key, schema]) => key === "source" && isSource(schema));
  const all = entries
    .filter(([key]) => !(sourced && key === "source"))
    .map(([key, inner]) => describe(inner, key, choices));
  const alternatives = all.filter(({ key }) => exactlyOne?.keys.includes(key));
  const oneOf: Field = { kind: "one-of", key: "", label: exactlyOne?.label ?? "", options: alternatives };
  const fields = all.flatMap((field) =>
    field === alternatives[0] ? [oneOf] : alternatives.includes(field) ? [] : [field],
  );
  return { kind: "group", fields, ...(sourced && { hasSource: sourced }) };
}

function listOf(base: Schema, choices: FieldChoices): Shape {
  const item = base.item ?? v.string();
  if (baseOf(item).type === "picklist") return { kind: "choice", multiple: true, choices: choicesOf(baseOf(item)) };
  return { kind: "list", item: describe(item, "", choices) };
}

/** The kinds of text, by the check that their schema makes. */
const kindsByCheck: Record<string, FieldKind> = { iso_date: "date", iso_time: "time", url: "link", email: "email" };

const kindOfText = (schema: Schema) => actionsOf(schema).flatMap(({ type }) => kindsByCheck[type] ?? [])[0] ?? "text";

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

/** The schema under pipes and optional wrappers. */
function baseOf(schema: Schema): Schema {
  const [first] = schema.pipe ?? [];
  return first && first !== schema ? baseOf(first) : unwrap(schema).schema;
}

function actionsOf(schema: Schema): { type: string; requirement?: unknown }[] {
  return (schema.pipe ?? []).flatMap((part, at) => (part.pipe && part !== schema ? actionsOf(part) : at ? [part] : []));
}

const schemasIn = ({ options }: Schema) => (options ?? []) as Schema[];

const choicesOf = ({ options }: Schema): Choice[] =>
  ((options ?? []) as string[]).map((value) => ({ value, label: capitalize(value) }));

const isSource = (schema: Schema) => {
  const { options } = unwrap(schema).schema;
  return options?.length === factSources.length && factSources.every((name) => options.includes(name as never));
};

function isFact(base: Schema): boolean {
  const options = base.type === "union" ? schemasIn(base).map(baseOf) : [];
  return options.some(({ entries }) => entries?.value && entries.source);
}

const labelFromKey = (key: string) =>
  capitalize(key.replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`));
