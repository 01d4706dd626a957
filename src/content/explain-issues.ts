import * as v from "valibot";
import { closestMatch, formatFieldPath } from "./content-problems.ts";

type Key = string | number;
type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>;
  pipe?: Schema[];
  item?: Schema;
  value?: Schema;
  wrapped?: Schema;
  options?: Schema[];
};

/** A schema's issue as a sentence. `keys` lead to the value, or to where it is missing. */
export interface ExplainedIssue {
  keys: Key[];
  message: string;
  suggestion?: string | undefined;
  issue: v.BaseIssue<unknown>;
}

/** Turns a schema's issues into sentences that name the field, what was found and the remedy. */
export function explainIssues(schema: v.GenericSchema, issues: readonly v.BaseIssue<unknown>[]): ExplainedIssue[] {
  return issues.flatMap((issue) => explainIssue(schema, issue, []));
}

function explainIssue(schema: Schema, issue: v.BaseIssue<unknown>, parentKeys: Key[]): ExplainedIssue[] {
  const keys = [...parentKeys, ...(issue.path ?? []).map((item) => item.key as Key)];
  const field = formatFieldPath(keys);
  const lastKey = String(keys.at(-1) ?? "");
  const example = exampleOf(schemaAt(schema, keys));
  const suggestion = example ? `${lastKey}: ${example}` : undefined;

  if (issue.type === "strict_object" && issue.expected === "never") {
    const closest = closestMatch(lastKey, Object.keys(entriesOf(schemaAt(schema, keys.slice(0, -1))) ?? {}));
    const message = closest
      ? `'${field}' is not a field here. Did you mean '${closest}'? Correct the spelling.`
      : `'${field}' is not a field here. Remove the line.`;
    return [{ keys, message, issue }];
  }
  if (issue.received === "undefined") {
    return [
      {
        keys,
        message: `'${field}' is missing.${suggestion ? ` Add a line such as: ${suggestion}` : ""}`,
        suggestion,
        issue,
      },
    ];
  }
  if (issue.received === "null" || issue.input === "" || (Array.isArray(issue.input) && issue.input.length === 0)) {
    return [{ keys, message: `'${field}' is empty. Write something there.${exampleHint(example)}`, suggestion, issue }];
  }
  // Where several shapes are allowed, only the issues of the shape that the owner wrote are reported.
  if (issue.type === "union" && issue.issues) {
    const intended = issue.issues.filter(({ expected, path }) => path || expected !== "string");
    const nested = intended.filter(({ path }) => path);
    if (nested.length) return nested.flatMap((inner) => explainIssue(schema, inner, keys));
    const validations = issue.issues.filter(({ kind }) => kind === "validation");
    if (validations.length)
      return validations.map((inner) => ({ keys, message: describeViolation(field, inner, example), issue: inner }));
  }
  return [{ keys, message: describeViolation(field, issue, example), issue }];
}

const exampleHint = (example: string | undefined) => (example ? ` For example: ${example}` : "");

function describeViolation(field: string, issue: v.BaseIssue<unknown>, example: string | undefined): string {
  const requirement = "requirement" in issue ? issue.requirement : undefined;
  const length = typeof issue.input === "string" || Array.isArray(issue.input) ? issue.input.length : 0;
  const unit = Array.isArray(issue.input) ? "entries" : "characters";
  switch (issue.type) {
    case "non_empty":
      return `'${field}' is empty. Write something there.${exampleHint(example)}`;
    case "max_length":
      return `'${field}' has ${length} ${unit}; at most ${requirement} fit. Take out ${length - Number(requirement)}.`;
    case "min_length":
      return `'${field}' has ${length} ${unit}; it needs at least ${requirement}. Add ${Number(requirement) - length}.`;
    case "picklist":
    case "literal":
      return `'${field}' is ${issue.received}; it must be ${issue.expected?.replaceAll(" | ", " or ")}.`;
    case "min_value":
      return `'${field}' is ${issue.received}; it must be at least ${requirement}.`;
    case "max_value":
      return `'${field}' is ${issue.received}; it must be at most ${requirement}.`;
    case "regex":
    case "email":
      return `'${field}' is '${issue.input}', which ${issue.message}.`;
    case "iso_date":
      return `'${field}' is '${issue.input}', which must be a day like ${example}.`;
    case "iso_time":
      return `'${field}' is '${issue.input}', which must be a time like ${example}.`;
    case "url":
      return `'${field}' is '${issue.input}', which must be a full address like ${example}.`;
    case "check":
      return field ? `'${field}' ${issue.message}` : issue.message;
    default:
      return `'${field}' is ${describeInput(issue)}, which does not fit here.${exampleHint(example)}`;
  }
}

function describeInput({ received, input }: v.BaseIssue<unknown>): string {
  if (received === "Object") return "a record with fields of its own";
  if (received === "Array") return "a list";
  return typeof input === "string" ? `'${input}'` : received;
}

/** Finds the schema at a path, through pipes, lists, records and unions. */
function schemaAt(schema: Schema, keys: Key[]): Schema | undefined {
  let current: Schema | undefined = schema;
  for (const key of keys) {
    if (!current) return undefined;
    current =
      typeof key === "number"
        ? innerSchema(current, "item")
        : (entriesOf(current)?.[key] ?? innerSchema(current, "value"));
  }
  return current;
}

function entriesOf(schema: Schema | undefined): Record<string, Schema> | undefined {
  return (
    schema?.entries ??
    schema?.pipe?.map(entriesOf).find(Boolean) ??
    schema?.options?.map(entriesOf).find(Boolean) ??
    (schema?.wrapped && entriesOf(schema.wrapped))
  );
}

function innerSchema(schema: Schema, property: "item" | "value"): Schema | undefined {
  return (
    schema[property] ??
    schema.pipe?.map((part) => innerSchema(part, property)).find(Boolean) ??
    (schema.wrapped && innerSchema(schema.wrapped, property))
  );
}

function exampleOf(schema: Schema | undefined): string | undefined {
  if (!schema) return undefined;
  const example = "pipe" in schema ? v.getMetadata(schema).example : undefined;
  if (typeof example === "string") return example;
  return schema.wrapped ? exampleOf(schema.wrapped) : undefined;
}
