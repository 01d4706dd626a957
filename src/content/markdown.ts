import { type MarkdownBlock, type MarkdownInline, parseMarkdown } from "./markdown-tree.ts";
import type { Block, Inline, Marks } from "./schemas/prose.ts";

/** Reads running text as the site shows it, and lists what it cannot show where these marks are allowed. */
export function readMarkdown(markdown: string, marks: Marks): { blocks: Block[]; refused: string[] } {
  const refused: string[] = [];
  const refuse = (written: string) => refused.push(written);
  const blocks = parseMarkdown(markdown).map((block, at) => {
    if (!isAllowed(block, marks) || (at > 0 && !marks.includes("paragraphs"))) refuse(block.raw);
    return readBlock(block, refuse);
  });
  return { blocks, refused };
}

function isAllowed(block: MarkdownBlock, marks: Marks): boolean {
  if (block.kind === "list") return marks.includes("list");
  if (block.kind === "heading") return marks.includes("heading") && block.depth === 3;
  // Markdown does not know such points, and would join their lines.
  return block.kind === "paragraph" && !/^\s*[•·‣]/m.test(block.raw);
}

function readBlock(block: MarkdownBlock, refuse: (written: string) => void): Block {
  if (block.kind === "paragraph") return { kind: "paragraph", text: { parts: readInline(block.inline, refuse) } };
  if (block.kind !== "list") return { kind: "subheading", text: block.kind === "heading" ? block.text : "" };
  const items = block.items.map(({ inline, hasList, raw }) => {
    if (hasList) refuse(raw);
    return { parts: readInline(inline, refuse) };
  });
  return { kind: "list", items };
}

/** The site shows bold, italics and links, and of one inside another only a link in bold. */
function readInline(inline: MarkdownInline[], refuse: (written: string) => void): Inline[] {
  const pieces = inline.flatMap((piece): Inline[] => {
    if (piece.kind === "text") return [piece.text.replace(/\s+/g, " ")];
    if (piece.kind === "other") {
      refuse(piece.raw);
      return [];
    }
    const [only] = piece.inside;
    const isBoldLink = piece.kind === "link" && piece.inside.length === 1 && only?.kind === "bold";
    const words = (isBoldLink ? only.inside : piece.inside).map((one) => (one.kind === "text" ? one.text : undefined));
    if (words.includes(undefined)) refuse(piece.raw);
    const text = words.join("").replace(/\s+/g, " ").trim();
    if (piece.kind === "link") return [{ text, href: piece.href, ...(isBoldLink && { strong: true }) }];
    return [piece.kind === "bold" ? { bold: text } : { italic: text }];
  });
  return mergeText(pieces);
}

/** Joins adjacent texts, and trims the space around the whole. */
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
