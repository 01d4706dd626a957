import { isCollection, isMap, isPair, type Scalar } from "yaml";
import { fileSchemas } from "../../content/content.ts";
import { splitFrontMatter } from "../../content/markdown.ts";
import { locatePolicyFields, locateTreatmentFields } from "../../content/markdown-fields.ts";
import type { TextRange } from "../../content/markdown-tree.ts";
import type { Edit } from "../api/request-bodies.ts";
import { describeFields, type FieldChoices } from "../forms/describe-fields.ts";
import { fieldAt } from "../forms/find-field.ts";
import type { Field, Key, Path } from "../vocabulary.ts";
import { bodyValues, editMarkdown, type LocateFields } from "./markdown-edits.ts";
import { splice } from "./splice.ts";
import { type Step, stepsBetween } from "./steps.ts";
import { isRecord, joinPath, keysOf, pathOf, valueAt } from "./values.ts";
import { editYaml, readYaml } from "./yaml-edits.ts";

/** The schema's name for a file: treatments/facials.md has the schema treatments/*.md. */
export function kindOfFile(file: string): keyof typeof fileSchemas | undefined {
  if (file in fileSchemas && !file.includes("*")) return file as keyof typeof fileSchemas;
  return /^treatments\/[a-z0-9]+(-[a-z0-9]+)*\.md$/.test(file) ? "treatments/*.md" : undefined;
}

const bodyLocators: Partial<Record<keyof typeof fileSchemas, LocateFields>> = {
  "treatments/*.md": (prose) => locateTreatmentFields(prose),
  "pages/privacy.md": (prose) => locatePolicyFields(prose),
};

/** Splits a file into its YAML and the Markdown below it, with the offset of each. */
function splitFile(file: string, text: string) {
  const kind = kindOfFile(file);
  const locateFields = kind && bodyLocators[kind];
  const parts = locateFields ? splitFrontMatter(text) : undefined;
  if (!locateFields || !parts) return { yaml: text, yamlAt: 0 };
  const yamlAt = /^\s*---[ \t]*\n/.exec(text)?.[0].length ?? 0;
  return {
    yaml: parts.frontMatter,
    yamlAt,
    prose: { text: parts.prose, at: text.length - parts.prose.length, locateFields },
  };
}

/** Returns the file's values, or undefined when its YAML cannot be parsed. */
export function readValues(file: string, text: string): Record<string, unknown> | undefined {
  const { yaml, prose } = splitFile(file, text);
  const { values } = readYaml(yaml);
  if (!isRecord(values)) return undefined;
  return prose ? { ...values, ...bodyValues(prose.text, prose.locateFields(prose.text)) } : values;
}

/** Sets one value in the text, and leaves every other line of a file in the canonical format as it was. */
export function editText(file: string, text: string, { path, value }: Pick<Edit, "path" | "value">, fields: Field[]) {
  const values = readValues(file, text);
  let next = text;
  for (const step of stepsBetween(path, valueAt(values, keysOf(path)), value)) {
    const valuesNow = next === text ? values : readValues(file, next);
    for (const part of expandStep(step, fields, valuesNow)) next = makeStep(file, next, part, fields);
  }
  return next;
}

function makeStep(file: string, text: string, step: Step, fields: Field[]): string {
  const { yaml, yamlAt, prose } = splitFile(file, text);
  const [first] = keysOf(step.path);
  if (prose && first !== undefined && first in bodyValues(prose.text, prose.locateFields(prose.text))) {
    const change = editMarkdown(prose.text, step, prose.locateFields);
    return change ? text.slice(0, prose.at) + splice(prose.text, change) : text;
  }
  const edited = editYaml(yaml, step, (keys) => keyOrder(fields, keys));
  return text.slice(0, yamlAt) + edited + text.slice(yamlAt + yaml.length);
}

