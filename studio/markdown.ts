import { marked, type Token, type Tokens } from "marked";
import { nearest } from "./mistakes.ts";
import type { Block, Inline, Prose } from "./prose.ts";

/** Says what cannot be shown, and where in the prose it begins. */
export type Complain = (offset: number, message: string, paste?: string) => void;

/** A content file that is facts on top (between the --- lines) and prose below. Lines are counted for messages. */
export function splitFrontMatter(source: string) {
  const match = /^(\s*---[ \t]*\n)([\s\S]*?\n)(---[ \t]*(?:\n|$))([\s\S]*)$/.exec(source);
  if (!match) return undefined;
  const [, opening = "", facts = "", closing = "", prose = ""] = match;
  const before = opening.split("\n").length - 1;
  return { facts, prose, before, beforeProse: before + (facts + closing).split("\n").length - 1 };
}

interface Placed {
  token: Token;
  offset: number;
}

interface Section {
  heading: string;
  offset: number;
  content: Placed[];
}

/** Cuts prose at its headings of the second rank. Nothing may stand before the first. */
function sections(prose: string, complain: Complain): Section[] {
  const found: Section[] = [];
  let offset = 0;
  for (const token of marked.lexer(prose)) {
    if (token.type === "heading" && token.depth === 2) found.push({ heading: token.text, offset, content: [] });
    else if (token.type !== "space") {
      const section = found.at(-1);
      if (section) section.content.push({ token, offset });
      else complain(offset, "this stands before the first heading and would not be shown. Move it below one.");
    }
    offset += token.raw.length;
  }
  return found;
}

/** Headings of a treatment page as they are written in its file. */
const parts = ["What is", "How It Works", "Who Benefits Most", "What can go wrong", "Before you book"] as const;

/** Reads the sections of a treatment. What is absent stays empty, so that the schema reports every gap at once. */
export function treatmentBody(prose: string, complain: Complain) {
  const found = new Map<string, Section>();
  for (const section of sections(prose, complain)) {
    const part = parts.find((name) => section.heading.startsWith(name));
    if (!part) {
      const close = nearest(section.heading, parts);
      const meant = close ? ` Did you mean "## ${close}"?` : ` The page shows: ${parts.join(", ")}.`;
      complain(section.offset, `"${section.heading}" is not a section of a treatment page.${meant}`);
    } else if (found.has(part)) complain(section.offset, `"${section.heading}" stands here twice. Join the two.`);
    else found.set(part, section);
  }
  const content = (part: (typeof parts)[number]) => found.get(part)?.content ?? [];
  const what = found.get("What is");
  const benefits = splitAtList(content("Who Benefits Most"), complain);
  const before = splitAtHeadings(content("Before you book"), ["Aftercare"], complain);
  const asked = splitAtList(before.opening, complain);
  const risks = splitAtHeadings(content("What can go wrong"), ["Usual", "Rare", "When to worry"], complain);
  return {
    whatIs: { heading: what?.heading ?? "", blocks: blocks(what?.content ?? [], complain) },
    steps: items(content("How It Works"), complain).map((item) => step(item, complain)),
    benefits: { intro: joined(benefits.paragraphs), items: benefits.items },
    ...(found.has("What can go wrong") && {
      risks: {
        intro: splitAtList(risks.opening, complain).paragraphs,
        usual: items(risks.parts.Usual ?? [], complain).map(({ text }) => text),
        rare: items(risks.parts.Rare ?? [], complain).map(({ text }) => text),
        worry: blocks(risks.parts["When to worry"] ?? [], complain),
      },
    }),
    before: { notes: asked.paragraphs, items: asked.items, aftercare: blocks(before.parts.Aftercare ?? [], complain) },
  };
}

/** The privacy policy: headed sections of paragraphs, subheadings and lists. */
export function policySections(prose: string, complain: Complain) {
  return sections(prose, complain).map(({ heading, content }) => ({
    id: heading.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
    heading,
    blocks: blocks(content, complain, true),
  }));
}

/** Paragraphs and lists; where a page has room for them, headings of the third rank as well. */
function blocks(content: Placed[], complain: Complain, headings = false): Block[] {
  return content.flatMap(({ token, offset }): Block[] => {
    if (headings && token.type === "heading" && token.depth === 3) return [{ kind: "subheading", text: token.text }];
    if (token.type === "paragraph")
      return [{ kind: "paragraph", text: paragraph(token as Tokens.Paragraph, offset, complain) }];
    if (token.type === "list")
      return [{ kind: "list", items: items([{ token, offset }], complain).map(({ text }) => text) }];
    complain(offset, unknown(token));
    return [];
  });
}

