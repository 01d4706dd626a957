import * as v from "valibot";
import { parseParagraphsOf } from "../markdown.ts";
import { type FieldDisplay, paragraphMarks, refuse } from "./fields.ts";
import { inlineMarks } from "./prose.ts";

const parse = (text: string) => parseParagraphsOf(text, () => {});

function canBeShown(text: string): boolean {
  let problems = 0;
  parseParagraphsOf(text, () => problems++);
  return problems === 0;
}

/** Running text in a YAML file: paragraphs with bold, italics and links, written as in the Markdown files. */
export const paragraphs = (example: string, max = 1500, display: FieldDisplay = {}) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(),
    v.maxLength(max),
    v.check(canBeShown, refuse("paragraphs_form")),
    v.metadata({ example, shown: { ...display, marks: paragraphMarks } }),
    v.transform(parse),
  );

/** One paragraph of it. */
export const oneParagraph = (example: string, max = 600, display: FieldDisplay = {}) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(),
    v.maxLength(max),
    v.check((text) => canBeShown(text) && parse(text).length === 1, refuse("one_paragraph_form")),
    v.metadata({ example, shown: { ...display, marks: inlineMarks } }),
    v.transform((text) => parse(text)[0] ?? { parts: [] }),
  );
