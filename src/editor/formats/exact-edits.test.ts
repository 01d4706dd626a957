import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listContentFiles } from "../../content/content-folder.ts";
import { noChoices } from "../forms/describe-fields.ts";
import { type FieldValue, listFieldValues } from "../forms/field-values.ts";
import type { Field } from "../vocabulary.ts";
import { editText, fieldsOf, readValues } from "./content-file.ts";
import { CannotWrite, isRecord, withValue } from "./values.ts";

const folders = ["content", "tests/example-studio"];
const sizeOf = (folder: string, file: string) => statSync(join(folder, file)).size;
// Treatment files have the same fields, so of each studio the longest is tried.
const contentFiles = folders.flatMap((folder) => {
  const files = listContentFiles(folder).filter((file) => file.endsWith(".yaml"));
  const treatments = files.filter((file) => file.startsWith("treatments/"));
  const longest = treatments.toSorted((a, b) => sizeOf(folder, b) - sizeOf(folder, a)).slice(0, 1);
  return files
    .filter((file) => !treatments.includes(file) || longest.includes(file))
    .map((file): [folder: string, file: string] => [folder, file]);
});

/** Other values of a field, from each of which the old one is set again. */
function otherValues({ field, value }: FieldValue): unknown[] {
  if (field.readOnly) return [];
  if (Array.isArray(value) && field.kind === "choice")
    return [value.slice(1).length ? value.slice(1) : [...value, "more"]];
  if (Array.isArray(value)) {
    const moved = [...value.slice(1), value[0]];
    return [...(value.length > 1 ? [moved] : []), [...value, value[0] ?? "Words"]];
  }
  if (field.kind === "fact" && isRecord(value)) {
    const { source, ...confirmed } = value;
    return source ? [confirmed] : [];
  }
  if (value === undefined && field.optional && /^(text|prose)$/.test(field.kind)) return ["New words: with a colon"];
  if (value === null) return ["Yes, in the blue folder"];
  if (typeof value === "number") return [value + 1];
  if (typeof value === "boolean" || field.kind === "yes-no")
    return [value === true ? false : value === "yes" ? "no" : true];
  if (field.kind === "date") return ["2020-02-29"];
  if (field.kind === "time") return ["01:23"];
  if (typeof value === "string") return [`${value} more`.trim()];
  return [];
}

test.each(contentFiles)(
  "changing each field of %s/%s and reversing the change restores the file byte for byte",
  (folder, file) => {
    const text = readFileSync(join(folder, file), "utf8");
    const values = readValues(text);
    const fields = fieldsOf(file, noChoices);
    let count = 0;
    const all = listFieldValues(fields, values);
    // A change inside a sourced group removes the group's source, so its reverse edit alone does not restore the file.
    const sourcedPaths = all
      .filter(({ field, value }) => field.hasSource && isRecord(value) && value.source)
      .map(({ path }) => path);
    const tried = new Map<string, number>();
    for (const fieldValue of all) {
      if (sourcedPaths.includes(fieldValue.path.split("/").slice(0, -1).join("/"))) continue;
      // Of each list the first two entries are tried. The larger studio has the same fields in other lines, so there two of
      // each kind are enough.
      if (/\/([2-9]|\d\d+)(\/|$)/.test(fieldValue.path)) continue;
      const { kind } = fieldValue.field;
      if (otherValues(fieldValue).length) tried.set(kind, (tried.get(kind) ?? 0) + 1);
      if (folder === "content" && Number(tried.get(kind)) > 2) continue;
      const { path, value } = fieldValue;
      for (const other of otherValues(fieldValue)) {
        const changed = editText(text, { path, value: other }, fields);
        expect(changed, path).not.toBe(text);
        expect(readValues(changed)).toEqual(withValue(values, path, other));
        expect(editText(changed, { path, value }, fields), path).toBe(text);
        count++;
      }
    }
    expect(count).toBeGreaterThan(folder === "content" ? 2 : 4);
  },
);

