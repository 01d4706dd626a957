import * as v from "valibot";
import { readMarkdown } from "../markdown.ts";
import { type FieldDisplay, type Marks, paragraphMarks, refuse } from "./fields.ts";
import { type Block, inlineMarks, type Prose } from "./prose.ts";

/** Running text is Markdown in a string, limited to the marks that its place on the page can show. */
const prose = <Value>(
  example: string,
  max: number,
  display: FieldDisplay & { marks: Marks },
  use: (blocks: Block[]) => Value,
) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(),
    v.maxLength(max),
    v.metadata({ example, shown: display }),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const { blocks, refused } = readMarkdown(dataset.value, display.marks);
      const [written] = refused;
      if (written === undefined) return use(blocks);
      const [beginning = ""] = /^.{0,60}/.exec(written) ?? [];
      addIssue({ message: refuse("not_shown"), received: beginning, expected: describeMarks(display.marks) });
      return NEVER;
    }),
  );

function describeMarks(marks: Marks): string {
  const found = [marks.includes("paragraphs") ? "paragraphs" : "one paragraph"];
  if (marks.includes("list")) found.push("lists");
  if (marks.includes("heading")) found.push("headings that begin with ###");
  const list = new Intl.ListFormat("en", { type: "conjunction" }).format(found);
  return `${list}, with **bold**, *italics* and [a link](/contact) if you like`;
}

const textsOf = (blocks: Block[]): Prose[] =>
  blocks.flatMap((block) => (block.kind === "paragraph" ? [block.text] : []));

/** Paragraphs with bold, italics and links. */
export const paragraphs = (example: string, max = 1500, display: FieldDisplay = {}) =>
  prose(example, max, { ...display, marks: paragraphMarks }, textsOf);

/** One paragraph of it. */
export const oneParagraph = (example: string, max = 600, display: FieldDisplay = {}) =>
  prose(example, max, { ...display, marks: inlineMarks }, (blocks) => textsOf(blocks)[0] ?? { parts: [] });

/** Paragraphs and lists, and what else is among the marks. */
export const blocks = (example: string, max = 1500, { marks = [], ...display }: FieldDisplay = {}) =>
  prose(example, max, { ...display, marks: [...paragraphMarks, "list", ...marks] }, (found) => found);
