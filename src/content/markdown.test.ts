import { expect, test } from "vitest";
import { parseParagraphsOf } from "./markdown.ts";
import { treatmentPicture } from "./page-list.ts";
import { sentenceOf } from "./problem-sentences.ts";
import { readContent } from "./read-content.ts";

function read(prose: string) {
  const problems: string[] = [];
  const parts = parseParagraphsOf(prose, (_, problem) => void problems.push(sentenceOf(problem))).map(
    (paragraph) => paragraph.parts,
  );
  return { parts, problems };
}

test("words in bold, in italics and in links are read with the words around them", () => {
  expect(read("Ask **me** _now_,\nor [write](/contact).\n\nThank you.")).toEqual({
    parts: [
      ["Ask ", { bold: "me" }, " ", { italic: "now" }, ", or ", { text: "write", href: "/contact" }, "."],
      ["Thank you."],
    ],
    problems: [],
  });
});

test("what cannot be shown is reported once, also inside of bold words", () => {
  const nested =
    "only a whole link can be bold, as in [**words**](/contact); other signs cannot be inside one another. Use one for these words.";
  expect(read("[**Ask**](/contact)").problems).toEqual([]);
  expect(read("**[Ask](/contact) me**").problems).toEqual([nested]);
  expect(read("**`code` me**").problems).toEqual(read("`code`").problems);
  expect(read("`code`").problems).toHaveLength(1);
});

test("a treatment without a picture shows its path's", () => {
  const content = readContent("tests/example-studio");
  expect(treatmentPicture(content, { picture: undefined, path: "calm" })).toBe("path-calm");
  expect(treatmentPicture(content, { picture: "about", path: "calm" })).toBe("about");
});
