import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { Edit, Key } from "../api/api-types.ts";
import { addRange, moveRange, removeRange, type Splice, splice } from "./splice.ts";
import { applySteps, stepEdits } from "./step-edits.ts";
import { applyEdit, CannotWrite, deepEqual, isRecord, keysOf, pathOf, valueAt } from "./values.ts";
import {
  afterColon,
  endOf,
  indentAt,
  indentOfPair,
  isInFlow,
  isNode,
  lineEnd,
  lineStart,
  nodeAt,
  pairAt,
  parseCached,
  rangeOf,
  startOf,
} from "./yaml-nodes.ts";
import { blockLines, flowText, isScalarList, scalarCandidates, scalarText } from "./yaml-scalars.ts";

/** The keys of a record in the order of its schema, which decides where a new line is inserted. */
export type KeyOrder = (keys: readonly Key[]) => string[];

/**
 * Finds the smallest change of the text that makes an edit. Each candidate is applied and parsed, and only one that
 * gives exactly the requested values is used.
 */
export function editYaml(text: string, edit: Edit, keyOrder: KeyOrder): Splice | undefined {
  const { document, values: before = {} } = parseCached(text);
  const after = applyEdit(before, edit);
  if (deepEqual(before, after)) return undefined;
  for (const candidate of candidateSplices(document, text, edit, keyOrder)) {
    const { values } = parseCached(splice(text, candidate));
    if (values !== undefined && deepEqual(withoutEmpty(values), withoutEmpty(after))) return candidate;
  }
  throw new CannotWrite(edit);
}

/** Removing the last key of a record removes the record too, so empty records are ignored in the comparison. */
const withoutEmpty = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withoutEmpty(inner)] as const);
  return Object.fromEntries(
    entries.filter(([, inner]) => !(isRecord(inner) && Object.keys(inner).length === 0) && inner !== undefined),
  );
};

function candidateSplices(document: Document, text: string, edit: Edit, keyOrder: KeyOrder): Splice[] {
  const keys = keysOf(edit.path);
  const here = nodeAt(document, keys);
  switch (edit.do) {
    case "set":
      return edit.value === undefined
        ? removePair(document, text, keys)
        : here
          ? replaceNode(document, text, keys, here, edit.value, keyOrder)
          : insertPair(document, text, keys, edit.value, keyOrder);
    case "settle":
      return removePair(document, text, [...keys, "source"]);
    case "add":
      if (isSeq(here)) return addItem(document, text, keys, here, edit.at, edit.value);
      return insertPair(document, text, keys, [edit.value], keyOrder);
    case "take":
      return isSeq(here) ? removeItem(text, here, edit.at) : [];
    case "move":
      return isSeq(here) ? moveItem(text, here, edit.from, edit.to) : [];
    case "choose": {
      const pair = pairAt(document, [...keys, edit.from]);
      const { key, value } = pair ?? {};
      if (!isScalar(key) || !key.range || !isNode(value)) return [];
      const [start, end] = key.range;
      return replaceNode(document, text, [...keys, edit.from], value, edit.value, keyOrder).map((candidate) => ({
        start,
        end: candidate.end,
        text: edit.to + text.slice(end, candidate.start) + candidate.text,
      }));
    }
  }
}

function replaceNode(
  document: Document,
  text: string,
  keys: Key[],
  node: Node,
  value: unknown,
  keyOrder: KeyOrder,
): Splice[] {
  const [start, end] = rangeOf(node);
  const inFlow = isInFlow(document, keys);
  if (isScalar(node) && (typeof value !== "object" || value === null)) {
    return scalarCandidates(value, node as Scalar, text.slice(start, end), inFlow).map((words) => ({
      start,
      end,
      text: words,
    }));
  }
  if (isSeq(node) && node.flow && isScalarList(value)) {
    const existing = (item: unknown) => node.items.find((old) => isScalar(old) && deepEqual(old.value, item));
    const items = value.map((item) => {
      const old = existing(item);
      return old ? text.slice(rangeOf(old)[0], rangeOf(old)[1]) : scalarText(item, true);
    });
    return [{ start, end, text: `[${items.join(", ")}]` }];
  }
  const rewritten = rewrite(text, node, value, indentOfPair(document, text, keys));
  const steps = isMap(node) || isSeq(node) ? stepEdits(pathOf(keys), valueAt(document.toJS(), keys), value) : [];
  if (!steps.length) return rewritten;
  return [applySteps(text, steps, (here, step) => editYaml(here, step, keyOrder)), ...rewritten];
}

/** Writes a whole value again, without regard to its old formatting. */
function rewrite(text: string, node: Node, value: unknown, indent: string): Splice[] {
  const [start] = rangeOf(node);
  const end = endOf(text, node);
  if (isScalarList(value)) return [{ start, end, text: flowText(value) }];
  if (typeof value !== "object" || value === null)
    return [{ start: afterColon(text, start), end, text: ` ${scalarText(value)}` }];
  return [{ start: afterColon(text, start), end, text: `\n${blockLines(value, `${indent}  `)}` }];
}

