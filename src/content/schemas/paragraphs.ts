import * as v from "valibot";
import { parseParagraphsOf } from "../markdown.ts";
import { type FieldDisplay, paragraphMarks } from "./fields.ts";
import { inlineMarks } from "./prose.ts";

/** Running text in a YAML file, written as in the Markdown files, that `canBeShown` where it stands. */
const running = (max: number, canBeShown: (text: string) => boolean, message: string) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(max), v.check(canBeShown, message));

function countProblems(text: string): number {
  let problems = 0;
  parseParagraphsOf(text, () => problems++);
  return problems;
}

const parse = (text: string) => parseParagraphsOf(text, () => {});

/** Paragraphs with bold, italics and links. */
export const paragraphs = (example: string, max = 1500, display: FieldDisplay = {}) =>
  v.pipe(
    running(
      max,
      (text) => countProblems(text) === 0,
      "has something that cannot be shown here. Write paragraphs, **bold** and [a link](/contact).",
    ),
    v.transform(parse),
    v.metadata({ example, shown: { ...display, marks: paragraphMarks } }),
  );

/** One paragraph with bold, italics and links. */
export const oneParagraph = (example: string, max = 600, display: FieldDisplay = {}) =>
  v.pipe(
    running(
      max,
      (text) => countProblems(text) === 0 && parse(text).length === 1,
      "has something that cannot be shown here. Write one paragraph, with **bold** and [a link](/contact) if you like.",
    ),
    v.transform((text) => parse(text)[0] ?? { parts: [] }),
    v.metadata({ example, shown: { ...display, marks: inlineMarks } }),
  );
