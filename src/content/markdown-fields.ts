import { closestMatch, type FileProblem } from "./content-problems.ts";
import { type MarkdownBlock, type MarkdownItem, parseMarkdown, type TextRange } from "./markdown-tree.ts";

/** Reports what the site cannot show, and where in the prose it begins. */
export type ReportAt = (offset: number, problem: FileProblem) => void;

/** A point of a list, and the bold label that a step begins with. */
export interface PointRange extends MarkdownItem {
  label?: TextRange;
}

/**
 * A value of a Markdown body, with its blocks and its position. An empty value has the position between its neighbours.
 * `headings` are the third-level headings that its section may have.
 */
export type MarkdownField = TextRange & { keys: string[]; headings?: string[] | undefined } & (
    | { kind: "heading"; text: string }
    | { kind: "line" | "paragraphs" | "blocks"; blocks: MarkdownBlock[] }
    | { kind: "points"; labelled: boolean; afterLine: boolean; items: PointRange[]; others: MarkdownBlock[] }
    | { kind: "sections"; items: PolicySection[] }
  );

interface PolicySection extends TextRange {
  title: string;
  heading: TextRange;
  content: TextRange & { blocks: MarkdownBlock[] };
}

/** The values under a heading. A `line` is its paragraphs read as one, and `points` are the list after them. */
interface SectionLayout {
  heading?: string;
  line?: string;
  paragraphs?: string;
  blocks?: string;
  points?: string;
  labelled?: boolean;
  parts?: Record<string, SectionLayout>;
}

/** The values under each heading of a treatment's file. */
export const treatmentLayout: Record<string, SectionLayout> = {
  "What is": { heading: "whatIs.heading", blocks: "whatIs.blocks" },
  "How It Works": { points: "steps", labelled: true },
  "Who Benefits Most": { line: "benefits.intro", points: "benefits.items" },
  "What can go wrong": {
    paragraphs: "risks.intro",
    parts: {
      Usual: { points: "risks.usual" },
      Rare: { points: "risks.rare" },
      "When to worry": { blocks: "risks.worry" },
      "First aid": { blocks: "risks.firstAid" },
    },
  },
  "Before you book": {
    paragraphs: "before.notes",
    parts: {
      "Not done if": { points: "before.notDone" },
      "Ask your doctor first": { points: "before.askDoctor" },
      "Tell me": { points: "before.tellMe" },
      Aftercare: { blocks: "before.aftercare" },
    },
  },
};

/** Adds the value of a field to the values of its body, unless one is there. */
export function putValue(values: Record<string, unknown>, [key = "", ...more]: readonly string[], value: unknown) {
  if (!more.length) values[key] ??= value;
  else {
    values[key] ??= {};
    putValue(values[key] as Record<string, unknown>, more, value);
  }
}

/** A heading with the blocks below it. `end` is where the heading's own line ends. */
interface Section extends TextRange {
  title: string;
  heading: TextRange;
  content: MarkdownBlock[];
}

/** Finds the values of a treatment's body, and reports headings that its page does not have. */
export function locateTreatmentFields(prose: string, report: ReportAt = () => {}): MarkdownField[] {
  const names = Object.keys(treatmentLayout);
  const found = new Set<string>();
  return splitSections(prose, report).flatMap((section) => {
    const name = names.find((one) => section.title.startsWith(one));
    if (!name) {
      const closest = closestMatch(section.title, names);
      report(section.start, { code: "section_unknown", params: { title: section.title, closest, known: names } });
      return [];
    }
    if (isRepeated(section, name, found, report)) return [];
    return locateInSection(prose, section, treatmentLayout[name] ?? {}, report);
  });
}

/** Finds the sections of the privacy policy. */
export function locatePolicyFields(prose: string, report: ReportAt = () => {}): MarkdownField[] {
  const items = splitSections(prose, report).map(({ start, title, heading, content, end }) => ({
    start,
    end: content.at(-1)?.end ?? heading.end,
    title,
    heading,
    content: { blocks: content, ...rangeOf(content, end) },
  }));
  return [{ kind: "sections", keys: ["sections"], items, start: 0, end: prose.length }];
}

function isRepeated({ title, start }: Section, name: string, found: Set<string>, report: ReportAt): boolean {
  if (found.has(name)) report(start, { code: "section_twice", params: { title } });
  return found.has(name) || !found.add(name);
}

/** Splits prose at its second-level headings. Text before the first heading is an error. */
function splitSections(prose: string, report: ReportAt): Section[] {
  const { opening, sections } = splitAtHeadings(parseMarkdown(prose), ({ depth }) => depth === 2);
  for (const { start } of opening) report(start, { code: "before_headings" });
  return sections;
}

function splitAtHeadings(blocks: MarkdownBlock[], isSplit: (heading: { depth: number; text: string }) => boolean) {
  const opening: MarkdownBlock[] = [];
  const sections: Section[] = [];
  for (const block of blocks) {
    if (block.kind === "heading" && isSplit(block))
      sections.push({ title: block.text, heading: block.title, start: block.start, end: block.end, content: [] });
    else (sections.at(-1)?.content ?? opening).push(block);
  }
  return { opening, sections };
}

function locateInSection(
  prose: string,
  section: Section,
  layout: SectionLayout,
  report: ReportAt,
  headings = layout.parts && Object.keys(layout.parts),
): MarkdownField[] {
  const { opening, sections } = splitAtHeadings(
    section.content,
    ({ depth, text }) => depth === 3 && text in (layout.parts ?? {}),
  );
  const keys = (name: string) => ["body", ...name.split(".")];
  const found: MarkdownField[] = [];
  if (layout.heading)
    found.push({ kind: "heading", keys: keys(layout.heading), text: section.title, ...section.heading });
  const lists = layout.points ? opening.filter((block) => block.kind === "list") : [];
  const isBeforeList = ({ start }: TextRange) => start < (lists[0]?.start ?? prose.length);
  for (const kind of ["line", "paragraphs", "blocks"] as const) {
    const name = layout[kind];
    const blocks = opening.filter(isBeforeList);
    if (name) found.push({ kind, keys: keys(name), headings, blocks, ...rangeOf(blocks, section.end) });
  }
  if (layout.points) {
    const { labelled = false } = layout;
    const items = lists.flatMap((list) => list.items);
    const others = opening.filter((block) => block.kind !== "list" && !(layout.line && isBeforeList(block)));
    found.push({
      kind: "points",
      keys: keys(layout.points),
      headings,
      labelled,
      afterLine: Boolean(layout.line),
      items: labelled ? items.map((item) => splitLabel(prose, item)) : items,
      others,
      ...rangeOf(lists, opening.at(-1)?.end ?? section.end),
    });
  }
  const seen = new Set<string>();
  for (const part of sections)
    if (!isRepeated(part, part.title, seen, report))
      found.push(...locateInSection(prose, part, layout.parts?.[part.title] ?? {}, report, headings));
  return found;
}

const rangeOf = (blocks: MarkdownBlock[], fallback: number): TextRange => ({
  start: blocks[0]?.start ?? fallback,
  end: blocks.at(-1)?.end ?? fallback,
});

/** Separates the bold label of a step from its text. The full stop of the label belongs to neither. */
function splitLabel(prose: string, item: MarkdownItem): PointRange {
  const { start, end } = item.text;
  const bold = item.inline[0]?.kind === "bold" && /^\*\*(.+?)\*\*\s*/.exec(prose.slice(start, end));
  if (!bold) return item;
  const label = { start: start + 2, end: start + 2 + (bold[1] ?? "").replace(/\.$/, "").length };
  return { ...item, label, text: { start: start + bold[0].length, end } };
}
