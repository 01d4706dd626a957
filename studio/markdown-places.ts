import { marked, type Token, type Tokens } from "marked";

/** Part of a text, from its first letter to behind its last. */
export interface Stretch {
  start: number;
  end: number;
}

/** A point of a list: all of it with its hyphen, its words, and the bold ones it begins with. */
export interface Point extends Stretch {
  text: Stretch;
  label?: Stretch;
}

/** Where a value of the body stands. What is empty is a place between two others. */
export type MarkdownPlace =
  | ({ kind: "heading" | "line" | "prose"; keys: string[] } & Stretch)
  | ({ kind: "points"; keys: string[]; labelled: boolean; items: Point[] } & Stretch)
  | { kind: "sections"; keys: string[]; items: (Stretch & { heading: Stretch; blocks: Stretch })[] };

interface Layout {
  heading?: string;
  /** All of it as one text, or the paragraphs before the list. */
  prose?: string;
  /** Those paragraphs are read as one. */
  line?: string;
  points?: string;
  labelled?: boolean;
  parts?: Record<string, Layout>;
}

/** Which heading of a treatment's file holds which of its values; markdown.ts reads the same. */
const treatment: Record<string, Layout> = {
  "What is": { heading: "whatIs.heading", prose: "whatIs.blocks" },
  "How It Works": { points: "steps", labelled: true },
  "Who Benefits Most": { line: "benefits.intro", points: "benefits.items" },
  "What can go wrong": {
    prose: "risks.intro",
    parts: {
      Usual: { points: "risks.usual" },
      Rare: { points: "risks.rare" },
      "When to worry": { prose: "risks.worry" },
    },
  },
  "Before you book": {
    prose: "before.notes",
    points: "before.items",
    parts: { Aftercare: { prose: "before.aftercare" } },
  },
};

interface Placed extends Stretch {
  token: Token;
}

export function treatmentPlaces(prose: string): MarkdownPlace[] {
  return headed(placed(prose), 2).flatMap((section) => {
    const name = Object.keys(treatment).find((part) => section.title.startsWith(part));
    return name ? placesIn(prose, section, treatment[name] ?? {}) : [];
  });
}

export function policyPlaces(prose: string): MarkdownPlace[] {
  const items = headed(placed(prose), 2).map(({ start, heading, content, end }) => ({
    start,
    end: content.at(-1)?.end ?? heading.end,
    heading,
    blocks: stretch(content, end),
  }));
  return [{ kind: "sections", keys: ["sections"], items }];
}

type Headed = Stretch & { title: string; heading: Stretch; content: Placed[] };

function placesIn(prose: string, section: Headed, layout: Layout): MarkdownPlace[] {
  const parts = headed(section.content, 3);
  const opening = section.content.filter(({ start }) => start < (parts[0]?.start ?? Number.POSITIVE_INFINITY));
  const list = opening.find(({ token }) => token.type === "list");
  const words = layout.points ? opening.filter((one) => one !== list) : opening;
  const keys = (name: string) => ["body", ...name.split(".")];
  const found: MarkdownPlace[] = [];
  if (layout.heading) found.push({ kind: "heading", keys: keys(layout.heading), ...section.heading });
  const text = layout.prose ?? layout.line;
  if (text) {
    const kind = layout.line ? "line" : "prose";
    found.push({ kind, keys: keys(text), ...stretch(words, section.end) });
  }
  if (layout.points) {
    const end = opening.at(-1)?.end ?? section.end;
    const items = list ? points(prose, list, layout.labelled ?? false) : [];
    const whole = list ?? { start: end, end };
    const { start } = whole;
    found.push({
      kind: "points",
      keys: keys(layout.points),
      labelled: layout.labelled ?? false,
      items,
      start,
      end: whole.end,
    });
  }
  for (const part of parts) found.push(...placesIn(prose, part, layout.parts?.[part.title] ?? {}));
  return found;
}

/** All but the space between. */
function placed(prose: string): Placed[] {
  let at = 0;
  return marked.lexer(prose).flatMap((token) => {
    const start = at;
    at += token.raw.length;
    return token.type === "space" ? [] : [{ token, start, end: start + token.raw.trimEnd().length }];
  });
}

/** What follows each heading of a rank. `end` is where the heading's own line ends. */
function headed(all: Placed[], depth: number): Headed[] {
  const found: Headed[] = [];
  for (const one of all) {
    const { token, start, end } = one;
    if (token.type === "heading" && token.depth === depth) {
      const title = (token as Tokens.Heading).text;
      const from = start + token.raw.indexOf(title);
      found.push({ title, start, end, heading: { start: from, end: from + title.length }, content: [] });
    } else found.at(-1)?.content.push(one);
  }
  return found;
}

const stretch = (content: Placed[], otherwise: number): Stretch => ({
  start: content[0]?.start ?? otherwise,
  end: content.at(-1)?.end ?? otherwise,
});

function points(prose: string, list: Placed, labelled: boolean): Point[] {
  let at = list.start;
  return (list.token as Tokens.List).items.map((item) => {
    const start = at;
    at += item.raw.length;
    const end = start + item.raw.trimEnd().length;
    const mark = /^\s*(?:[-*+]|\d+[.)])\s+/.exec(item.raw)?.[0].length ?? 0;
    const bold = labelled ? /^\*\*(.+?)\*\*\s*/.exec(prose.slice(start + mark, end)) : null;
    if (!bold) return { start, end, text: { start: start + mark, end } };
    const from = start + mark + 2;
    const label = { start: from, end: from + (bold[1] ?? "").replace(/\.$/, "").length };
    return { start, end, label, text: { start: start + mark + bold[0].length, end } };
  });
}
