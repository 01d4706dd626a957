import { join } from "node:path";
import * as v from "valibot";

/** One thing to mend in a file of the content folder, in the owner's words. */
export interface Mistake {
  file: string;
  message: string;
}

/** Stops a build or a start with everything that has to be mended, not just the first of it. */
export class ContentError extends Error {
  readonly mistakes: readonly Mistake[];

  constructor(folder: string, mistakes: readonly Mistake[]) {
    const lines = mistakes.map(({ file, message }) => `  ${join(folder, file)}: ${message}`);
    const count = mistakes.length === 1 ? "1 thing" : `${mistakes.length} things`;
    super(`The content has ${count} to mend:\n\n${lines.join("\n")}\n`);
    this.name = "ContentError";
    this.mistakes = mistakes;
  }
}

type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>;
  pipe?: Schema[];
  item?: Schema;
  options?: Schema[];
};

/** Turns what the schema found wrong into sentences that name the field, what was found and the remedy. */
export function explain(schema: v.GenericSchema, issues: readonly v.BaseIssue<unknown>[]): string[] {
  return issues.map((issue) => {
    const keys = (issue.path ?? []).map((item) => item.key as string | number);
    const field = fieldName(keys);
    const owner = at(schema, keys.slice(0, -1));
    const example = exampleOf(at(schema, keys));
    const line = example ? ` Add a line such as: ${String(keys.at(-1))}: ${example}` : "";

    if (issue.type === "strict_object" && issue.expected === "never") {
      const close = nearest(String(keys.at(-1)), Object.keys(entriesOf(owner) ?? {}));
      return close
        ? `'${field}' is not a field here. Did you mean '${close}'? Correct the spelling.`
        : `'${field}' is not a field here. Remove the line.`;
    }
    if (issue.received === "undefined") return `'${field}' is missing.${line}`;
    return wrong(field, issue, example);
  });
}

function wrong(field: string, issue: v.BaseIssue<unknown>, example: string | undefined): string {
  const such = example ? ` For example: ${example}` : "";
  const requirement = "requirement" in issue ? issue.requirement : undefined;
  const length = typeof issue.input === "string" || Array.isArray(issue.input) ? issue.input.length : 0;
  const unit = Array.isArray(issue.input) ? "entries" : "characters";
  switch (issue.type) {
    case "non_empty":
      return `'${field}' is empty. Write something there.${such}`;
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
      return `'${field}' is '${issue.input}', which ${issue.message}.`;
    case "check":
      return field ? `'${field}' ${issue.message}` : issue.message;
    default:
      return `'${field}' is ${issue.received}, which does not fit here.${such}`;
  }
}

/** paths[0].treatments[2].slug */
export function fieldName(keys: (string | number)[]): string {
  return keys
    .map((key) => (typeof key === "number" ? `[${key + 1}]` : `.${key}`))
    .join("")
    .replace(/^\./, "");
}

/** The schema a path leads to, through pipes, lists and objects. */
function at(schema: Schema, keys: (string | number)[]): Schema | undefined {
  let here: Schema | undefined = schema;
  for (const key of keys) {
    if (!here) return undefined;
    here = typeof key === "number" ? inside(here, "item") : entriesOf(here)?.[key];
  }
  return here;
}

function entriesOf(schema: Schema | undefined): Record<string, Schema> | undefined {
  return schema?.entries ?? schema?.pipe?.map(entriesOf).find(Boolean) ?? schema?.options?.map(entriesOf).find(Boolean);
}

function inside(schema: Schema, property: "item"): Schema | undefined {
  return schema[property] ?? schema.pipe?.map((part) => part[property]).find(Boolean);
}

function exampleOf(schema: Schema | undefined): string | undefined {
  const example = schema && "pipe" in schema ? v.getMetadata(schema).example : undefined;
  return typeof example === "string" ? example : undefined;
}

/** The known word a misspelt one was probably meant to be. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= Math.max(2, word.length / 3) ? best.candidate : undefined;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
