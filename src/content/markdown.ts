import {
  locatePolicyFields,
  locateTreatmentFields,
  type MarkdownField,
  type PointRange,
  putValue,
  type ReportProblem,
  treatmentLayout,
} from "./markdown-fields.ts";
import { type MarkdownBlock, type MarkdownInline, parseMarkdown } from "./markdown-tree.ts";
import type { Block, Inline, Prose } from "./schemas/prose.ts";

/** Splits a content file into facts (between the --- lines) and prose. It counts lines for error messages. */
export function splitFrontMatter(source: string) {
  const match = /^(\s*---[ \t]*\n)([\s\S]*?\n)(---[ \t]*(?:\n|$))([\s\S]*)$/.exec(source);
  if (!match) return undefined;
  const [, opening = "", facts = "", closing = "", prose = ""] = match;
  const before = opening.split("\n").length - 1;
  return { facts, prose, before, beforeProse: before + (facts + closing).split("\n").length - 1 };
}

/** Reads the sections of a treatment. A missing section stays empty, so that the schema reports every gap at once. */
export function parseTreatmentBody(prose: string, report: ReportProblem): Record<string, unknown> {
  const fields = locateTreatmentFields(prose, report);
  const body: Record<string, unknown> = {};
  const put = (name: string, value: unknown) => putValue(body, name.split("."), value);
  for (const field of fields) putValue(body, field.keys.slice(1), readField(field, prose, report));
  const fill = ({ heading, line, paragraphs, blocks, points, parts = {} }: (typeof treatmentLayout)[string]) => {
    if (heading) put(heading, "");
    if (line) put(line, { parts: [] });
    for (const name of [paragraphs, blocks, points]) if (name) put(name, []);
    for (const part of Object.values(parts)) fill(part);
  };
  // A missing list of risks is reported as a whole, so it stays missing.
  for (const [name, layout] of Object.entries(treatmentLayout))
    if (name !== "What can go wrong" || "risks" in body) fill(layout);
  return body;
}

/** Reads the privacy policy: sections with headings, made of paragraphs, subheadings and lists. */
export function parsePolicySections(prose: string, report: ReportProblem) {
  return locatePolicyFields(prose, report).flatMap((field) =>
    field.kind === "sections"
      ? field.items.map(({ title, content }) => ({
          id: title.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
          heading: title,
          blocks: readBlocks(content.blocks, { prose, report }, true),
        }))
      : [],
  );
}

/** Reads a field of running text, which may have several paragraphs. */
export const parseParagraphsOf = (prose: string, report: ReportProblem): Prose[] =>
  readParagraphs(parseMarkdown(prose), { prose, report });

/** Where a text is from, and the headings that its section may have. */
interface Source {
  prose: string;
  report: ReportProblem;
  headings?: string[] | undefined;
}

function readField(field: MarkdownField, prose: string, report: ReportProblem): unknown {
  const source = { prose, report, headings: field.headings };
  switch (field.kind) {
    case "heading":
      return field.text;
    case "line":
      return joinParagraphs(readParagraphs(field.blocks, source));
    case "paragraphs":
      return readParagraphs(field.blocks, source);
    case "blocks":
      return readBlocks(field.blocks, source);
    case "points":
      for (const block of field.others) reportNoPoint(block, field.afterLine, source);
      return field.items.map((item) => {
        const text = readItem(item, report);
        return field.labelled ? parseStep(text, item.start, report) : text;
      });
    default:
      return undefined;
  }
}

/** Reads paragraphs and lists; on pages that allow it, third-level headings as well. */
function readBlocks(blocks: MarkdownBlock[], source: Source, subheadings = false): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (subheadings && block.kind === "heading" && block.depth === 3) return [{ kind: "subheading", text: block.text }];
    if (block.kind === "list")
      return [{ kind: "list", items: block.items.map((item) => readItem(item, source.report)) }];
    return readParagraphs([block], source).map((text) => ({ kind: "paragraph", text }));
  });
}