test("an optional text that is emptied goes from its file", () => {
  const file = "treatments/collagen-needling.yaml";
  const text = readFileSync(join("tests/example-studio", file), "utf8");
  const emptied = editText(text, { path: "body/risks/intro", value: "" }, fieldsOf(file, noChoices));
  expect(emptied).toBe(text.replace(/ {4}intro: Needles.*\n/, ""));
});

const fields = ["a", "b", "c", "d"].map((key): Field => ({ kind: "text", key, label: key }));

type EditCase = [name: string, before: string, edit: Parameters<typeof editText>[1], after: string];

test.each<EditCase>([
  [
    "a text of several paragraphs is written below its key",
    "a: one\nb: 2\n",
    { path: "a", value: "one\n\ntwo: 3" },
    "a: |-\n  one\n\n  two: 3\nb: 2\n",
  ],
  [
    "and one that has a single paragraph left beside it",
    "a: |-\n  one\n\n  two: 3\nb: 2\n",
    { path: "a", value: "one" },
    "a: one\nb: 2\n",
  ],
  [
    "words have quotes where they need them, and keep the comment beside them",
    "a: it's # why\nb: 'c: d'\n",
    { path: "a", value: "one: two" },
    'a: "one: two" # why\nb: "c: d"\n',
  ],
  [
    "a comment above the first entry of a list survives the entry",
    "a:\n  # What this list is for.\n  - one\n  - two\n",
    { path: "a", value: ["two"] },
    "a:\n  # What this list is for.\n  - two\n",
  ],
  [
    "so does one above the first entry of a list that is the whole file",
    "# What this list is for.\n\n# The first.\n- name: one\n- name: two\n",
    { path: "", value: [{ name: "two" }] },
    "# What this list is for.\n\n# The first.\n- name: two\n",
  ],
  [
    "an entry moves with its comment, and blank lines stay between entries",
    "a:\n  - b: 1\n\n  # The second.\n  - b: 2\n\n  - b: 3\n",
    { path: "a", value: [{ b: 1 }, { b: 3 }, { b: 2 }] },
    "a:\n  - b: 1\n\n  - b: 3\n\n  # The second.\n  - b: 2\n",
  ],
  [
    "a comment above a key that is removed stays",
    "a: 1\n# What b is for.\nb: 2\nc: 3\n",
    { path: "b", value: null },
    "a: 1\n# What b is for.\nc: 3\n",
  ],
  [
    "and so does one above the last key",
    "a: 1\n# What b is for.\nb: 2\n",
    { path: "b", value: null },
    "a: 1\n# What b is for.\n",
  ],
  [
    "a key is inserted in the order of the schema",
    "a: 1\nd: 4\n",
    { path: "c", value: { more: [1, 2], none: [], parts: [{ at: "chin" }] } },
    "a: 1\nc:\n  more: [ 1, 2 ]\n  none: []\n  parts:\n    - at: chin\nd: 4\n",
  ],
  [
    "a file in another format gets the canonical one with its first save",
    'a: { b: "x" }\nlist:\n- one\n- [1,2]\n',
    { path: "a/b", value: "tab\t, and comma" },
    'a: { b: "tab\\t, and comma" }\nlist:\n  - one\n  - [ 1, 2 ]\n',
  ],
  ...["yes", "On", '"no"'].map(
    (word): EditCase => [
      `a yes or no that was written as ${word} can be changed`,
      `a: ${word}\nb: 1\n`,
      { path: "a", value: false },
      "a: false\nb: 1\n",
    ],
  ),
])("%s", (_, before, edit, after) => expect(editText(before, edit, fields)).toBe(after));

test.each(["a/1", "a/0/b"])("a list of texts has no place for a value at %s", (path) => {
  expect(() => editText("a: [ x ]\n", { path, value: 1 }, fields)).toThrow(CannotWrite);
});
