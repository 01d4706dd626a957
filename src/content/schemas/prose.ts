import * as v from "valibot";
import type { FieldDisplay } from "./fields.ts";

/** A piece of running text: plain, bold, italic, or a link, which may be bold. */
const inline = v.union([
  v.string(),
  v.strictObject({ bold: v.string() }),
  v.strictObject({ italic: v.string() }),
  v.strictObject({ text: v.string(), href: v.string(), strong: v.optional(v.literal(true)) }),
]);
export type Inline = v.InferOutput<typeof inline>;

/** The Markdown that one paragraph allows, for the editor's toolbar. */
export const inlineMarks: NonNullable<FieldDisplay["marks"]> = ["bold", "italic", "link"];

export const proseSchema = v.pipe(
  v.strictObject({ parts: v.array(inline) }),
  v.metadata({ shown: { marks: inlineMarks } }),
);
export type Prose = v.InferOutput<typeof proseSchema>;

export const blockSchema = v.union([
  v.strictObject({ kind: v.literal("subheading"), text: v.string() }),
  v.strictObject({ kind: v.literal("paragraph"), text: proseSchema }),
  v.strictObject({ kind: v.literal("list"), items: v.array(proseSchema) }),
]);
export type Block = v.InferOutput<typeof blockSchema>;

/** Returns the plain text. */
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
