import { expect, it } from "vitest";
import type { Field } from "../../api/api-types.ts";
import { rowName } from "./row-name.ts";

it.each([
  ["its words", "**Bring** a hat", "Bring a hat"],
  ["the first of its parts, which may be a list", { days: ["Saturday", "Sunday"], opens: "11:00" }, "Saturday, Sunday"],
  ["a part before its list", { label: "Offer two times", paragraphs: ["Hello {firstName},"] }, "Offer two times"],
  ["the first part that is not empty", { name: "", quote: "Calm." }, "Calm."],
  ["nothing while all is empty", { name: "" }, ""],
])("A row is named by %s", (_, value, name) => expect(rowName(value)).toBe(name));

it("A row is named by its title before a choice, and by the label of a choice where no title is asked for", () => {
  const choice: Field = {
    kind: "choice",
    key: "path",
    label: "Path",
    choices: [{ value: "calm", label: "Calm skin" }],
  };
  const group = (max: number): Field => ({
    kind: "group",
    key: "",
    label: "",
    fields: [choice, { kind: "text", key: "words", label: "Words", max }],
  });
  const value = { path: "calm", words: "Red lamp" };
  expect([rowName(value, group(60)), rowName(value, group(200))]).toEqual(["Red lamp", "Calm skin"]);
  expect(rowName({ path: "calm", words: "" }, group(60))).toBe("");
});
