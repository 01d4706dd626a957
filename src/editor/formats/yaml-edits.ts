import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { Key } from "../vocabulary.ts";
import type { Step } from "./steps.ts";
import { keysOf } from "./values.ts";

/** The keys of a record in the order of its schema, which decides where a new line is inserted. */
type KeyOrder = (keys: readonly Key[]) => string[];

/** A reference may lead nowhere, and the content check reports it with its line. */
export function readYaml(text: string): { document: Document; values: unknown } {
  const document: Document = parseDocument(text);
  let hasAlias = false;
  visit(document, {
    Alias() {
      hasAlias = true;
      return visit.BREAK;
    },
  });
  return { document, values: document.errors.length || hasAlias ? undefined : (document.toJS() ?? {}) };
}

/** Makes a step in the document, as `applyStep` does in its values. */
export function makeStep(document: Document, step: Step, keyOrder: KeyOrder) {
  const keys = keysOf(step.path);
  if (step.do === "set" && step.value === undefined) return removeKey(document, keys);
  if (step.do === "set") return setValue(document, keys, step.value, keyOrder);
  const list = nodeAt(document, keys);
  if (!isSeq(list)) return;
  if (step.do === "add") editList(list, (items) => items.splice(step.at, 0, createNode(document, step.value, list)));
  if (step.do === "remove") editList(list, (items) => items.splice(step.at, 1));
  if (step.do === "move") editList(list, (items) => items.splice(step.to, 0, ...items.splice(step.from, 1)), true);
}

const pairIn = ({ items }: YAMLMap, key: Key | undefined): Pair | undefined =>
  items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key));

function nodeAt(document: Document, keys: readonly Key[]): unknown {
  let here: unknown = document.contents;
  for (const key of keys)
    here = isMap(here) ? pairIn(here, key)?.value : isSeq(here) ? here.items[Number(key)] : undefined;
  return here;
}

function setValue(document: Document, keys: Key[], value: unknown, keyOrder: KeyOrder) {
  const here = nodeAt(document, keys);
  if (isScalar(here) && (typeof value !== "object" || value === null)) {
    here.value = value;
    return;
  }
  const above = keys.slice(0, -1);
  const key = keys.at(-1);
  const parent = nodeAt(document, above);
  if (isSeq(parent)) parent.items[Number(key)] = createNode(document, value, parent);
  else if (isMap(parent)) setKey(document, parent, String(key), value, keyOrder(above));
  else if (above.length) setValue(document, above, { [String(key)]: value }, keyOrder);
  else document.contents = document.createNode({ [String(key)]: value }) as Node;
}

/** A missing key is inserted after the keys that precede it in the schema. */
function setKey(document: Document, record: YAMLMap, key: string, value: unknown, order: string[]) {
  const node = createNode(document, value, record);
  const pair = pairIn(record, key);
  if (pair) {
    pair.value = node;
    return;
  }
  const earlier = order.slice(0, Math.max(0, order.indexOf(key)));
  const after = record.items.findLastIndex((one) => isScalar(one.key) && earlier.includes(String(one.key.value)));
  const at = order.includes(key) ? after + 1 : record.items.length;
  record.items.splice(at, 0, document.createPair(key, node) as Pair<Node, Node>);
}

/** Short lists of plain values are written on one line, and so is what belongs to something on one line. */
function createNode(document: Document, value: unknown, parent: YAMLMap | YAMLSeq): Node {
  const node = document.createNode(value) as Node;
  visit(node, {
    Collection(_, inner) {
      const isShortList = isSeq(inner) && inner.items.every(isScalar) && JSON.stringify(inner).length < 100;
      if (parent.flow || inner.items.length === 0 || isShortList) inner.flow = true;
    },
  });
  return node;
}

/**
 * Changes a list. Blank lines stay where they are, between entries and not above the first. A comment above the first
 * entry may be about the whole list, so it stays on top when that entry is removed or another comes before it.
 */
function editList(list: YAMLSeq, change: (items: Node[]) => unknown, commentMoves = false) {
  const items = list.items as Node[];
  const spaces = items.map((item) => Boolean(item.spaceBefore));
  const [first] = items;
  const comment = list.commentBefore ?? first?.commentBefore ?? null;
  if (first) first.commentBefore = commentMoves ? comment : null;
  list.commentBefore = commentMoves ? null : comment;
  change(items);
  for (const [at, item] of items.entries()) {
    const space = spaces[at] ?? spaces.at(-1) ?? false;
    if (Boolean(item.spaceBefore) !== space) item.spaceBefore = space;
  }
  if (items.length === 0) list.flow = true;
}

/** Removes a key, and a record that has no other. A comment above the key stays, as it explains what belongs there. */
function removeKey(document: Document, keys: Key[]) {
  const above = keys.slice(0, -1);
  const parent = nodeAt(document, above);
  if (!isMap(parent)) return;
  const removed = pairIn(parent, keys.at(-1));
  if (!removed) return;
  if (parent.items.length === 1 && typeof above.at(-1) === "string") {
    removeKey(document, above);
    return;
  }
  const at = parent.items.indexOf(removed);
  parent.items.splice(at, 1);
  const next = parent.items[at]?.key;
  const { commentBefore: comment } = removed.key as Node;
  if (!comment) return;
  if (isScalar(next)) next.commentBefore = joinComments(comment, next.commentBefore);
  else parent.comment = joinComments(parent.comment, comment);
}

const joinComments = (...comments: (string | null | undefined)[]) => comments.filter(Boolean).join("\n");
