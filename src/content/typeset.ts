import type { Content } from "./content.ts";
import { type Inline, type Prose, plainText } from "./schemas/prose.ts";

/** Sets straight quotes and apostrophes as printers do, and a hyphen between spaces as a dash. `before` is what the text follows. */
export function typeset(text: string, before = ""): string {
  return text.replace(/["']| - /g, (mark, index: number) => {
    if (mark === " - ") return " – ";
    const previous = text[index - 1] ?? before.at(-1) ?? " ";
    const opens = /[\s([“‘–—/]/.test(previous);
    if (mark === '"') return opens ? "“" : "”";
    return opens ? "‘" : "’";
  });
}

/**
 * Typesets every text that a page shows. Files keep the quotes that their owner typed. The form's words stay as they
 * are too: the specification gives them letter by letter.
 */
export function typesetContent(content: Content): Content {
  const { form } = content.pages.contact;
  const { studio, claims, ...words } = content;
  const set = typesetWithin(words);
  return {
    ...set,
    claims,
    studio: { ...typesetWithin(studio), gates: studio.gates },
    pages: { ...set.pages, contact: { ...set.pages.contact, form } },
  };
}

function typesetWithin<Value>(value: Value): Value {
  const walk = (inner: unknown): unknown => {
    if (typeof inner === "string") return typeset(inner);
    if (inner instanceof Map) return new Map([...inner].map(([key, item]) => [key, walk(item)]));
    if (Array.isArray(inner)) return inner.map(walk);
    if (typeof inner !== "object" || inner === null) return inner;
    if ("parts" in inner && Array.isArray(inner.parts)) return typesetProse(inner as Prose);
    return Object.fromEntries(Object.entries(inner).map(([key, item]) => [key, walk(item)]));
  };
  return walk(value) as Value;
}

/** A quotation may begin in one piece of a paragraph and end in the next. */
const typesetProse = ({ parts }: Prose): Prose => ({
  parts: parts.map((part, index): Inline => {
    const before = plainText({ parts: parts.slice(0, index) });
    if (typeof part === "string") return typeset(part, before);
    if ("bold" in part) return { bold: typeset(part.bold, before) };
    if ("italic" in part) return { italic: typeset(part.italic, before) };
    return { ...part, text: typeset(part.text, before) };
  }),
});
