import * as v from "valibot";
import { expect, test } from "vitest";
import { paragraphs } from "./paragraphs.ts";

const read = (text: string) => v.safeParse(paragraphs("A story."), text);

test("a story keeps its paragraphs, bold words and links", () => {
  const { output } = read("I began **late**.\n\nNow I [teach](/about).");
  expect(output).toEqual([
    { parts: ["I began ", { bold: "late" }, "."] },
    { parts: ["Now I ", { text: "teach", href: "/about" }, "."] },
  ]);
});

test.each(["- a list", "# A heading", "<b>HTML</b>", "![a picture](x.jpg)", ""])("%j is refused", (text) => {
  expect(read(text).success).toBe(false);
});
