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

test("the history describes each kind of change in the owner's words", async () => {
  const changes: Edit[][] = [
    [{ do: "add", path: "steps", at: 3, value: { name: "Peel" } }],
    [
      { do: "add", path: "steps", at: 0, value: {} },
      { do: "set", path: "steps/0/name", value: "Greet" },
    ],
    [{ do: "add", path: "steps", at: 3, value: {} }],
    [{ do: "take", path: "steps", at: 0 }],
    [{ do: "take", path: "steps", at: 2 }],
    [{ do: "move", path: "steps", from: 1, to: 0 }],
    [{ do: "settle", path: "price" }],
    [{ do: "set", path: "price", value: "$90" }],
    [{ do: "set", path: "price", value: "$95" }],
    [{ do: "choose", path: "", from: "time", to: "visits", value: "6" }],
  ];
  const lines = changes.map((edits) => {
    const described = describeChange(fields, before, edits.reduce(applyEdit, before), edits);
    return `${JSON.stringify(edits)}\n${Object.entries(described)
      .map(([name, value]) => `  ${name}: ${JSON.stringify(value)}\n`)
      .join("")}`;
  });
  await expect(lines.join("\n")).toMatchFileSnapshot("./snapshots/changes.txt");
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
