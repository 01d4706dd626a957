import { Fragment, type MarkSpec, type Node, type NodeSpec, Schema, Slice } from "prosemirror-model";
import type { Mark } from "../../api/api-types.ts";

const nodes: Record<"list" | "point" | "heading", NodeSpec> = {
  list: { group: "block", content: "point+", parseDOM: [{ tag: "ul" }, { tag: "ol" }], toDOM: () => ["ul", 0] },
  point: { content: "paragraph", parseDOM: [{ tag: "li" }], toDOM: () => ["li", 0], defining: true },
  heading: {
    group: "block",
    content: "text*",
    marks: "",
    parseDOM: ["h1", "h2", "h3", "h4"].map((tag) => ({ tag })),
    toDOM: () => ["h3", 0],
  },
};

/** Of one mark inside another the site shows a link in bold. Any other takes the place of those that are there. */
const excluded = { link: ["link", "italic"], bold: ["bold", "italic"], italic: ["link", "bold", "italic"] };

const marks: Record<"link" | "bold" | "italic", MarkSpec> = {
  link: {
    attrs: { href: {} },
    inclusive: false,
    parseDOM: [{ tag: "a[href]", getAttrs: (link) => ({ href: link.getAttribute("href") }) }],
    toDOM: ({ attrs }) => ["a", { href: attrs.href }, 0],
  },
  bold: { parseDOM: [{ tag: "strong" }, { tag: "b" }], toDOM: () => ["strong", 0] },
  italic: { parseDOM: [{ tag: "em" }, { tag: "i" }], toDOM: () => ["em", 0] },
};

const cache = new Map<string, Schema>();

/** The schema allows only what the page can render, so that ProseMirror drops everything else on paste. */
export function schemaFor(allowed: Mark[]): Schema {
  const key = allowed.join();
  const cached = cache.get(key);
  if (cached) return cached;
  const has = (mark: string) => allowed.some((one) => one === mark);
  const blocks = has("paragraphs") || has("list") || has("heading");
  const schema = new Schema<string, string>({
    nodes: {
      doc: { content: blocks ? "block+" : "paragraph" },
      paragraph: { group: "block", content: "text*", parseDOM: [{ tag: "p" }], toDOM: () => ["p", 0] },
      ...Object.fromEntries(Object.entries(nodes).filter(([name]) => has(name === "point" ? "list" : name))),
      text: {},
    },
    marks: Object.fromEntries(
      (["link", "bold", "italic"] as const)
        .filter(has)
        .map((name) => [name, { ...marks[name], excludes: excluded[name].filter(has).join(" ") }]),
    ),
  });
  cache.set(key, schema);
  return schema;
}

export const isSingleParagraph = (schema: Schema) => schema.nodes.doc?.spec.content === "paragraph";

/** Joins pasted paragraphs for a field that allows only one. */
export function toSingleParagraph(slice: Slice, schema: Schema): Slice {
  const pieces: Node[] = [];
  slice.content.descendants((node) => {
    if (node.isTextblock && pieces.length) pieces.push(schema.text(" "));
    if (node.isText) pieces.push(node);
  });
  return new Slice(Fragment.fromArray(pieces), 0, 0);
}
