import { isCollection, isMap, isPair, type Scalar } from "yaml";
import { writeYaml } from "../../content/canonical-yaml.ts";
import { fileSchemas } from "../../content/content.ts";
import type { Edit } from "../api/request-bodies.ts";
import { describeFields, type FieldChoices } from "../forms/describe-fields.ts";
import { fieldAt, keyedFields } from "../forms/find-field.ts";
import type { Field, Key, Path } from "../vocabulary.ts";
import { applyStep, type Step, stepsBetween } from "./steps.ts";
import { CannotWrite, deepEqual, isRecord, joinPath, keysOf, pathOf, valueAt } from "./values.ts";
import { makeStep, readYaml } from "./yaml-edits.ts";

/** The schema's name for a file: treatments/facials.yaml has the schema treatments/*.yaml. */
export function kindOfFile(file: string): keyof typeof fileSchemas | undefined {
  if (file in fileSchemas && !file.includes("*")) return file as keyof typeof fileSchemas;
  return /^treatments\/[a-z0-9]+(-[a-z0-9]+)*\.yaml$/.test(file) ? "treatments/*.yaml" : undefined;
}

/** Returns a file's values, or undefined when it cannot be parsed. */
export function readValues(text: string): Record<string, unknown> | undefined {
  const { values } = readYaml(text);
  return isRecord(values) ? values : undefined;
}

/** Sets one value in the text, and leaves every other line of a file in the canonical format as it was. */
export function editText(text: string, { path, value }: Pick<Edit, "path" | "value">, fields: Field[]): string {
  const { document, values = {} } = readYaml(text);
  let after = values;
  for (const step of stepsBetween(path, valueAt(values, keysOf(path)), value)) {
    for (const part of expandStep(step, fields, after)) {
      makeStep(document, part, (keys) => keyOrder(fields, keys));
      after = applyStep(after, part);
    }
  }
  if (deepEqual(values, after)) return text;
  const result = writeYaml(document);
  // It is read again to see that it gives exactly the requested values.
  if (!deepEqual(readYaml(result).values, after)) throw new CannotWrite(path);
  return result;
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
  const isEmptied = step.value === null ? !field?.nullable : step.value === "" && field?.optional;
  const value = isEmptied ? undefined : withoutNull(step.value);
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
  const here = fieldAt(fields, keys, undefined);
  if (here?.kind === "fact") return ["value", "note", "source"];
  const inside = keyedFields(here?.fields ?? here?.options).map(({ key }) => key);
  return here?.hasSource ? [...inside, "source"] : inside;
}

/** Reads the comments right above each value. The comment at the top of the file is listed under "". */
export function readNotes(text: string): Record<Path, string> {
  const { contents, commentBefore } = readYaml(text).document;
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

export function fieldsOf(file: string, choices: FieldChoices): Field[] {
  const schema = fileSchemas[kindOfFile(file) ?? ""];
  return schema ? describeFields(schema, choices) : [];
}
