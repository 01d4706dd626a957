import fc from "fast-check";
import type { Node } from "prosemirror-model";
import { describe, expect, test } from "vitest";
import * as pages from "../../../content/markdown.ts";
import { plainText } from "../../../content/schemas/prose.ts";
import { readMarkdown, roundTrips, writeMarkdown } from "./markdown.ts";
import { schemaFor } from "./schema.ts";

const fullSchema = schemaFor(["bold", "italic", "link", "list", "heading", "paragraphs"]);
const read = (markdown: string) => readMarkdown(fullSchema, markdown) as Node;
const roundTrip = (markdown: string) => writeMarkdown(read(markdown));

describe("the prose editor's Markdown", () => {
  test.each([
    "One plain sentence, 5-6 weeks apart.",
    "**Bold** and *italics*, and [a link](/contact) with [another](https://example.test/a?b=c).",
    "It is [**a bold link**](/contact) and **bold** [**elsewhere**](/about).",
    "A paragraph.\n\nAnother one.",
    "Before.\n\n- One\n- Two with **bold**\n\n### A heading\n\nAfter.",
    "Write to someone@example.test or see https://example.test/a_b_c.",
    "It costs 5 * 3, or a [bracket] and a_name.",
    "An escaped \\*star\\* stays one.",
    "",
  ])("survives a round trip: %j", (markdown) => expect(roundTrip(markdown)).toBe(markdown));

  test("shows on the page what was typed, and stays editable", () => {
    const text = fc.stringMatching(/^[a-z1.>+*[\]()\\_#<&~`! -]{1,20}$/);
    const mark = fc.constantFrom([], ["bold"], ["italic"], ["link"], ["link", "bold"]);
    fc.assert(
      fc.property(fc.array(fc.tuple(text, mark), { minLength: 1, maxLength: 3 }), (pieces) => {
        const nodes = pieces.map(([words, names]) =>
          fullSchema.text(
            words,
            names.map((name) => fullSchema.mark(name, { href: "/a" })),
          ),
        );
        const document = fullSchema.node("doc", null, [fullSchema.node("paragraph", null, nodes)]);
        const written = writeMarkdown(document);
        const { blocks, refused } = pages.readMarkdown(written, ["bold", "italic", "link"]);
        expect(refused, written).toEqual([]);
        const shown = blocks.map((block) => (block.kind === "paragraph" ? plainText(block.text) : "")).join();
        expect(shown.replace(/\s+/g, " ")).toBe(document.textContent.trim().replace(/\s+/g, " "));
        expect(roundTrips(fullSchema, written), written).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("reports text that would not survive a round trip", () => {
    const others = [
      "1. A numbered\n2. list",
      "> A quotation",
      "***both***",
      "`code` first",
      "#### Too small",
      "**[a link](/a)**",
    ];
    expect(others.filter((markdown) => roundTrips(fullSchema, markdown))).toEqual([]);
    expect(roundTrips(schemaFor(["bold"]), "A [link](/contact)")).toBe(false);
  });
});