/** Inserts a missing key after the keys that precede it in the schema. */
function insertPair(document: Document, text: string, keys: Key[], value: unknown, keyOrder: KeyOrder): Splice[] {
  const last = String(keys.at(-1));
  const parent = nodeAt(document, keys.slice(0, -1));
  if (!isMap(parent)) {
    if (keys.length < 2) return [{ start: text.length, end: text.length, text: `${pairLines(last, value, "")}\n` }];
    const above = keys.slice(0, -1);
    const record = { [last]: value };
    return parent
      ? rewrite(text, parent, record, indentOfPair(document, text, above))
      : insertPair(document, text, above, record, keyOrder);
  }
  const order = keyOrder(keys.slice(0, -1));
  const earlier = order.slice(0, Math.max(0, order.indexOf(last)));
  const insertAfter = order.includes(last)
    ? parent.items.findLast((pair) => isScalar(pair.key) && earlier.includes(String(pair.key.value)))
    : parent.items.at(-1);
  if (parent.flow || isInFlow(document, keys.slice(0, -1))) return insertInFlow(text, parent, insertAfter, last, value);
  const first = parent.items[0];
  if (!first) return rewrite(text, parent, { [last]: value }, indentOfPair(document, text, keys.slice(0, -1)));
  const indent = indentAt(text, startOf(first));
  if (insertAfter) {
    const at = lineEnd(text, endOf(text, insertAfter));
    return [{ start: at, end: at, text: `\n${pairLines(last, value, indent)}` }];
  }
  const at = startOf(first);
  return [{ start: at, end: at, text: `${pairLines(last, value, indent).trimStart()}\n${indent}` }];
}

function insertInFlow(
  text: string,
  parent: YAMLMap,
  insertAfter: Pair | undefined,
  key: string,
  value: unknown,
): Splice[] {
  const pairText = `${key}: ${flowText(value, true)}`;
  const first = parent.items[0];
  if (insertAfter) {
    const at = endOf(text, insertAfter);
    return [{ start: at, end: at, text: `, ${pairText}` }];
  }
  const [start, end] = rangeOf(parent);
  if (!first) return [{ start, end, text: `{ ${pairText} }` }];
  const at = startOf(first);
  return [{ start: at, end: at, text: `${pairText}, ` }];
}

const pairLines = (key: string, value: unknown, indent: string) => blockLines({ [key]: value }, indent);

/** Removes a key from its record. Comments above it stay, because they explain what belongs there. */
function removePair(document: Document, text: string, keys: Key[]): Splice[] {
  const pair = pairAt(document, keys);
  const parent = nodeAt(document, keys.slice(0, -1));
  if (!pair || !isMap(parent)) return [];
  if (parent.items.length === 1) {
    if (keys.length > 1 && pairAt(document, keys.slice(0, -1))) return removePair(document, text, keys.slice(0, -1));
    const [start] = rangeOf(parent);
    return [{ start, end: endOf(text, parent), text: "{}" }];
  }
  const at = parent.items.indexOf(pair as (typeof parent.items)[number]);
  const next = parent.items[at + 1];
  if (parent.flow) {
    const ranges = parent.items.map((item) => ({ start: startOf(item), end: endOf(text, item) }));
    return removeRange(ranges, at);
  }
  const start = lineStart(text, startOf(pair));
  // When the key follows "- ", the next key has to move up to the hyphen.
  if (text.slice(start, startOf(pair)).trim() && next) return [{ start: startOf(pair), end: startOf(next), text: "" }];
  const end = lineEnd(text, endOf(text, pair));
  return end < text.length ? [{ start, end: end + 1, text: "" }] : [{ start: start - 1, end, text: "" }];
}

/** The range of each entry: on lines of its own, from the comments above its hyphen to the end of its last line. */
function entriesOf(text: string, seq: YAMLSeq) {
  return seq.items.map((item, at) => {
    if (seq.flow) return { start: startOf(item), end: endOf(text, item) };
    let start = lineStart(text, text.lastIndexOf("-", startOf(item) - 1));
    const floor = at ? lineEnd(text, endOf(text, seq.items[at - 1])) : 0;
    for (;;) {
      const above = lineStart(text, start - 1);
      if (above < floor || start === 0 || !/^\s*#/.test(text.slice(above, start))) break;
      start = above;
    }
    return { start, end: lineEnd(text, endOf(text, item)) };
  });
}

const moveItem = (text: string, seq: YAMLSeq, from: number, to: number): Splice[] =>
  moveRange(text, entriesOf(text, seq), from, to);

function addItem(document: Document, text: string, keys: Key[], seq: YAMLSeq, at: number, value: unknown): Splice[] {
  const [first] = seq.items;
  const [start, end] = rangeOf(seq);
  if (!first && isScalarList([value])) return [{ start, end, text: flowText([value]) }];
  const below = `${indentOfPair(document, text, keys)}  `;
  if (!first) return [{ start: afterColon(text, start), end, text: `\n${blockLines([value], below)}` }];
  const entries = entriesOf(text, seq);
  if (seq.flow) return addRange(entries, at, flowText(value, true), ", ");
  const gap = text.slice(entries[0]?.end, entries[1]?.start);
  const indent = indentAt(text, text.lastIndexOf("-", startOf(first) - 1));
  return addRange(entries, at, blockLines([value], indent), entries[1] && /^\n+$/.test(gap) ? gap : "\n");
}

function removeItem(text: string, seq: YAMLSeq, at: number): Splice[] {
  if (seq.items.length > 1 || !seq.items[at]) return removeRange(entriesOf(text, seq), at);
  const [start, end] = rangeOf(seq);
  if (seq.flow) return [{ start, end, text: "[]" }];
  return [{ start: afterColon(text, start), end: endOf(text, seq), text: " []" }];
}
