import { marked, type Token, type Tokens } from "marked";

/** Part of a text, from its first character to just after its last. */
export interface TextRange {
  start: number;
  end: number;
}

/** Running text. `bare` is an address that became a link without brackets. */
export type MarkdownInline =
  | { kind: "text"; text: string }
  | { kind: "bold" | "italic"; inside: MarkdownInline[] }
  | { kind: "link"; href: string; bare: boolean; inside: MarkdownInline[] }
  | { kind: "other"; type: string };

/** A list item: all of it with its marker, and the text after the marker. */
export interface MarkdownItem extends TextRange {
  text: TextRange;
  inline: MarkdownInline[];
  hasList: boolean;
}

export type MarkdownBlock = TextRange &
  (
    | { kind: "heading"; depth: number; text: string; title: TextRange }
    | { kind: "paragraph"; inline: MarkdownInline[] }
    | { kind: "list"; items: MarkdownItem[] }
    | { kind: "other"; type: string }
  );

/**
 * Parses Markdown into blocks with their positions, without the blank lines between them. The site's pages, the
 * editor's forms and its rich-text fields all read this tree, so that none of them sees a word differently.
 */
export function parseMarkdown(markdown: string): MarkdownBlock[] {
  let next = 0;
  return marked.lexer(markdown).flatMap((token) => {
    const start = next;
    next += token.raw.length;
    return token.type === "space" ? [] : [blockOf(token, start)];
  });
}

function blockOf(token: Token, start: number): MarkdownBlock {
  const range = { start, end: start + token.raw.trimEnd().length };
  if (token.type === "heading") {
    const { text, depth } = token as Tokens.Heading;
    const titleStart = start + token.raw.indexOf(text);
    return { kind: "heading", depth, text, title: { start: titleStart, end: titleStart + text.length }, ...range };
  }
  if (token.type === "paragraph") return { kind: "paragraph", inline: inlineOf(token.tokens ?? []), ...range };
  if (token.type === "list") return { kind: "list", items: itemsOf(token as Tokens.List, start), ...range };
  return { kind: "other", type: token.type, ...range };
}

function itemsOf(list: Tokens.List, listStart: number): MarkdownItem[] {
  let next = listStart;
  return list.items.map(({ raw, tokens }) => {
    const start = next;
    next += raw.length;
    const end = start + raw.trimEnd().length;
    const markerLength = /^\s*(?:[-*+]|\d+[.)])\s+/.exec(raw)?.[0].length ?? 0;
    const isList = ({ type }: Token) => type === "list";
    return {
      start,
      end,
      text: { start: start + markerLength, end },
      inline: inlineOf(tokens.filter((token) => !isList(token))),
      hasList: tokens.some(isList),
    };
  });
}

function inlineOf(tokens: Token[]): MarkdownInline[] {
  return tokens.flatMap((token): MarkdownInline[] => {
    const inside = () => inlineOf(("tokens" in token && token.tokens) || []);
    if (token.type === "strong") return [{ kind: "bold", inside: inside() }];
    if (token.type === "em") return [{ kind: "italic", inside: inside() }];
    if (token.type === "link")
      return [{ kind: "link", href: token.href, bare: !token.raw.startsWith("["), inside: inside() }];
    if (token.type === "br") return [{ kind: "text", text: " " }];
    if (["html", "image", "codespan", "del"].includes(token.type)) return [{ kind: "other", type: token.type }];
    if ("tokens" in token && token.tokens) return inside();
    return [{ kind: "text", text: unescapeHtml("text" in token ? String(token.text) : token.raw) }];
  });
}

const unescapeHtml = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** Joins the wrapped lines of one paragraph. */
export const joinLines = (text: string) => text.replace(/\s*\n\s*/g, " ").trim();

/** Returns the Markdown of a block with its wrapped lines joined. */
export function unwrapBlock(markdown: string, block: MarkdownBlock): string {
  const source = ({ start, end }: TextRange) => markdown.slice(start, end);
  if (block.kind === "paragraph") return joinLines(source(block));
  if (block.kind !== "list") return source(block);
  return block.items.map((item) => (item.hasList ? source(item) : joinLines(source(item)))).join("\n");
}

/** Returns Markdown with wrapped lines joined and one blank line between blocks. */
export const unwrapLines = (markdown: string, blocks = parseMarkdown(markdown)) =>
  blocks.map((block) => unwrapBlock(markdown, block)).join("\n\n");
