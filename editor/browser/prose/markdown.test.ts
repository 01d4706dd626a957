import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMarkdown, survives, writeMarkdown } from "./markdown.ts";
import { schemaFor } from "./schema.ts";

const all = schemaFor(["bold", "italic", "link", "list", "heading", "paragraphs"]);
const through = (markdown: string) => writeMarkdown(readMarkdown(all, markdown));

describe("prose and the document she edits", () => {
  test.each([
    "One plain sentence, 5-6 weeks apart.",
    "**Bold** and *italics*, and [a link](/contact) with **bold in [a link](https://example.test/a?b=c)**.",
    "A paragraph.\n\nAnother one.",
    "Before.\n\n- One\n- Two with **bold**\n\n### A heading\n\nAfter.",
    "[**Bold** in a link](/a), then **bold with *italics* in it**.",
    "It costs 5 * 3, or a [bracket] and a_name.",
    "An escaped \\*star\\* stays one.",
    "",
  ])("come back as they were: %j", (markdown) => expect(through(markdown)).toBe(markdown));

  test("every paragraph of both kinds of file survives", () => {
    const texts = globSync("second-studio/{treatments,pages}/*.md").flatMap(
      (file) =>
        readFileSync(file, "utf8")
          .split(/^---$/m)[2]
          ?.split(/^## .*$/m)
          .map((part) => part.trim()) ?? [],
    );
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((text) => !survives(all, text))).toEqual([]);
  });

  test("whatever is typed is read back as typed", () => {
    const typed = fc.stringMatching(/^[a-z1.>+*[\]()\\_#-][a-z.*[\]()\\_# -]{0,20}[a-z*[\]()\\_#]$/);
    fc.assert(
      fc.property(typed, (words) => {
        const document = all.node("doc", null, [all.node("paragraph", null, [all.text(words)])]);
        expect(readMarkdown(all, writeMarkdown(document)).textContent).toBe(words.trim());
      }),
      { numRuns: 300 },
    );
  });

  test("what would not come back is not offered this way", () => {
    const others = ["1. A numbered\n2. list", "> A quotation", "***both***", "`code` first", "#### Too small"];
    expect(others.filter((markdown) => survives(all, markdown))).toEqual([]);
    expect(survives(schemaFor(["bold"]), "A [link](/contact)")).toBe(false);
  });
});
