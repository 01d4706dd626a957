import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMarkdown, roundTrips, writeMarkdown } from "./markdown.ts";
import { schemaFor } from "./schema.ts";

const fullSchema = schemaFor(["bold", "italic", "link", "list", "heading", "paragraphs"]);
const roundTrip = (markdown: string) => writeMarkdown(readMarkdown(fullSchema, markdown));

describe("the prose editor's Markdown", () => {
  test.each([
    "One plain sentence, 5-6 weeks apart.",
    "**Bold** and *italics*, and [a link](/contact) with **bold in [a link](https://example.test/a?b=c)**.",
    "A paragraph.\n\nAnother one.",
    "Before.\n\n- One\n- Two with **bold**\n\n### A heading\n\nAfter.",
    "[**Bold** in a link](/a), then **bold with *italics* in it**.",
    "It costs 5 * 3, or a [bracket] and a_name.",
    "An escaped \\*star\\* stays one.",
    "",
  ])("survives a round trip: %j", (markdown) => expect(roundTrip(markdown)).toBe(markdown));

  test("survives a round trip for every paragraph of the example studio", () => {
    const texts = globSync("tests/example-studio/{treatments,pages}/*.md").flatMap(
      (file) =>
        readFileSync(file, "utf8")
          .split(/^---$/m)[2]
          ?.split(/^## .*$/m)
          .map((part) => part.trim()) ?? [],
    );
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((text) => !roundTrips(fullSchema, text))).toEqual([]);
  });

  test("reads any typed text back as it was typed", () => {
    const typed = fc.stringMatching(/^[a-z1.>+*[\]()\\_#-][a-z.*[\]()\\_# -]{0,20}[a-z*[\]()\\_#]$/);
    fc.assert(
      fc.property(typed, (words) => {
        const document = fullSchema.node("doc", null, [fullSchema.node("paragraph", null, [fullSchema.text(words)])]);
        expect(readMarkdown(fullSchema, writeMarkdown(document)).textContent).toBe(words.trim());
      }),
      { numRuns: 300 },
    );
  });

  test("reports text that would not survive a round trip", () => {
    const others = ["1. A numbered\n2. list", "> A quotation", "***both***", "`code` first", "#### Too small"];
    expect(others.filter((markdown) => roundTrips(fullSchema, markdown))).toEqual([]);
    expect(roundTrips(schemaFor(["bold"]), "A [link](/contact)")).toBe(false);
  });
});