function readParagraphs(blocks: MarkdownBlock[], source: Source): Prose[] {
  return blocks.flatMap((block) => {
    if (block.kind !== "paragraph") {
      if (block.kind === "list") source.report(block.start, "a list cannot be shown here.");
      else reportUnsupported(block, source);
      return [];
    }
    const raw = source.prose.slice(block.start, block.end);
    if (/^\s*[•·‣]/m.test(raw)) {
      const message = "points that begin with this sign run together. Begin each with a hyphen and a space:";
      source.report(block.start, message, raw.replace(/^\s*[•·‣]\s*/, "- ").split("\n")[0]);
    }
    return [{ parts: readInline(block.inline, block.start, source.report) }];
  });
}

function readItem({ inline, hasList, start }: PointRange, report: ReportProblem): Prose {
  if (hasList) report(start, "a list within a list cannot be shown. Make it one list.");
  return { parts: readInline(inline, start, report) };
}

/** Reports what is among the points of a list but is no point. */
function reportNoPoint(block: MarkdownBlock, afterLine: boolean, source: Source) {
  const message = "only points of a list can be shown here. Begin the line with a hyphen and a space:";
  if ((block.kind === "heading" && source.headings) || (afterLine && block.kind !== "paragraph"))
    reportUnsupported(block, source);
  else if (afterLine)
    source.report(block.start, "this is after the list and would not be shown. Move it before the list.");
  else source.report(block.start, message, `- ${source.prose.slice(block.start, block.end).split("\n")[0]}`);
}

function parseStep({ parts }: Prose, offset: number, report: ReportProblem) {
  const [label, ...rest] = parts;
  if (typeof label !== "object" || !("bold" in label)) {
    report(offset, "a step begins with a word in bold, and then says what happens:", "- **Prepare.** What happens.");
    return { label: "", text: { parts } };
  }
  const [first, ...more] = rest;
  const text = typeof first === "string" ? [first.trimStart(), ...more] : rest;
  return { label: label.bold.replace(/\.$/, ""), text: { parts: text } };
}

function readInline(inline: MarkdownInline[], offset: number, report: ReportProblem): Inline[] {
  return mergeText(
    inline.flatMap((piece): Inline[] => {
      if (piece.kind === "text") return [piece.text.replace(/\s+/g, " ")];
      if (piece.kind === "other") {
        report(offset, unsupportedMessage(piece.type));
        return [];
      }
      // The site shows bold, italics and links, but none of them inside another.
      if (piece.inside.some(({ kind }) => kind !== "text" && kind !== "other"))
        report(offset, "bold, italics and links cannot be inside one another. Use one of them for these words.");
      const [first] = readInline(piece.inside, offset, report);
      const text = typeof first === "string" ? first : "";
      if (piece.kind === "link") return [{ text, href: piece.href }];
      return [piece.kind === "bold" ? { bold: text } : { italic: text }];
    }),
  );
}

/** Joins adjacent pieces of the same kind, and trims the space around the whole. */
function mergeText(pieces: Inline[]): Inline[] {
  const found: Inline[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (typeof piece === "string" && typeof last === "string") found[found.length - 1] = last + piece;
    else found.push(piece);
  }
  return found.flatMap((piece, index): Inline[] => {
    if (typeof piece !== "string") return [piece];
    const start = index === 0 ? piece.trimStart() : piece;
    const whole = index === found.length - 1 ? start.trimEnd() : start;
    return whole ? [whole] : [];
  });
}

const joinParagraphs = (paragraphs: Prose[]): Prose => ({
  parts: mergeText(paragraphs.flatMap(({ parts }, index): Inline[] => (index ? [" ", ...parts] : parts))),
});

const tokenNames: Record<string, string> = {
  html: "HTML",
  image: "a picture",
  codespan: "text between backticks",
  code: "a line that begins with four spaces",
  blockquote: "a quotation that begins with >",
  table: "a table",
  hr: "a line across the page",
  heading: "a heading of this rank",
  del: "crossed-out text",
};

const unsupportedMessage = (type: string) =>
  `${tokenNames[type] ?? "this"} cannot be shown here. Write it as plain words, **bold**, [a link](/contact) or a list.`;

function reportUnsupported(block: MarkdownBlock, { report, headings }: Source) {
  const message =
    block.kind === "heading" && headings
      ? `"${block.text}" is not a heading here. Known is: ### ${headings.join(", ### ")}.`
      : unsupportedMessage(block.kind === "other" ? block.type : block.kind);
  report(block.start, message);
}
