import {
  locatePolicyFields,
  locateTreatmentFields,
  type MarkdownField,
  type PointRange,
  putValue,
  type ReportAt,
  treatmentLayout,
} from "./markdown-fields.ts";
import { type MarkdownBlock, type MarkdownInline, parseMarkdown } from "./markdown-tree.ts";
import type { Block, Inline, Prose } from "./schemas/prose.ts";

/** Splits a content file into its front matter (between the --- lines) and prose. It counts lines for error messages. */
export function splitFrontMatter(source: string) {
  const match = /^(\s*---[ \t]*\n)([\s\S]*?\n)(---[ \t]*(?:\n|$))([\s\S]*)$/.exec(source);
  if (!match) return undefined;
  const [, opening = "", frontMatter = "", closing = "", prose = ""] = match;
  const before = opening.split("\n").length - 1;
  return { frontMatter, prose, before, beforeProse: before + (frontMatter + closing).split("\n").length - 1 };
}

/** Reads the sections of a treatment. A missing section stays empty, so that the schema reports every gap at once. */
export function parseTreatmentBody(prose: string, report: ReportAt): Record<string, unknown> {
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
export function parsePolicySections(prose: string, report: ReportAt) {
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
export const parseParagraphsOf = (prose: string, report: ReportAt): Prose[] =>
  readParagraphs(parseMarkdown(prose), { prose, report });

/** Where a text is from, and the headings that its section may have. */
interface Source {
  prose: string;
  report: ReportAt;
  headings?: string[] | undefined;
}

function readField(field: MarkdownField, prose: string, report: ReportAt): unknown {
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
      if (block.kind === "list") source.report(block.start, { code: "list_here" });
      else reportUnsupported(block, source);
      return [];
    }
    const raw = source.prose.slice(block.start, block.end);
    if (/^\s*[•·‣]/m.test(raw)) {
      const suggestion = raw.replace(/^\s*[•·‣]\s*/, "- ").split("\n")[0];
      source.report(block.start, { code: "points_with_dots", suggestion });
    }
    return [{ parts: readInline(block.inline, block.start, source.report) }];
  });
}

function readItem({ inline, hasList, start }: PointRange, report: ReportAt): Prose {
  if (hasList) report(start, { code: "list_in_list" });
  return { parts: readInline(inline, start, report) };
}

/** Reports what is among the points of a list but is no point. */
function reportNoPoint(block: MarkdownBlock, afterLine: boolean, source: Source) {
  const suggestion = `- ${source.prose.slice(block.start, block.end).split("\n")[0]}`;
  if ((block.kind === "heading" && source.headings) || (afterLine && block.kind !== "paragraph"))
    reportUnsupported(block, source);
  else source.report(block.start, afterLine ? { code: "after_list" } : { code: "points_only", suggestion });
}

function parseStep({ parts }: Prose, offset: number, report: ReportAt) {
  const [label, ...rest] = parts;
  if (typeof label !== "object" || !("bold" in label)) {
    report(offset, { code: "step_without_label", suggestion: "- **Prepare.** What happens." });
    return { label: "", text: { parts } };
  }
  const [first, ...more] = rest;
  const text = typeof first === "string" ? [first.trimStart(), ...more] : rest;
  return { label: label.bold.replace(/\.$/, ""), text: { parts: text } };
}

function readInline(inline: MarkdownInline[], offset: number, report: ReportAt): Inline[] {
  // HTML is there twice, as it begins and ends.
  const others = new Set(inline.flatMap((piece) => (piece.kind === "other" ? [piece.type] : [])));
  for (const type of others) report(offset, { code: "not_shown", params: { type } });
  return mergeText(
    inline.flatMap((piece): Inline[] => {
      if (piece.kind === "text") return [piece.text.replace(/\s+/g, " ")];
      if (piece.kind === "other") return [];
      // The site shows bold, italics and links, and of one inside another only a link in bold.
      const [only] = piece.inside;
      if (piece.kind === "link" && piece.inside.length === 1 && only?.kind === "bold")
        return readInline([{ ...piece, inside: only.inside }], offset, report).map((link) =>
          typeof link === "object" && "href" in link ? { ...link, strong: true } : link,
        );
      if (piece.inside.some(({ kind }) => kind !== "text" && kind !== "other"))
        report(offset, { code: "marks_nested" });
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

function reportUnsupported(block: MarkdownBlock, { report, headings }: Source) {
  const type = block.kind === "other" ? block.type : block.kind;
  report(
    block.start,
    block.kind === "heading" && headings
      ? { code: "heading_unknown", params: { title: block.text, known: headings } }
      : { code: "not_shown", params: { type } },
  );
}
