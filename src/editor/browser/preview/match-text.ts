import type { Form } from "../../api/api-types.ts";
import { isRecord } from "../../formats/values.ts";
import { listFieldValues } from "../../forms/field-values.ts";
import { optionFor } from "../../forms/find-field.ts";
import { withoutMarks } from "../../forms/messages.ts";
import type { Spot } from "../state.ts";

export interface FieldText extends Spot {
  label: string;
  content: string;
  picture?: boolean;
}

/** Kinds whose value is words. */
export const textKinds = new Set(["text", "prose", "fact", "phone", "email", "link"]);

/** Lists the values of a form that a page may show, in the order of its fields. */
export const fieldTexts = ({ file, fields, values }: Form): FieldText[] =>
  listFieldValues(fields, values).flatMap(({ path, field: declared, value }): FieldText[] => {
    const field = declared.kind === "either" ? (optionFor(declared, value) ?? declared) : declared;
    const { label } = declared;
    if (value === undefined || value === null) return [];
    if (field.kind === "picture") return [{ file, path, label, content: String(value), picture: true }];
    if (!textKinds.has(field.kind)) return [];
    const content = stripMarkdown(isRecord(value) ? String(value.value ?? "") : String(value));
    return content ? [{ file, path, label, content }] : [];
  });

/** The site typesets quotes and dashes, so both sides are compared with those that an owner types. */
const plainMarks = (text: string) => text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'").replaceAll(" – ", " - ");

const stripMarkdown = (markdown: string) =>
  withoutMarks(plainMarks(markdown).replace(/^(- |#+ )/gm, ""))
    .replace(/\s+/g, " ")
    .trim();

const textOf = (element: Element) => plainMarks((element.textContent ?? "").replace(/\s+/g, " ").trim());

const ignored = "script, style, noscript, template, svg";

/** Maps each text of the page to the elements that contain exactly it, outer elements first. */
export function readPage(document: Document) {
  const texts = new Map<string, Element[]>();
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest(ignored)) continue;
    const text = textOf(element);
    if (!text || text.length > 3000) continue;
    texts.set(text, [...(texts.get(text) ?? []), element]);
  }
  return texts;
}

export type PageTexts = ReturnType<typeof readPage>;

/** Finds the elements that show a text exactly, or else the shortest that contains it. Those in <main> come first. */
export function elementsShowing(document: Document, texts: PageTexts, { content, picture }: FieldText): Element[] {
  if (picture) return [...document.images].filter(({ currentSrc, src }) => showsPicture(currentSrc || src, content));
  const pattern = patternOf(content);
  const exact = [...texts].filter(([text]) => (pattern ? pattern.exact.test(text) : text === content));
  const found = exact.flatMap(([, elements]) => elements);
  const innermost = found.filter((element) => !found.some((other) => other !== element && element.contains(other)));
  if (innermost.length) return mainFirst(innermost);
  if (content.length < 4) return [];
  const containing = [...texts.keys()].filter((text) => (pattern ? pattern.inside.test(text) : text.includes(content)));
  const shortest = containing.sort((a, b) => a.length - b.length)[0];
  if (shortest) return mainFirst((texts.get(shortest) ?? []).slice(-1));
  // One field may be rendered as several blocks, of which the first is used.
  const first = [...texts.keys()]
    .filter((text) => text.length > 20 && content.startsWith(text))
    .sort((a, b) => b.length - a.length)[0];
  return first ? mainFirst((texts.get(first) ?? []).slice(-1)) : [];
}

const mainFirst = (elements: Element[]) => [
  ...elements.filter((element) => element.closest("main")),
  ...elements.filter((element) => !element.closest("main")),
];

const showsPicture = (address: string, name: string) => new RegExp(`/pictures/${name}-[^/]*$`).test(decodeURI(address));

/** A pattern for a text with placeholders that the site fills in, such as {phone}. */
function patternOf(words: string) {
  if (!/\{\w+\}/.test(words)) return;
  const source = words
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".+?");
  return { exact: new RegExp(`^${source}$`), inside: new RegExp(source) };
}

/** Finds the field whose text was clicked, from the clicked element outwards. */
export function fieldForElement(target: Element, all: FieldText[]): FieldText | undefined {
  const clicked = target.closest("picture, img");
  const image = clicked?.tagName === "IMG" ? (clicked as HTMLImageElement) : clicked?.querySelector("img");
  if (image) return all.find(({ content, picture }) => picture && showsPicture(image.currentSrc || image.src, content));
  for (let here: Element | null = target; here && here.tagName !== "BODY"; here = here.parentElement) {
    const text = textOf(here);
    if (!text) continue;
    const exact = all.filter(
      ({ content, picture }) => !picture && (patternOf(content)?.exact.test(text) ?? content === text),
    );
    const [first] = exact;
    if (first) return exact[indexAmongSameText(here, text)] ?? first;
    if (text.length > 600) return;
    const partial = all.filter(
      ({ content, picture }) =>
        !picture && content.length > 3 && (text.includes(content) || (text.length > 12 && content.includes(text))),
    );
    const longest = partial.sort((a, b) => b.content.length - a.content.length)[0];
    if (longest) return longest;
  }
}

/** When several elements show the same text, they correspond to the fields in the same order. */
function indexAmongSameText(element: Element, text: string): number {
  const root = element.closest("main") ?? element.ownerDocument.body;
  const sameText = [...root.querySelectorAll(element.tagName)].filter((other) => textOf(other) === text);
  return sameText.indexOf(element);
}
