import { marked, type Token, type Tokens } from "marked";

/** Part of a text, from its first character to just after its last. */
export interface TextRange {
  start: number;
  end: number;
}

/** A list item: all of it with its marker, its text, and the bold label it may begin with. */
export interface ListItemRange extends TextRange {
  text: TextRange;
  label?: TextRange;
}

/** The position of a value in the body. An empty value has the position between its neighbours. */
export type MarkdownField =
  | ({ kind: "heading" | "line" | "prose"; keys: string[] } & TextRange)
  | ({ kind: "points"; keys: string[]; labelled: boolean; items: ListItemRange[] } & TextRange)
  | { kind: "sections"; keys: string[]; items: (TextRange & { heading: TextRange; blocks: TextRange })[] };

interface SectionLayout {
  heading?: string;
  /** The whole section as one text, or the paragraphs before the list. */
  prose?: string;
  /** Whether those paragraphs are read as one. */
  line?: string;
  points?: string;
  labelled?: boolean;
  parts?: Record<string, SectionLayout>;
}

/** The values under each heading of a treatment's file. It must match what markdown.ts reads. */
const treatmentLayout: Record<string, SectionLayout> = {
  "What is": { heading: "whatIs.heading", prose: "whatIs.blocks" },
  "How It Works": { points: "steps", labelled: true },
  "Who Benefits Most": { line: "benefits.intro", points: "benefits.items" },
  "What can go wrong": {
    prose: "risks.intro",
    parts: {
      Usual: { points: "risks.usual" },
      Rare: { points: "risks.rare" },
      "When to worry": { prose: "risks.worry" },
      "First aid": { prose: "risks.firstAid" },
    },
  },
  "Before you book": {
    prose: "before.notes",
    parts: {
      "Not done if": { points: "before.notDone" },
      "Ask your doctor first": { points: "before.askDoctor" },
      "Tell me": { points: "before.tellMe" },
      Aftercare: { prose: "before.aftercare" },
    },
  },
};

interface LocatedToken extends TextRange {
  token: Token;
}

export function locateTreatmentFields(prose: string): MarkdownField[] {
  return splitAtHeadings(locateTokens(prose), 2).flatMap((section) => {
    const name = Object.keys(treatmentLayout).find((part) => section.title.startsWith(part));
    return name ? locateSectionFields(prose, section, treatmentLayout[name] ?? {}) : [];
  });
}

export function locatePolicyFields(prose: string): MarkdownField[] {
  const items = splitAtHeadings(locateTokens(prose), 2).map(({ start, heading, content, end }) => ({
    start,
    end: content.at(-1)?.end ?? heading.end,
    heading,
    blocks: rangeOf(content, end),
  }));
  return [{ kind: "sections", keys: ["sections"], items }];
}

type HeadedSection = TextRange & { title: string; heading: TextRange; content: LocatedToken[] };

function locateSectionFields(prose: string, section: HeadedSection, layout: SectionLayout): MarkdownField[] {
  const parts = splitAtHeadings(section.content, 3);
  const opening = section.content.filter(({ start }) => start < (parts[0]?.start ?? Number.POSITIVE_INFINITY));
  const list = opening.find(({ token }) => token.type === "list");
  const paragraphs = layout.points ? opening.filter((located) => located !== list) : opening;
  const keys = (name: string) => ["body", ...name.split(".")];
  const found: MarkdownField[] = [];
  if (layout.heading) found.push({ kind: "heading", keys: keys(layout.heading), ...section.heading });
  const text = layout.prose ?? layout.line;
  if (text) {
    const kind = layout.line ? "line" : "prose";
    found.push({ kind, keys: keys(text), ...rangeOf(paragraphs, section.end) });
  }
  if (layout.points) {
    const end = opening.at(-1)?.end ?? section.end;
    const items = list ? locateListItems(prose, list, layout.labelled ?? false) : [];
    const listRange = list ?? { start: end, end };
    const { start } = listRange;
    found.push({
      kind: "points",
      keys: keys(layout.points),
      labelled: layout.labelled ?? false,
      items,
      start,
      end: listRange.end,
    });
  }
  for (const part of parts) found.push(...locateSectionFields(prose, part, layout.parts?.[part.title] ?? {}));
  return found;
}

/** Lists the tokens with their positions, without the blank space between them. */
function locateTokens(prose: string): LocatedToken[] {
  let offset = 0;
  return marked.lexer(prose).flatMap((token) => {
    const start = offset;
    offset += token.raw.length;
    return token.type === "space" ? [] : [{ token, start, end: start + token.raw.trimEnd().length }];
  });
}

/** Splits tokens at headings of one level. `end` is where the heading's own line ends. */
function splitAtHeadings(tokens: LocatedToken[], depth: number): HeadedSection[] {
  const found: HeadedSection[] = [];
  for (const located of tokens) {
    const { token, start, end } = located;
    if (token.type === "heading" && token.depth === depth) {
      const title = (token as Tokens.Heading).text;
      const titleStart = start + token.raw.indexOf(title);
      found.push({ title, start, end, heading: { start: titleStart, end: titleStart + title.length }, content: [] });
    } else found.at(-1)?.content.push(located);
  }
  return found;
}

const rangeOf = (content: LocatedToken[], fallback: number): TextRange => ({
  start: content[0]?.start ?? fallback,
  end: content.at(-1)?.end ?? fallback,
});

function locateListItems(prose: string, list: LocatedToken, labelled: boolean): ListItemRange[] {
  let offset = list.start;
  return (list.token as Tokens.List).items.map((item) => {
    const start = offset;
    offset += item.raw.length;
    const end = start + item.raw.trimEnd().length;
    const markerLength = /^\s*(?:[-*+]|\d+[.)])\s+/.exec(item.raw)?.[0].length ?? 0;
    const bold = labelled ? /^\*\*(.+?)\*\*\s*/.exec(prose.slice(start + markerLength, end)) : null;
    if (!bold) return { start, end, text: { start: start + markerLength, end } };
    const labelStart = start + markerLength + 2;
    const label = { start: labelStart, end: labelStart + (bold[1] ?? "").replace(/\.$/, "").length };
    return { start, end, label, text: { start: start + markerLength + bold[0].length, end } };
  });
}
