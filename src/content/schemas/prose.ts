import * as v from "valibot";
import type { FieldDisplay } from "./fields.ts";

/** A piece of running text: words, words in bold or italics, and links. */
const inline = v.union([
  v.string(),
  v.strictObject({ bold: v.string() }),
  v.strictObject({ italic: v.string() }),
  v.strictObject({ text: v.string(), href: v.string() }),
]);
export type Inline = v.InferOutput<typeof inline>;

/** What a place can show of Markdown, for whoever writes it with a tool. */
const inlineDisplay: FieldDisplay = { marks: ["bold", "italic", "link"] };

export const proseSchema = v.pipe(v.strictObject({ parts: v.array(inline) }), v.metadata({ shown: inlineDisplay }));
export type Prose = v.InferOutput<typeof proseSchema>;

export const blockSchema = v.union([
  v.strictObject({ kind: v.literal("subheading"), text: v.string() }),
  v.strictObject({ kind: v.literal("paragraph"), text: proseSchema }),
  v.strictObject({ kind: v.literal("list"), items: v.array(proseSchema) }),
]);
export type Block = v.InferOutput<typeof blockSchema>;

/** The words alone. */
export const plainText = ({ parts }: Prose): string =>
  parts.map((part) => (typeof part === "string" ? part : Object.values(part)[0])).join("");

/** Puts the studio's own details where the text says {email}, {phone} and so on. */
export const fillPlaceholders = ({ parts }: Prose, values: Record<string, Inline>): Prose => ({
  parts: parts.flatMap((part) =>
    typeof part === "string"
      ? part
          .split(/(\{\w+\})/)
          .filter(Boolean)
          .map((piece) => values[piece.slice(1, -1)] ?? piece)
      : [part],
  ),
});
