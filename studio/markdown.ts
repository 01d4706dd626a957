import { marked, type Token } from "marked";
import type { Block, Inline } from "./page-schemas.ts";

/** A content file that is facts on top (between the --- lines) and prose below. */
export function splitFrontMatter(source: string) {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(source);
  return match ? { facts: match[1] ?? "", prose: match[2] ?? "" } : undefined;
}

interface Section {
  heading: string;
  tokens: Token[];
}

export function sections(prose: string): Section[] {
  const found: Section[] = [];
  for (const token of marked.lexer(prose)) {
    if (token.type === "heading" && token.depth === 2) found.push({ heading: token.text, tokens: [] });
    else if (token.type !== "space") found.at(-1)?.tokens.push(token);
  }
  return found;
}

/**
 * Reads the four sections of a treatment. What is absent stays empty, so that the
 * schema reports every gap at once.
 */
export function treatmentBody(prose: string) {
  const all = sections(prose);
  const part = (start: string) => all.find(({ heading }) => heading.startsWith(start));
  const whatIs = part("What is");
  const benefits = part("Who Benefits")?.tokens ?? [];
  const before = part("Before you book")?.tokens ?? [];
  const aftercareAt = before.findIndex((token) => token.type === "heading");
  const asked = aftercareAt < 0 ? before : before.slice(0, aftercareAt);
  const aftercare = aftercareAt < 0 ? [] : before.slice(aftercareAt);
  return {
    whatIs: { heading: whatIs?.heading ?? "", paragraphs: paragraphs(whatIs?.tokens ?? []) },
    steps: items(part("How It Works")?.tokens ?? []).map(step),
    benefits: { intro: paragraphs(benefits).join(" "), items: items(benefits) },
    before: { notes: paragraphs(asked), items: items(asked), aftercare: paragraphs(aftercare).join(" ") },
  };
}

function paragraphs(tokens: Token[]) {
  return tokens.flatMap((token) => (token.type === "paragraph" ? [oneLine(token.text)] : []));
}

function items(tokens: Token[]) {
  return tokens.flatMap((token) =>
    token.type === "list" ? (token.items as { text: string }[]).map((item) => oneLine(item.text)) : [],
  );
}

function step(line: string) {
  const match = /^\*\*(.+?)\.?\*\*\s*(.*)$/.exec(line);
  return { label: match?.[1] ?? "", text: match?.[2] ?? line };
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** The privacy policy: headed sections of paragraphs, subheadings and lists. */
export function policySections(prose: string) {
  return sections(prose).map(({ heading, tokens }) => ({
    id: heading.toLowerCase().replace(/[^a-z]+/g, "-"),
    heading,
    blocks: tokens.flatMap((token): Block[] => {
      if (token.type === "heading") return [{ kind: "subheading", text: token.text }];
      if (token.type === "paragraph") return [{ kind: "paragraph", text: inline(token.tokens ?? []) }];
      if (token.type === "list") {
        const entries = token.items as { tokens: Token[] }[];
        return [{ kind: "list", items: entries.map((entry) => inline(entry.tokens)) }];
      }
      return [];
    }),
  }));
}

/** Puts the studio's own details where the text says {email}, {phone} and so on. */
export function fillIn(parts: Inline[], values: Record<string, Inline>): Inline[] {
  return parts.flatMap((part) =>
    typeof part === "string"
      ? part
          .split(/(\{\w+\})/)
          .filter(Boolean)
          .map((piece) => values[piece.slice(1, -1)] ?? piece)
      : [part],
  );
}

function inline(tokens: Token[]): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    if (token.type === "strong") return [{ bold: token.text }];
    if (token.type === "link") return [{ text: token.text, href: token.href }];
    if ("tokens" in token && token.tokens) return inline(token.tokens);
    return ["text" in token ? unescapeHtml(String(token.text)) : token.raw];
  });
}

const unescapeHtml = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
