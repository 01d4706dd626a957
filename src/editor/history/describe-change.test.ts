import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fieldsOf, readValues } from "../formats/content-file.ts";
import { withValue } from "../formats/values.ts";
import { noChoices } from "../forms/describe-fields.ts";
import { describeChange } from "./describe-change.ts";

const valuesOf = (file: string) => readValues(readFileSync(join("tests/example-studio", file), "utf8"));
const [wash, shine, finish] = [{ label: "Wash", text: "Warm." }, { label: "Shine", text: "Blue." }, { text: "Cool." }];
/** A treatment, and one of its facts that is a guess. */
const treatment = {
  ...valuesOf("treatments/blue-light.yaml"),
  body: { steps: [wash, shine, finish] },
  downtime: { value: "None", source: "proposed" },
};
const studio = valuesOf("studio.yaml");

test("the history describes each kind of change in the owner's words", async () => {
  const withSteps = (...steps: object[]) => withValue(treatment, "body/steps", steps);
  const changes = {
    "an entry is added": withSteps(wash, shine, finish, { label: "Peel" }),
    "an entry without a name is added, first": withSteps({}, wash, shine, finish),
    "an entry is removed": withSteps(shine, finish),
    "an entry without a name is removed": withSteps(wash, shine),
    "the last entry is moved to the top": withSteps(finish, wash, shine),
    "a word of an entry": withSteps(wash, { ...shine, label: "Glow" }, finish),
    "a guess is confirmed": { ...treatment, downtime: { value: "None" } },
    "a guess is changed": { ...treatment, downtime: { value: "A day" } },
    "another of three facts": withValue({ ...treatment, frequency: "Monthly" }, "plan", undefined),
    "what the file calls a draft": { ...treatment, draft: true },
    "a field of what is one thing": { ...studio, notice: { until: "2026-01-02", text: "Closed" } },
    "a field, and with it the day": { ...treatment, summary: "Calm.", updated: "2026-12-02" },
    "the day alone": { ...treatment, updated: "2026-12-02" },
    "nothing that a field shows": treatment,
  };
  const lines = Object.entries(changes).map(([name, after]) => {
    const isStudio = "notice" in (after as object);
    const fields = fieldsOf(isStudio ? "studio.yaml" : "treatments/blue-light.yaml", noChoices);
    const told = Object.entries(describeChange(fields, isStudio ? studio : treatment, after));
    return `${name}\n${told.map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`).join("")}`;
  });
  await expect(lines.join("\n")).toMatchFileSnapshot("./snapshots/changes.txt");
});
