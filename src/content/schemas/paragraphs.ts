import * as v from "valibot";
import { parseParagraphsOf } from "../markdown.ts";
import { type FieldDisplay, paragraphMarks } from "./fields.ts";

/** Running text in a YAML file: paragraphs with bold, italics and links, written as in the Markdown files. */
export const paragraphs = (example: string, max = 1500, display: FieldDisplay = {}) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(),
    v.maxLength(max),
    v.check(canBeShown, "has something that cannot be shown here. Write paragraphs, **bold** and [a link](/contact)."),
    v.transform((text) => parseParagraphsOf(text, () => {})),
    v.metadata({ example, shown: { ...display, marks: paragraphMarks } }),
  );

function canBeShown(text: string): boolean {
  let problems = 0;
  parseParagraphsOf(text, () => problems++);
  return problems === 0;
}
