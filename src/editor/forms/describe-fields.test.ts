import * as v from "valibot";
import { expect, test } from "vitest";
import { fileSchemas } from "../../content/content.ts";
import {
  choice,
  date,
  fact,
  link,
  list,
  pageLink,
  pathId,
  picture,
  text,
  yesNo,
} from "../../content/schemas/fields.ts";
import { studioSchema } from "../../content/schemas/studio-schemas.ts";
import { treatmentSchema } from "../../content/schemas/treatment-schema.ts";
import type { Field } from "../vocabulary.ts";
import { describeFields } from "./describe-fields.ts";

const choices = {
  paths: [{ value: "calm", label: "Calm" }],
  treatments: [],
  questions: [],
  rules: [],
  pages: [{ value: "/", label: "Home" }],
};
const describe = (entries: v.ObjectEntries) => describeFields(v.strictObject(entries), choices);

test("a new field of a schema appears in the form with its limit and example", () => {
  expect(describe({ openingWords: text("Come in", 40) })).toEqual([
    { kind: "text", key: "openingWords", label: "Opening words", example: "Come in", max: 40 },
  ]);
});

test.each<[string, v.GenericSchema, Partial<Field>]>([
  ["a fact", fact("None"), { kind: "fact", max: 120 }],
  ["a date", date("2026-11-15"), { kind: "date" }],
  ["a link", link("https://x.test"), { kind: "link" }],
  ["a page", pageLink("/", 20), { kind: "page-link", choices: choices.pages }],
  ["a path", pathId, { kind: "choice", choices: choices.paths }],
  ["a picture", picture("hero"), { kind: "picture" }],
  ["a yes or no", yesNo({}), { kind: "yes-no" }],
  [
    "a choice",
    choice(["one", "two"], "one"),
    {
      kind: "choice",
      choices: [
        { value: "one", label: "One" },
        { value: "two", label: "Two" },
      ],
    },
  ],
  ["an optional text", v.optional(text("x", 90)), { kind: "text", optional: true }],
  ["a nullable text", v.nullable(text("x")), { kind: "text", optional: true, nullable: true }],
  [
    "a list",
    list("x", { min: 1, max: 3, itemName: "line" }, text("x", 30)),
    { kind: "list", min: 1, max: 3, itemName: "line", newValue: "" },
  ],
  [
    "a list of days",
    list("x", { min: 1, max: 7 }, v.picklist(["Monday", "Sunday"])),
    { kind: "choice", multiple: true },
  ],
  ["a record", v.record(v.string(), v.strictObject({ alt: text("x") })), { kind: "record" }],
])("%s gets the field kind of its schema", (_, schema, expected) => {
  expect(describe({ it: schema })[0]).toMatchObject(expected);
});

test("every field of every file has a label that begins with a capital", () => {
  const walk = (field: Field): Field[] => [
    field,
    ...[...(field.fields ?? []), ...(field.options ?? []), ...(field.item ? [field.item] : [])].flatMap(walk),
  ];
  for (const schema of Object.values(fileSchemas)) {
    const all = describeFields(schema, choices).flatMap(walk);
    expect(all.length).toBeGreaterThan(3);
    for (const field of all.filter(({ key }) => key)) expect(field.label, field.key).toMatch(/^[A-Z]/);
  }
});

test("alternative fields become a single one-of field, and a source is not a field", () => {
  const fields = describeFields(treatmentSchema, choices);
  expect(fields.find(({ kind }) => kind === "one-of")).toMatchObject({
    label: "Fourth fact",
    options: [{ key: "frequency" }, { key: "plan" }, { key: "timeline" }],
  });
  const place = describeFields(studioSchema, choices).find(({ key }) => key === "geo");
  expect(place).toMatchObject({ hasSource: true });
  expect(place?.fields?.map(({ key }) => key)).toEqual(["latitude", "longitude"]);
});
