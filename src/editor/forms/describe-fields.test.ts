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
import { describeFields, noChoices } from "./describe-fields.ts";

const choices = {
  ...noChoices,
  paths: [{ value: "calm", label: "Calm" }],
  pages: [{ value: "/", label: "Home" }],
};

test("a new field of a schema appears in the form, with the kind, the limits and the choices of its schema", async () => {
  const schemas = {
    openingWords: text("Come in", 40),
    fact: fact("None"),
    date: date("2026-11-15"),
    link: link("https://x.test"),
    page: pageLink("/", 20),
    path: pathId,
    picture: picture("hero"),
    yesOrNo: yesNo({}),
    choice: choice(["one", "two"], "one"),
    optional: v.optional(text("x", 90)),
    nullable: v.nullable(text("x")),
    list: list("x", { min: 1, max: 3, itemName: "line" }, text("x", 30)),
    days: list("x", { min: 1, max: 7 }, v.picklist(["Monday", "Sunday"])),
    record: v.record(v.string(), v.strictObject({ alt: text("x") })),
  };
  const lines = describeFields(v.strictObject(schemas), choices).map((field) => JSON.stringify(field));
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("./snapshots/fields.txt");
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