/** A fact's text is its `value` key, and what she changes is no longer a guess, so its source is removed. */
function expandStep(step: Step, fields: Field[], values: unknown): Step[] {
  if (step.do === "add") return [{ ...step, value: withoutNull(step.value) }];
  if (step.do !== "set") return [step];
  const keys = keysOf(step.path);
  const field = fieldAt(fields, keys, values);
  const old = valueAt(values, keys);
  const removeSource = (of: Path): Step => ({ do: "set", path: joinPath(of, "source"), value: undefined });
  if (field?.kind === "fact" && isRecord(old) && typeof step.value === "string")
    return [
      { ...step, path: joinPath(step.path, "value") },
      ...("source" in old && old.value !== step.value ? [removeSource(step.path)] : []),
    ];
  const value = step.value === null && !field?.nullable ? undefined : withoutNull(step.value);
  const above = keys.slice(0, -1);
  const group = fieldAt(fields, above, values)?.hasSource && keys.at(-1) !== "source" ? valueAt(values, above) : null;
  return [{ ...step, value }, ...(isRecord(group) && "source" in group ? [removeSource(pathOf(above))] : [])];
}

/** What was emptied in a new entry is left out of it. */
function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, withoutNull(inner)]])),
  );
}

function keyOrder(fields: Field[], keys: readonly Key[]): string[] {
  const here = keys.length ? fieldAt(fields, keys, undefined) : { kind: "group" as const, key: "", label: "", fields };
  if (here?.kind === "fact") return ["value", "key", "answer", "unit", "note", "source"];
  const inside = (here?.fields ?? here?.options ?? []).flatMap((field) =>
    field.kind === "one-of" ? (field.options ?? []) : [field],
  );
  return [...inside.map(({ key }) => key), ...(here?.hasSource ? ["source"] : [])];
}

/** Reads the comments right above each value. The comment at the top of the file is listed under "". */
export function readNotes(file: string, text: string): Record<Path, string> {
  const { contents, commentBefore } = readYaml(splitFile(file, text).yaml).document;
  const notes: Record<Path, string> = {};
  const addNote = (path: Path, comment: string | null | undefined, at: 0 | -1 = -1) => {
    // A blank line ends what is said of the value below.
    const block = (comment ?? "").split(/\n(?:\n|$)/).at(at) ?? "";
    const words = block
      .replace(/^ /gm, "")
      .replace(/^yaml-language-server.*\n?/gm, "")
      .trim();
    if (words) notes[path] = words;
  };
  const walk = (node: unknown, keys: Key[], above?: string | null) => {
    if (!isCollection(node)) return;
    for (const [at, item] of node.items.entries()) {
      const place = (isPair(item) ? item.key : item) as Scalar | null;
      const path = [...keys, isPair(item) ? String(place?.value) : at];
      // A comment above the first entry is kept with the list or the map.
      const comment = place?.commentBefore ?? (at === 0 ? (above ?? node.commentBefore) : undefined);
      if (isMap(item)) walk(item, path, comment);
      else {
        const isTop = node === contents && at === 0 && !commentBefore;
        addNote(isTop ? "" : pathOf(path), comment);
        walk(isPair(item) ? item.value : item, path);
      }
    }
  };
  addNote("", commentBefore, 0);
  walk(contents, []);
  return notes;
}

/** Finds the Markdown value at a line, counted from one, so that a problem in prose is shown at its field. */
export function pathAtLine(file: string, text: string, line: number): Path {
  const { prose } = splitFile(file, text);
  if (!prose) return "";
  const offset = text.split("\n", line - 1).join("\n").length + 1 - prose.at;
  const contains = ({ start, end }: TextRange) => offset >= start && offset <= end;
  for (const place of prose.locateFields(prose.text)) {
    if (place.kind !== "sections" && place.kind !== "points") {
      if (contains(place)) return pathOf(place.keys);
      continue;
    }
    const at = place.items.findIndex(contains);
    if (at < 0) continue;
    const inside = place.kind === "sections" ? ["blocks"] : place.labelled ? ["text"] : [];
    return pathOf([...place.keys, at, ...inside]);
  }
  return "";
}

export function fieldsOf(file: string, choices: FieldChoices): Field[] {
  const schema = fileSchemas[kindOfFile(file) ?? ""];
  return schema ? describeFields(schema, choices) : [];
}
