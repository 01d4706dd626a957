/** A piece of running text: plain, bold, italic, or a link, which may be bold. */
export type Inline = string | { bold: string } | { italic: string } | { text: string; href: string; strong?: true };

/** One paragraph, or a line of a list. */
export interface Prose {
  parts: Inline[];
}

export type Block =
  | { kind: "subheading"; text: string }
  | { kind: "paragraph"; text: Prose }
  | { kind: "list"; items: Prose[] };

/** What its Markdown may hold. */
export type Marks = ("bold" | "italic" | "link" | "list" | "heading" | "paragraphs")[];

export const plainText = ({ parts }: Prose): string =>
  parts.map((part) => (typeof part === "string" ? part : Object.values(part)[0])).join("");

/** Replaces {email}, {phone} and so on with the studio's details. */
export function fillPlaceholders(block: Block, values: Record<string, Inline>): Block {
  if (block.kind === "paragraph") return { ...block, text: fillText(block.text, values) };
  if (block.kind === "list") return { ...block, items: block.items.map((item) => fillText(item, values)) };
  return block;
}

const fillText = ({ parts }: Prose, values: Record<string, Inline>): Prose => ({
  parts: parts.flatMap((part) =>
    typeof part === "string"
      ? part
          .split(/(\{\w+\})/)
          .filter(Boolean)
          .map((piece) => values[piece.slice(1, -1)] ?? piece)
      : [part],
  ),
});
