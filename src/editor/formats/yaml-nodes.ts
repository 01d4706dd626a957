import {
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
} from "yaml";
import type { Key } from "../api/api-types.ts";

/** Keeps the results of a function for the last texts. Callers must not change them. */
export function remember<T, Texts extends string[]>(count: number, read: (...texts: Texts) => T) {
  const results = new Map<string, T>();
  return (...texts: Texts): T => {
    const key = texts.join("\0");
    const result = results.has(key) ? (results.get(key) as T) : read(...texts);
    if (!results.has(key) && results.size >= count) results.delete(results.keys().next().value ?? "");
    results.set(key, result);
    return result;
  };
}

/** The same text is parsed many times in a row. */
export const parseCached = remember(12, (text: string) => {
  const document: Document = parseDocument(text, { keepSourceTokens: true });
  return { document, values: valuesOf(document) };
});

/** A reference may lead nowhere, and the content check reports it with its line. */
function valuesOf(document: Document): unknown {
  let hasAlias = false;
  visit(document, {
    Alias() {
      hasAlias = true;
      return visit.BREAK;
    },
  });
  return document.errors.length || hasAlias ? undefined : (document.toJS() ?? {});
}

export const isNode = (value: unknown): value is Node => isScalar(value) || isCollection(value);

const pairIn = ({ items }: YAMLMap, key: Key | undefined) =>
  items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key));

export function nodeAt(document: Document, keys: readonly Key[]): Node | undefined {
  let here: unknown = document.contents;
  for (const key of keys)
    here = isMap(here) ? pairIn(here, key)?.value : isSeq(here) ? here.items[Number(key)] : undefined;
  return isNode(here) ? here : undefined;
}

export function pairAt(document: Document, keys: readonly Key[]): Pair | undefined {
  const parent = nodeAt(document, keys.slice(0, -1));
  return isMap(parent) ? pairIn(parent, keys.at(-1)) : undefined;
}

export const startOf = (node: unknown) => (isPair(node) ? rangeOf(node.key)[0] : rangeOf(node)[0]);

export function rangeOf(node: unknown): [number, number, number] {
  if (!isNode(node) || !node.range) throw new Error("The YAML node has no position");
  return node.range as [number, number, number];
}

/** The end of a value without trailing spaces and line breaks. */
export function endOf(text: string, node: unknown): number {
  const at = isPair(node) ? (isNode(node.value) ? rangeOf(node.value)[1] : rangeOf(node.key)[1]) : rangeOf(node)[1];
  let end = at;
  while (text[end - 1] === "\n" || text[end - 1] === " ") end--;
  return Math.max(end, startOf(node));
}

/** The end of the line, after a comment that may follow the value. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

export const lineStart = (text: string, at: number) => text.lastIndexOf("\n", at - 1) + 1;

export const indentAt = (text: string, at: number) => " ".repeat(at - lineStart(text, at));

export function indentOfPair(document: Document, text: string, keys: Key[]): string {
  const pair = pairAt(document, keys);
  return pair ? indentAt(text, startOf(pair)) : "";
}

/** Steps back from a value over white space to the colon of its key. */
export function afterColon(text: string, start: number): number {
  let at = start;
  while (/\s/.test(text[at - 1] ?? "")) at--;
  return at;
}

export function isInFlow(document: Document, keys: readonly Key[]): boolean {
  return keys.some((_, depth) => {
    const node = nodeAt(document, keys.slice(0, depth));
    return isCollection(node) && Boolean(node.flow);
  });
}
