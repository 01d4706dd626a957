import * as v from "valibot";
import { expect, test } from "vitest";
import { blocks, oneParagraph, paragraphs } from "./fields.ts";

const story = paragraphs("A story.");
const line = oneParagraph("A line.");
const page = blocks("A text.");
const policy = blocks("A policy.", 1500, { marks: ["heading"] });

test("words in bold, in italics and in links are read with the words around them", () => {
  expect(v.parse(story, "Ask **me** _now_,\nor [write](/contact).\n\n[**Thank  you**](tel:911).")).toEqual([
    { parts: ["Ask ", { bold: "me" }, " ", { italic: "now" }, ", or ", { text: "write", href: "/contact" }, "."] },
    { parts: [{ text: "Thank you", href: "tel:911", strong: true }, "."] },
  ]);
  expect(v.parse(line, "One **line**")).toEqual({ parts: ["One ", { bold: "line" }] });
});

test("a text may have lists and small headings where its page has", () => {
  expect(v.parse(policy, "### You can\n\n- write\n- **call**")).toEqual([
    { kind: "subheading", text: "You can" },
    { kind: "list", items: [{ parts: ["write"] }, { parts: [{ bold: "call" }] }] },
  ]);
});

/** More is in tests/content/snapshots/owner-edits.txt. */
test.each([
  [line, "One.\n\nTwo.", "Two."],
  [page, "One.\n\n### A heading", "### A heading"],
  [policy, "## A large heading", "## A large heading"],
  [page, "- a list\n  - in a list", "- a list"],
  [page, "Say `code` here", "`code`"],
  [page, "![a picture](x.jpg)", "![a picture](x.jpg)"],
])("what cannot be shown is refused and quoted: %#", (schema, text, quoted) => {
  const { issues } = v.safeParse(schema, text);
  expect(issues).toMatchObject([{ message: "not_shown", received: quoted }]);
});
