import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listContent } from "../studio/folder.ts";
import { editText, fieldsOf, readValues } from "./content-file.ts";
import { eachValue, type Standing } from "./each-value.ts";
import type { Edit } from "./shapes.ts";
import { editValues, isRecord } from "./values.ts";

const named = { paths: [], treatments: [], questions: [], pages: [] };
const folders = ["content", "second-studio"];
const words = folders.flatMap((folder) =>
  listContent(folder)
    .filter((file) => /\.(yaml|md)$/.test(file))
    .map((file): [folder: string, file: string] => [folder, file]),
);

/** An edit of a field that stands in a file, and the one that puts it back. */
function thereAndBack({ path, field, value }: Standing): [Edit, Edit][] {
  const set = (other: unknown): [Edit, Edit][] => [
    [
      { do: "set", path, value: other },
      { do: "set", path, value },
    ],
  ];
  if (field.fixed) return [];
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

test.each(words)("%s/%s: each field changed and put back leaves it byte for byte", (folder, file) => {
  const text = readFileSync(join(folder, file), "utf8");
  const values = readValues(file, text);
  const fields = fieldsOf(file, named);
  let tried = 0;
  const all = eachValue(fields, values);
  // A change here settles what it belongs to, and is put back with its source; facts show that.
  const settling = all
    .filter(({ field, value }) => field.sourced && isRecord(value) && value.source)
    .map(({ path }) => path);
  for (const standing of all) {
    // Of the real studio, which is three times as large, the first of each list stands for the others.
    if (folder === "content" && /\/[1-9]\d*(\/|$)/.test(standing.path)) continue;
    if (settling.includes(standing.path.split("/").slice(0, -1).join("/"))) continue;
    for (const [there, back] of thereAndBack(standing)) {
      const changed = editText(file, text, there, fields);
      expect(changed, `${there.do} ${there.path}`).not.toBe(text);
      if (there.do === "set" && standing.field.kind !== "fact")
        expect(readValues(file, changed)).toEqual(editValues(values, there));
      expect(editText(file, changed, back, fields), `${there.do} ${there.path}`).toBe(text);
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(4);
});
