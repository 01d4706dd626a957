import { expect, test } from "vitest";
import type { Edit, Field } from "../api/api-types.ts";
import { applyEdit } from "../formats/values.ts";
import { describeChange, describeDifference } from "./describe-change.ts";

const text = (key: string, label: string): Field => ({ kind: "text", key, label });
const steps: Field = {
  kind: "list",
  key: "steps",
  label: "Steps",
  item: { kind: "group", key: "", label: "Step", fields: [text("name", "Name"), text("words", "Words")] },
};
const price: Field = { kind: "fact", key: "price", label: "Price" };
const length: Field = {
  kind: "one-of",
  key: "",
  label: "Length",
  options: [text("time", "Time"), text("visits", "Visits")],
};
const fields = [steps, price, length];
const before = {
  steps: [{ name: "Wash", words: "Warm." }, { name: "Rest" }, { words: "w".repeat(90) }],
  price: { value: "$90", source: "proposed" },
  time: "1 hour",
};

test.each<[Edit[], object]>([
  [
    [{ do: "add", path: "steps", at: 3, value: { name: "Peel" } }],
    { path: "steps", label: "Steps", before: "", after: "Peel", words: "Peel was added" },
  ],
  [
    [
      { do: "add", path: "steps", at: 0, value: {} },
      { do: "set", path: "steps/0/name", value: "Greet" },
    ],
    { after: "Greet", words: "Greet was added" },
  ],
  [[{ do: "add", path: "steps", at: 3, value: {} }], { words: "Step 4 was added" }],
  [[{ do: "take", path: "steps", at: 0 }], { before: "Wash, Warm.", after: "", words: "Wash was removed" }],
  [[{ do: "take", path: "steps", at: 2 }], { words: "Step 3 was removed" }],
  [[{ do: "move", path: "steps", from: 1, to: 0 }], { words: "Rest moved from place 2 to 1" }],
  [[{ do: "settle", path: "price" }], { words: "Price confirmed" }],
  [[{ do: "set", path: "price", value: "$90" }], { words: "Price confirmed" }],
  [[{ do: "set", path: "price", value: "$95" }], { path: "price", label: "Price", before: "$90", after: "$95" }],
  [
    [{ do: "choose", path: "", from: "time", to: "visits", value: "6" }],
    { path: "visits", label: "Visits", before: "1 hour", after: "6" },
  ],
])("the history describes %j", (edits, summary) => {
  const described = describeChange(fields, before, edits.reduce(applyEdit, before), edits);
  expect(described).toMatchObject(summary);
  expect("words" in described).toBe("words" in summary);
});

test("a change without its edits is named by its first field, and how many more there are", () => {
  const after = { ...before, time: "2 hours", steps: before.steps.with(1, { name: "Sleep" }) };
  expect(describeDifference(fields, before, { ...before, time: "2 hours" })).toEqual({
    path: "time",
    label: "Time",
    before: "1 hour",
    after: "2 hours",
  });
  expect(describeDifference(fields, before, after).label).toMatch(/ and 1 more$/);
  expect(describeDifference(fields, before, before)).toMatchObject({ path: "", words: "Notes or the order of lines" });
});
