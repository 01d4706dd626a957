import type { Mark, MarkType, Node, Schema } from "prosemirror-model";

/**
 * Converts Markdown to the editing document, with only the marks our pages can render. Text that would not survive the
 * way back is edited as plain Markdown instead (see `roundTrips`).
 */
export function readMarkdown(schema: Schema, markdown: string): Node {
  const { doc, paragraph, list, point, heading } = schema.nodes;
  if (!doc || !paragraph) throw new Error("A document needs paragraphs.");
  const blocks = markdown
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const lines = block.split("\n");
      if (heading && /^### /.test(block)) return heading.create(null, parseInline(schema, block.slice(4).trim()));
      if (list && point && lines.every((line) => /^- |^ {2}\S/.test(line))) {
        const points = block.split(/\n(?=- )/).map((line) => joinLines(line.slice(2)));
        return list.create(
          null,
          points.map((text) => point.create(null, paragraph.create(null, parseInline(schema, text)))),
        );
      }
      return paragraph.create(null, parseInline(schema, joinLines(block)));
    });
  return doc.create(null, blocks);
}

const joinLines = (text: string) => text.replace(/\s*\n\s*/g, " ").trim();

const markup = /\\([\\*_[\]`#.>+)-])|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/;

function parseInline(schema: Schema, text: string, marks: readonly Mark[] = []): Node[] {
  const found = markup.exec(text);
  if (!found) return text ? [schema.text(text, marks)] : [];
  const [whole, escaped, bold, italic, words, href] = found;
  const marked = (type: MarkType | undefined, inner: string, attrs?: Record<string, string>) =>
    type ? parseInline(schema, inner, type.create(attrs).addToSet(marks)) : [schema.text(whole, marks)];
  const middle =
    escaped !== undefined
      ? [schema.text(escaped, marks)]
      : bold !== undefined
        ? marked(schema.marks.bold, bold)
        : italic !== undefined
          ? marked(schema.marks.italic, italic)
          : marked(schema.marks.link, words ?? "", { href: href ?? "" });
  const before = text.slice(0, found.index);
  return [
    ...(before ? [schema.text(before, marks)] : []),
    ...middle,
    ...parseInline(schema, text.slice(found.index + whole.length), marks),
  ];
}

export function writeMarkdown(document: Node): string {
  return document.children
    .map((block) => {
      if (block.type.name === "heading") return `### ${writeInline(block)}`;
      if (block.type.name === "list")
        return block.children.map((point) => `- ${writeInline(point.child(0))}`).join("\n");
      return writeInline(block);
    })
    .filter(Boolean)
    .join("\n\n");
}

/** A mark that continues over several text nodes is written once around them; the longest is the outermost. */
function writeInline(block: Node): string {
  let text = "";
  let open: Mark[] = [];
  const close = (to: number) => {
    for (const mark of open.slice(to).reverse()) text += delimiters(mark)[1];
    open = open.slice(0, to);
  };
  for (const [at, piece] of block.children.entries()) {
    const ended = open.findIndex((mark) => !mark.isInSet(piece.marks));
    close(ended < 0 ? open.length : ended);
    const runLength = (mark: Mark) => {
      const last = block.children.slice(at).findIndex(({ marks }) => !mark.isInSet(marks));
      return last < 0 ? block.childCount : last;
    };
    const started = piece.marks.filter((mark) => !mark.isInSet(open)).sort((a, b) => runLength(b) - runLength(a));
    for (const mark of started) text += delimiters(mark)[0];
    open = [...open, ...started];
    text += escapeText(piece.text ?? "", at === 0);
  }
  close(0);
  return text.trim();
}

const delimiters = ({ type, attrs }: Mark): [string, string] =>
  type.name === "bold" ? ["**", "**"] : type.name === "italic" ? ["*", "*"] : ["[", `](${attrs.href})`];

/** The characters that would turn a paragraph into another kind of block. */
const blockMarker = /^(?:[-+>](?= )|#+(?= )|\d+(?=[.)] ))/;

/** Escapes a character only when Markdown would read it as syntax. */
function escapeText(text: string, first: boolean): string {
  const escaped = markup.test(text) || /\\$/.test(text) ? text.replace(/[\\*[\]]/g, "\\$&") : text;
  const [marker = ""] = (first && blockMarker.exec(escaped)) || [];
  if (!marker) return escaped;
  return /\d/.test(marker) ? `${marker}\\${escaped.slice(marker.length)}` : `\\${escaped}`;
}

const unsupported = /^(?:\d+[.)] |[*+>|`]|#{1,2} |#{4,} )/m;

export const roundTrips = (schema: Schema, markdown: string) =>
  !unsupported.test(markdown) &&
  writeMarkdown(readMarkdown(schema, markdown)) ===
    markdown
      .trim()
      .split(/\n\s*\n/)
      .map((block) => block.replace(/\s*\n(?!- )\s*/g, " ").trim())
      .join("\n\n");
