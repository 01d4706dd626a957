import { expect, it } from "vitest";
import { rowName } from "./row-name.ts";

it.each([
  ["its words", "**Bring** a hat", "Bring a hat"],
  ["the first of its parts, which may be a list", { days: ["Saturday", "Sunday"], opens: "11:00" }, "Saturday, Sunday"],
  ["a part before its list", { label: "Offer two times", paragraphs: ["Hello {firstName},"] }, "Offer two times"],
  ["the first part that is not empty", { name: "", quote: "Calm." }, "Calm."],
  ["nothing while all is empty", { name: "" }, ""],
])("A row is named by %s", (_, value, name) => expect(rowName(value)).toBe(name));
