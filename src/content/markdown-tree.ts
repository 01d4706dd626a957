import { marked, type Token, type Tokens } from "marked";

/** Running text, and how it is written. `bare` is an address that became a link without brackets. */
export type MarkdownInline =
  | { kind: "text"; text: string }
  | { kind: "bold" | "italic"; inside: MarkdownInline[]; raw: string }
  | { kind: "link"; href: string; bare: boolean; inside: MarkdownInline[]; raw: string }
  | { kind: "other"; raw: string };

export type MarkdownBlock = { raw: string } & (
  | { kind: "heading"; depth: number; text: string }
  | { kind: "paragraph"; inline: MarkdownInline[] }
  | { kind: "list"; items: ReturnType<typeof itemOf>[] }
  | { kind: "other" }
);

/**
 * Parses Markdown into blocks, without the blank lines between them. The site's pages and the editor's rich-text fields
 * both read this tree, so that neither sees a word differently.
 */
export const parseMarkdown = (markdown: string): MarkdownBlock[] =>
  marked.lexer(markdown).flatMap((token) => (token.type === "space" ? [] : [blockOf(token)]));

function blockOf(token: Token): MarkdownBlock {
  const raw = token.raw.trimEnd();
  if (token.type === "heading") {
    const { text, depth } = token as Tokens.Heading;
    return { kind: "heading", depth, text, raw };
  }
  if (token.type === "paragraph") return { kind: "paragraph", inline: inlineOf(token.tokens ?? []), raw };
  if (token.type === "list") return { kind: "list", items: (token as Tokens.List).items.map(itemOf), raw };
  return { kind: "other", raw };
}

/** A list item without its marker. */
function itemOf({ raw, tokens }: Tokens.ListItem) {
  const isList = ({ type }: Token) => type === "list";
  const inline = inlineOf(tokens.filter((token) => !isList(token)));
  return { inline, hasList: tokens.some(isList), raw: raw.trimEnd() };
}

function inlineOf(tokens: Token[]): MarkdownInline[] {
  return tokens.flatMap((token): MarkdownInline[] => {
    const { raw } = token;
    const inside = () => inlineOf(("tokens" in token && token.tokens) || []);
    if (token.type === "strong") return [{ kind: "bold", inside: inside(), raw }];
    if (token.type === "em") return [{ kind: "italic", inside: inside(), raw }];
    if (token.type === "link")
      return [{ kind: "link", href: token.href, bare: !raw.startsWith("["), inside: inside(), raw }];
    if (token.type === "br") return [{ kind: "text", text: " " }];
    if (["html", "image", "codespan", "del"].includes(token.type)) return [{ kind: "other", raw }];
    if ("tokens" in token && token.tokens) return inside();
    return [{ kind: "text", text: unescapeHtml("text" in token ? String(token.text) : raw) }];
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

/** Returns Markdown with wrapped lines joined and one blank line between blocks. */
export const unwrapLines = (markdown: string) =>
  parseMarkdown(markdown)
    .map((block) => {
      if (block.kind === "paragraph") return joinLines(block.raw);
      if (block.kind !== "list") return block.raw;
      return block.items.map(({ hasList, raw }) => (hasList ? raw : joinLines(raw))).join("\n");
    })
    .join("\n\n");