/** The points of a list, where nothing but one list can be shown. */
function items(content: Placed[], complain: Complain): { text: Prose; offset: number }[] {
  return content.flatMap(({ token, offset }) => {
    if (token.type !== "list") {
      complain(
        offset,
        "only points of a list can be shown here. Begin the line with a hyphen and a space:",
        `- ${firstLine(token)}`,
      );
      return [];
    }
    let at = offset;
    return (token as Tokens.List).items.map((item) => {
      const here = at;
      at += item.raw.length;
      if (item.tokens.some(({ type }) => type === "list"))
        complain(here, "a list within a list cannot be shown. Make it one list.");
      return {
        text: {
          parts: inline(
            item.tokens.filter(({ type }) => type !== "list"),
            here,
            complain,
          ),
        },
        offset: here,
      };
    });
  });
}

/** Paragraphs, then one list. */
function splitAtList(content: Placed[], complain: Complain) {
  const paragraphs: Prose[] = [];
  const lists: Placed[] = [];
  for (const { token, offset } of content) {
    if (token.type === "list") lists.push({ token, offset });
    else if (token.type !== "paragraph") complain(offset, unknown(token));
    else if (lists.length)
      complain(offset, "this stands after the list and would not be shown. Move it before the list.");
    else paragraphs.push(paragraph(token as Tokens.Paragraph, offset, complain));
  }
  return { paragraphs, items: items(lists, complain).map(({ text }) => text) };
}

function splitAtHeadings(content: Placed[], names: string[], complain: Complain) {
  const opening: Placed[] = [];
  const found: Record<string, Placed[]> = {};
  let here = opening;
  for (const placed of content) {
    const { token, offset } = placed;
    if (token.type !== "heading") here.push(placed);
    else if (token.depth === 3 && names.includes(token.text)) {
      here = [];
      found[token.text] = here;
    } else complain(offset, `"${token.text}" is not a heading here. Known is: ### ${names.join(", ### ")}.`);
  }
  return { opening, parts: found };
}

function step({ text: { parts }, offset }: { text: Prose; offset: number }, complain: Complain) {
  const [label, ...rest] = parts;
  if (typeof label !== "object" || !("bold" in label)) {
    complain(offset, "a step begins with a word in bold, and then says what happens:", "- **Prepare.** What happens.");
    return { label: "", text: { parts } };
  }
  const [first, ...more] = rest;
  const text = typeof first === "string" ? [first.trimStart(), ...more] : rest;
  return { label: label.bold.replace(/\.$/, ""), text: { parts: text } };
}

function paragraph(token: Tokens.Paragraph, offset: number, complain: Complain): Prose {
  if (/^\s*[•·‣]/m.test(token.raw)) {
    const better = token.raw.trim().replace(/^\s*[•·‣]\s*/, "- ");
    complain(
      offset,
      "points that begin with this sign run together. Begin each with a hyphen and a space:",
      better.split("\n")[0],
    );
  }
  return { parts: inline(token.tokens ?? [], offset, complain) };
}

function inline(tokens: Token[], offset: number, complain: Complain): Inline[] {
  return merged(
    tokens.flatMap((token): Inline[] => {
      if (token.type === "strong") return [{ bold: wordsOf(token) }];
      if (token.type === "em") return [{ italic: wordsOf(token) }];
      if (token.type === "link") return [{ text: wordsOf(token), href: token.href }];
      if (token.type === "br") return [" "];
      if (["html", "image", "codespan", "del"].includes(token.type)) complain(offset, unknown(token));
      if ("tokens" in token && token.tokens) return inline(token.tokens, offset, complain);
      return ["text" in token ? unescapeHtml(String(token.text)).replace(/\s+/g, " ") : token.raw];
    }),
  );
}

const wordsOf = (token: Token): string =>
  "tokens" in token && token.tokens?.length
    ? token.tokens.map(wordsOf).join("")
    : unescapeHtml("text" in token ? String(token.text) : token.raw).replace(/\s+/g, " ");

/** Words that touch are one piece, without space around the whole. */
function merged(pieces: Inline[]): Inline[] {
  const found: Inline[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (typeof piece === "string" && typeof last === "string") found[found.length - 1] = last + piece;
    else found.push(piece);
  }
  return found.flatMap((piece, at): Inline[] => {
    if (typeof piece !== "string") return [piece];
    const start = at === 0 ? piece.trimStart() : piece;
    const whole = at === found.length - 1 ? start.trimEnd() : start;
    return whole ? [whole] : [];
  });
}

const joined = (paragraphs: Prose[]): Prose => ({
  parts: merged(paragraphs.flatMap(({ parts }, at): Inline[] => (at ? [" ", ...parts] : parts))),
});

const names: Record<string, string> = {
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

const unknown = (token: Token) =>
  `${names[token.type] ?? "this"} cannot be shown here. Write it as plain words, **bold**, [a link](/contact) or a list.`;

const firstLine = (token: Token) => token.raw.trim().split("\n")[0] ?? "";

const unescapeHtml = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
