import { Fragment, type Mark, type Node, type NodeType, type Schema } from "prosemirror-model";
import { joinLines, type MarkdownInline, parseMarkdown, unwrapLines } from "../../../content/markdown-tree.ts";

/** Converts Markdown to the editing document, or to undefined when the field cannot show something in it. */
export function readMarkdown(schema: Schema, markdown: string): Node | undefined {
  const { paragraph, list, point, heading } = schema.nodes;
  const blocks = parseMarkdown(markdown).map((block) => {
    if (block.kind === "heading" && block.depth === 3)
      return create(heading, readInline(schema, [{ kind: "text", text: block.text }]));
    if (block.kind === "paragraph") return create(paragraph, readInline(schema, block.inline));
    if (block.kind !== "list") return undefined;
    const points = block.items.map(({ inline, hasList }) =>
      hasList ? undefined : create(point, [create(paragraph, readInline(schema, inline))]),
    );
    return create(list, points);
  });
  return create(schema.topNodeType, blocks.length ? blocks : [create(paragraph, [])]);
}

const isComplete = <T>(nodes: (T | undefined)[]): nodes is T[] => !nodes.includes(undefined);

function create(type: NodeType | undefined, inside: (Node | undefined)[]): Node | undefined {
  if (!type || !isComplete(inside)) return undefined;
  const content = Fragment.from(inside);
  return type.validContent(content) ? type.create(null, content) : undefined;
}

function readInline(schema: Schema, inline: MarkdownInline[], marks: readonly Mark[] = []): (Node | undefined)[] {
  return inline.flatMap((piece) => {
    if (piece.kind === "other") return [undefined];
    if (piece.kind === "text") {
      const text = piece.text.replace(/\s*\n\s*/g, " ");
      return text ? [schema.text(text, marks)] : [];
    }
    if (piece.kind === "link" && piece.bare) return readInline(schema, piece.inside, marks);
    const type = schema.marks[piece.kind];
    if (!type || marks.some((mark) => mark.type.excludes(type))) return [undefined];
    const mark = type.create(piece.kind === "link" ? { href: piece.href } : null);
    return readInline(schema, piece.inside, mark.addToSet(marks));
  });
}

export function writeMarkdown(document: Node): string {
  return document.children
    .map((block) => {
      if (block.type.name === "heading") return `### ${writeText(block)}`;
      if (block.type.name === "list") return block.children.map((point) => `- ${writeText(point.child(0))}`).join("\n");
      return writeText(block);
    })
    .filter(Boolean)
    .join("\n\n");
}

/** Writes as few escapes as still read back as the same text. Marks that cannot be written here are dropped. */
function writeText(block: Node): string {
  const { schema } = block.type;
  const text = joinLines(block.textContent);
  const found = [(words: string) => words, escapeStart, escapeAll]
    .map((escapeText) => writeInline(block, escapeText))
    .find((markdown) => {
      const document = readMarkdown(schema, markdown);
      return (
        document?.textContent === text && document.childCount === 1 && marksOf(document.child(0)) === marksOf(block)
      );
    });
  if (found !== undefined || !block.children.some(({ marks }) => marks.length)) return found ?? text;
  return writeText(block.type.create(null, schema.text(text)));
}

/** Each character with its marks, apart from spaces. */
const marksOf = (block: Node) =>
  block.children
    .flatMap(({ text = "", marks }) => [...text.replace(/\s/g, "")].map((sign) => [sign, ...marks.map(delimiters)]))
    .join();

/** Escapes what would turn the start of a paragraph into another kind of block. */
const escapeStart = (text: string, isFirst = true) =>
  isFirst ? text.replace(/^\d+(?=[.)])/, "$&\\").replace(/^[-+>#=|~]/, "\\$&") : text;

const escapeAll = (text: string, isFirst = true) => escapeStart(text.replace(/[\\`*_[\]<&~]/g, "\\$&"), isFirst);

/** Writes each run of text between the signs of its mark. Spaces stay outside them, where Markdown needs them. */
function writeInline(block: Node, escapeText: (text: string, isFirst: boolean) => string): string {
  let written = "";
  for (const { text = "", marks } of block.children) {
    const [, before = "", words = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
    const around = words ? marks.map(delimiters) : [];
    const opening = around.map(([sign]) => sign).join("");
    const closing = around.map(([, sign]) => sign).reverse();
    written += `${before}${opening}${escapeText(words, written.trim() === "")}${closing.join("")}${after}`;
  }
  return written.trim();
}

const delimiters = ({ type, attrs }: Mark): [string, string] =>
  type.name === "bold" ? ["**", "**"] : type.name === "italic" ? ["*", "*"] : ["[", `](${attrs.href})`];

export const roundTrips = (schema: Schema, markdown: string) => {
  const document = readMarkdown(schema, markdown);
  return Boolean(document && writeMarkdown(document) === unwrapLines(markdown.trim()));
};
