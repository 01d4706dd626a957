import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listContentFiles } from "../../content/content-folder.ts";
import type { Edit } from "../api/api-types.ts";
import { type FieldValue, listFieldValues } from "../forms/field-values.ts";
import { editText, fieldsOf, readValues } from "./content-file.ts";
import { splice } from "./splice.ts";
import { applyEdit, isRecord } from "./values.ts";
import { editYaml } from "./yaml-edits.ts";
import { blockLines } from "./yaml-scalars.ts";

const noChoices = { paths: [], treatments: [], questions: [], rules: [], pages: [] };
const folders = ["content", "tests/example-studio"];
const sizeOf = (folder: string, file: string) => statSync(join(folder, file)).size;
// Treatment files have the same fields, so of each studio the longest is tried.
const contentFiles = folders.flatMap((folder) => {
  const files = listContentFiles(folder).filter((file) => /\.(yaml|md)$/.test(file));
  const treatments = files.filter((file) => file.startsWith("treatments/"));
  const longest = treatments.toSorted((a, b) => sizeOf(folder, b) - sizeOf(folder, a)).slice(0, 1);
  return files
    .filter((file) => !treatments.includes(file) || longest.includes(file))
    .map((file): [folder: string, file: string] => [folder, file]);
});

/** Edits of a field, each with the edit that reverses it. */
function editAndReverse({ path, field, value }: FieldValue): [Edit, Edit][] {
  const set = (other: unknown): [Edit, Edit][] => [
    [
      { do: "set", path, value: other },
      { do: "set", path, value },
    ],
  ];
  if (field.readOnly) return [];
  if (Array.isArray(value) && field.kind === "choice")
    return set(value.slice(1).length ? value.slice(1) : [...value, "more"]);
  if (Array.isArray(value)) {
    const last = value.length;
    return [
      ...(last > 1
        ? [
            [
              { do: "move", path, from: 0, to: last - 1 } as const,
              { do: "move", path, from: last - 1, to: 0 } as const,
            ] satisfies [Edit, Edit],
          ]
        : []),
      [
        { do: "add", path, at: last, value: value[0] ?? "Words" },
        { do: "take", path, at: last },
      ],
    ];
  }
  if (field.kind === "fact" && isRecord(value)) {
    if (!value.source) return [];
    return [
      [
        { do: "settle", path },
        { do: "set", path: `${path}/source`, value: value.source },
      ],
    ];
  }
  if (value === undefined && field.optional && field.kind === "text") return set("New words: with a colon");
  if (value === null) return set("Yes, in the blue folder");
  if (typeof value === "number") return set(value + 1);
  if (typeof value === "boolean" || field.kind === "yes-no")
    return set(value === true ? false : value === "yes" ? "no" : true);
  if (field.kind === "date") return set("2020-02-29");
  if (field.kind === "time") return set("01:23");
  if (typeof value === "string") return set(`${value} more`.trim());
  return [];
}

test.each(contentFiles)(
  "changing each field of %s/%s and reversing the change restores the file byte for byte",
  (folder, file) => {
    const text = readFileSync(join(folder, file), "utf8");
    const values = readValues(file, text);
    const fields = fieldsOf(file, noChoices);
    let count = 0;
    const all = listFieldValues(fields, values);
    // A change inside a sourced group removes the group's source, so its reverse edit alone does not restore the file.
    const sourcedPaths = all
      .filter(({ field, value }) => field.hasSource && isRecord(value) && value.source)
      .map(({ path }) => path);
    for (const fieldValue of all) {
      // Of each list the first two entries are tried, and of the larger studio's the first.
      if (
        folder === "content" ? /\/[1-9]\d*(\/|$)/.test(fieldValue.path) : /\/([2-9]|\d\d+)(\/|$)/.test(fieldValue.path)
      )
        continue;
      if (sourcedPaths.includes(fieldValue.path.split("/").slice(0, -1).join("/"))) continue;
      for (const [edit, reverse] of editAndReverse(fieldValue)) {
        const changed = editText(file, text, edit, fields);
        expect(changed, `${edit.do} ${edit.path}`).not.toBe(text);
        if (edit.do === "set" && fieldValue.field.kind !== "fact")
          expect(readValues(file, changed)).toEqual(applyEdit(values, edit));
        expect(editText(file, changed, reverse, fields), `${edit.do} ${edit.path}`).toBe(text);
        count++;
      }
    }
    expect(count).toBeGreaterThan(4);
  },
);

test.each(["yes", "On", '"no"'])("a yes or no that was written as %s can be changed", (word) => {
  const edit: Edit = { do: "set", path: "open", value: false };
  const change = editYaml(`open: ${word}\nnext: 1\n`, edit, () => []);
  expect(change && splice(`open: ${word}\nnext: 1\n`, change)).toBe("open: false\nnext: 1\n");
});

const lines = "one\n  two three\n  four five\n  six\n";
test.each([
  ["a block of lines", "a:\n  - |\n    one\n    two\n", "a/0", "one\nthree\n", "a:\n  - |\n    one\n    three\n"],
  ["a folded block", "a: >\n  one\n  two\nb: 1\n", "a", "one two three\n", "a: >\n  one two three\nb: 1\n"],
  ["a plain text over lines", `a: ${lines}`, "a", "one two 3 four five six", `a: ${lines.replace("three", "3")}`],
  ["its first word", `a: ${lines}`, "a", "1 two three four five six", `a: ${lines.replace("one", "1")}`],
  ["its last word", `a: ${lines}`, "a", "one two three four five 6", `a: ${lines.replace("six", "6")}`],
  ["a new word", `a: ${lines}`, "a", "one two three and four five six", `a: ${lines.replace("three", "three and")}`],
  ["two words less", `a: ${lines}`, "a", "one two five six", "a: one\n  two five\n  six\n"],
  ["single quotes", "a: 'it''s' # why\n", "a", 'it\'s "new"', "a: 'it''s \"new\"' # why\n"],
  ["double quotes", 'a: { b: "x" }\n', "a/b", "tab\t, and comma", 'a: { b: "tab\\t, and comma" }\n'],
])("%s keeps its style when its words change", (_, text, path, value, expected) => {
  const change = editYaml(text, { do: "set", path, value }, () => []);
  expect(change && splice(text, change)).toBe(expected);
});

test("a new list is written with a hyphen for each entry, and short ones on one line", () => {
  const value = [{ name: "Peel", days: [1, 2], parts: [{ at: "chin" }] }, "rest", null, [], {}];
  expect(blockLines(value, "  ")).toBe(
    "  - name: Peel\n    days: [1, 2]\n    parts:\n      - at: chin\n  - rest\n  - null\n  - []\n  - {}",
  );
});

test("each of the last 200 versions of a file is parsed once", () => {
  const read = (version: number) => readValues("studio.yaml", `shortName: Studio ${version}\n`);
  const first = read(0);
  for (let version = 1; version <= 200; version++) read(version);
  expect(read(0)).toBe(first);
});
