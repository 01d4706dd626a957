import type { Mark, MarkType, Node, Schema } from "prosemirror-model";

/**
 * Between Markdown and the document she edits: the marks our pages can show and no others. What would not come back
 * as it was is not given to her this way at all (see `survives`).
 */
export function readMarkdown(schema: Schema, markdown: string): Node {
  const { doc, paragraph, list, point, heading } = schema.nodes;
  if (!doc || !paragraph) throw new Error("A document needs paragraphs.");
  const blocks = markdown
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const lines = block.split("\n");
      if (heading && /^### /.test(block)) return heading.create(null, inline(schema, block.slice(4).trim()));
      if (list && point && lines.every((line) => /^- |^ {2}\S/.test(line))) {
        const points = block.split(/\n(?=- )/).map((line) => joined(line.slice(2)));
        return list.create(
          null,
          points.map((text) => point.create(null, paragraph.create(null, inline(schema, text)))),
        );
      }
      return paragraph.create(null, inline(schema, joined(block)));
    });
  return doc.create(null, blocks);
}

const joined = (text: string) => text.replace(/\s*\n\s*/g, " ").trim();

const signs = /\\([\\*_[\]`#.>+)-])|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/;

function inline(schema: Schema, text: string, marks: readonly Mark[] = []): Node[] {
  const found = signs.exec(text);
  if (!found) return text ? [schema.text(text, marks)] : [];
  const [whole, escaped, bold, italic, words, href] = found;
  const marked = (type: MarkType | undefined, inner: string, attrs?: Record<string, string>) =>
    type ? inline(schema, inner, type.create(attrs).addToSet(marks)) : [schema.text(whole, marks)];
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
    ...inline(schema, text.slice(found.index + whole.length), marks),
  ];
}

export function writeMarkdown(document: Node): string {
  return document.children
    .map((block) => {
      if (block.type.name === "heading") return `### ${words(block)}`;
      if (block.type.name === "list") return block.children.map((point) => `- ${words(point.child(0))}`).join("\n");
      return words(block);
    })
    .filter(Boolean)
    .join("\n\n");
}

/** Marks that neighbours share are written around both: the one that goes on longest is the outermost. */
function words(block: Node): string {
  let text = "";
  let open: Mark[] = [];
  const close = (to: number) => {
    for (const mark of open.slice(to).reverse()) text += ends(mark)[1];
    open = open.slice(0, to);
  };
  for (const [at, piece] of block.children.entries()) {
    const ended = open.findIndex((mark) => !mark.isInSet(piece.marks));
    close(ended < 0 ? open.length : ended);
    const reach = (mark: Mark) => {
      const last = block.children.slice(at).findIndex(({ marks }) => !mark.isInSet(marks));
      return last < 0 ? block.childCount : last;
    };
    const begun = piece.marks.filter((mark) => !mark.isInSet(open)).sort((a, b) => reach(b) - reach(a));
    for (const mark of begun) text += ends(mark)[0];
    open = [...open, ...begun];
    text += plain(piece.text ?? "", at === 0);
  }
  close(0);
  return text.trim();
}

const ends = ({ type, attrs }: Mark): [string, string] =>
  type.name === "bold" ? ["**", "**"] : type.name === "italic" ? ["*", "*"] : ["[", `](${attrs.href})`];

/** What makes a block something else than a paragraph. */
const opening = /^(?:[-+>](?= )|#+(?= )|\d+(?=[.)] ))/;

/** A sign of Markdown that is only a sign is marked as such, and only then. */
function plain(text: string, first: boolean): string {
  const escaped = signs.test(text) || /\\$/.test(text) ? text.replace(/[\\*[\]]/g, "\\$&") : text;
  const [begins = ""] = (first && opening.exec(escaped)) || [];
  if (!begins) return escaped;
  return /\d/.test(begins) ? `${begins}\\${escaped.slice(begins.length)}` : `\\${escaped}`;
}

const unknown = /^(?:\d+[.)] |[*+>|`]|#{1,2} |#{4,} )/m;

export const survives = (schema: Schema, markdown: string) =>
  !unknown.test(markdown) &&
  writeMarkdown(readMarkdown(schema, markdown)) ===
    markdown
      .trim()
      .split(/\n\s*\n/)
      .map((block) => block.replace(/\s*\n(?!- )\s*/g, " ").trim())
      .join("\n\n");
