import { isMap, isPair, isScalar, isSeq } from "yaml";
import { fileSchemas } from "../../content/content.ts";
import { splitFrontMatter } from "../../content/markdown.ts";
import { locatePolicyFields, locateTreatmentFields } from "../../content/markdown-fields.ts";
import type { TextRange } from "../../content/markdown-tree.ts";
import type { Edit, Field, Key, Path } from "../api/api-types.ts";
import { describeFields, type FieldChoices } from "../forms/describe-fields.ts";
import { fieldAt } from "../forms/find-field.ts";
import { bodyValues, editMarkdown, type LocateFields } from "./markdown-edits.ts";
import { type Splice, splice } from "./splice.ts";
import { isRecord, keysOf, pathOf, valueAt } from "./values.ts";
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
  if (!locateFields || !parts) return { facts: text, factsAt: 0 };
  const factsAt = /^\s*---[ \t]*\n/.exec(text)?.[0].length ?? 0;
  return {
    facts: parts.facts,
    factsAt,
    prose: { text: parts.prose, at: text.length - parts.prose.length, locateFields },
  };
}

/** Returns the file's values, or undefined when its YAML cannot be parsed. */
export function readValues(file: string, text: string): Record<string, unknown> | undefined {
  const { facts, prose } = splitFile(file, text);
  const { values } = readYaml(facts);
  if (!isRecord(values)) return undefined;
  return prose ? { ...values, ...bodyValues(prose.text, prose.locateFields(prose.text)) } : values;
}

/** Applies one edit to the text, and leaves every other line of a file in the canonical format as it was. */
export function editText(file: string, text: string, edit: Edit, fields: Field[]): string {
  const { prose } = splitFile(file, text);
  const [first] = keysOf(edit.path);
  const inProse = prose && first !== undefined && first in bodyValues(prose.text, prose.locateFields(prose.text));
  if (prose && inProse) return spliceAt(text, prose.at, editMarkdown(prose.text, edit, prose.locateFields));
  let next = text;
  for (const step of expandEdit(edit, fields, readValues(file, text))) {
    const { facts, factsAt } = splitFile(file, next);
    const edited = editYaml(facts, step, (keys) => keyOrder(fields, keys));
    next = next.slice(0, factsAt) + edited + next.slice(factsAt + facts.length);
  }
  return next;
}

const spliceAt = (text: string, offset: number, change: Splice | undefined) =>
  change ? splice(text, { start: change.start + offset, end: change.end + offset, text: change.text }) : text;

/** An edit of a fact sets its `value` key, and a change also removes the source, since it is no longer a guess. */
function expandEdit(edit: Edit, fields: Field[], values: unknown): Edit[] {
  const keys = keysOf(edit.path);
  const field = fieldAt(fields, keys, values);
  if (edit.do === "choose") {
    const old = valueAt(values, [...keys, edit.from]);
    const value = isRecord(old) && typeof edit.value === "string" ? { value: edit.value } : edit.value;
    return [{ ...edit, value }];
  }
  if (edit.do !== "set") return [edit];
  const value = edit.value === null && !field?.nullable ? undefined : edit.value;
  const old = valueAt(values, keys);
  if (field?.kind === "fact" && isRecord(old) && typeof value === "string") {
    return [
      { do: "set", path: pathOf([...keys, "value"]), value },
      ...("source" in old && old.value !== value ? [{ do: "settle", path: edit.path } as const] : []),
    ];
  }
  const edited = { ...edit, value };
  // A key is set on a fact that is plain text so far, so the fact becomes a record.
  const parentKeys = keys.slice(0, -1);
  const fact = valueAt(values, parentKeys);
  if (fieldAt(fields, parentKeys, values)?.kind === "fact" && typeof fact === "string" && value !== undefined) {
    return [{ do: "set", path: pathOf(parentKeys), value: { value: fact, [String(keys.at(-1))]: value } }];
  }
  const sourced = fieldAt(fields, parentKeys, values)?.hasSource && isRecord(fact) && "source" in fact;
  return [edited, ...(sourced ? [{ do: "settle", path: pathOf(parentKeys) } as const] : [])];
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
  const { facts } = splitFile(file, text);
  const notes: Record<Path, string> = {};
  const lines = facts.split("\n");
  const wordsOf = (from: number, to: number) =>
    lines
      .slice(from, to)
      .map((line) => line.replace(/^\s*# ?/, ""))
      .filter((line) => !line.startsWith("yaml-language-server"))
      .join("\n");
  const addNote = (path: Path, at: number) => {
    const line = facts.slice(0, at).split("\n").length - 1;
    let from = line;
    while (lines[from - 1]?.trimStart().startsWith("#")) from--;
    if (from === line || !/^[ \t]*(?:- )?$/.test(facts.slice(facts.lastIndexOf("\n", at - 1) + 1, at))) return;
    const isTop = lines.slice(0, from).every((one) => one.trim() === "");
    const words = wordsOf(from, line)
      .replace(/\n{2,}/g, "\n")
      .trim();
    if (words) notes[isTop ? "" : path] = words;
  };
  const walk = (node: unknown, keys: Key[]) => {
    if (isMap(node)) {
      for (const pair of node.items) {
        if (!isPair(pair) || !isScalar(pair.key)) continue;
        const inner = [...keys, String(pair.key.value)];
        addNote(pathOf(inner), pair.key.range?.[0] ?? 0);
        walk(pair.value, inner);
      }
    } else if (isSeq(node)) {
      for (const [at, item] of node.items.entries()) {
        if (!isMap(item)) addNote(pathOf([...keys, at]), (item as { range?: number[] }).range?.[0] ?? 0);
        walk(item, [...keys, at]);
      }
    }
  };
  walk(readYaml(facts).document.contents, []);
  const end = lines.indexOf("");
  if (lines[0]?.startsWith("#") && lines.slice(0, end < 0 ? lines.length : end).every((line) => line.startsWith("#")))
    notes[""] = wordsOf(0, end < 0 ? lines.length : end);
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
