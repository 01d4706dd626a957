import { expect, test } from "vitest";
import type { Field } from "../vocabulary.ts";
import { describeChange } from "./describe-change.ts";

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
const draft: Field = { kind: "yes-no", key: "draft", label: "On the site", optional: true, negated: true };
const notice: Field = {
  kind: "group",
  key: "notice",
  label: "Notice",
  asOne: true,
  fields: [text("text", "What it says"), { kind: "date", key: "until", label: "Last day" }],
};
const fields = [steps, price, length, draft, notice, text("updated", "Last changed")];
const [wash, rest, unnamed] = [{ name: "Wash", words: "Warm." }, { name: "Rest" }, { words: "w".repeat(90) }];
const before = {
  steps: [wash, rest, unnamed],
  price: { value: "$90", source: "proposed" },
  time: "1 hour",
  updated: "2026-01-01",
};
const { time: _, ...withoutTime } = before;

test("the history describes each kind of change in the owner's words", async () => {
  const changes = {
    "an entry is added": { ...before, steps: [...before.steps, { name: "Peel" }] },
    "an entry without a name is added, first": { ...before, steps: [{}, ...before.steps] },
    "an entry is removed": { ...before, steps: [rest, unnamed] },
    "an entry without a name is removed": { ...before, steps: [wash, rest] },
    "the last entry is moved to the top": { ...before, steps: [unnamed, wash, rest] },
    "a word of an entry": { ...before, steps: [wash, { name: "Sleep" }, unnamed] },
    "a guess is confirmed": { ...before, price: { value: "$90" } },
    "a guess is changed": { ...before, price: { value: "$95" } },
    "another of two fields": { ...withoutTime, visits: "6" },
    "what the file calls a draft": { ...before, draft: true },
    "a field of what is one thing": { ...before, notice: { until: "2026-01-02", text: "Closed" } },
    "a field, and with it the day": { ...before, time: "2 hours", updated: "2026-02-02" },
    "the day alone": { ...before, updated: "2026-02-02" },
    "nothing that a field shows": before,
  };
  const lines = Object.entries(changes).map(
    ([name, after]) =>
      `${name}\n${Object.entries(describeChange(fields, before, after))
        .map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`)
        .join("")}`,
  );
  await expect(lines.join("\n")).toMatchFileSnapshot("./snapshots/changes.txt");
});
