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
type KeyOrder = (keys: readonly Key[]) => string[];

/** The text that is edited, and what is known of it. */
interface Source {
  text: string;
  document: Document;
  keyOrder: KeyOrder;
}

/**
 * Finds the smallest change of the text that makes an edit. Each candidate is applied and parsed, and only one that
 * gives exactly the requested values is used.
 */
export function editYaml(text: string, edit: Edit, keyOrder: KeyOrder): Splice | undefined {
  const { document, values: before = {} } = parseCached(text);
  const after = applyEdit(before, edit);
  if (deepEqual(before, after)) return undefined;
  for (const candidate of candidateSplices({ text, document, keyOrder }, edit)) {
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

function candidateSplices(source: Source, edit: Edit): Splice[] {
  const { text, document } = source;
  const keys = keysOf(edit.path);
  const here = nodeAt(document, keys);
  switch (edit.do) {
    case "set":
      if (edit.value === undefined) return removePair(source, keys);
      return here ? replaceNode(source, keys, here, edit.value) : insertPair(source, keys, edit.value);
    case "settle":
      return removePair(source, [...keys, "source"]);
    case "add":
      return isSeq(here) ? addItem(source, keys, here, edit.at, edit.value) : insertPair(source, keys, [edit.value]);
    case "take":
      return isSeq(here) ? removeItem(text, here, edit.at) : [];
    case "move":
      return isSeq(here) ? moveRange(text, entriesOf(text, here), edit.from, edit.to) : [];
    case "choose": {
      const { key, value } = pairAt(document, [...keys, edit.from]) ?? {};
      if (!isScalar(key) || !key.range || !isNode(value)) return [];
      const [start, end] = key.range;
      return replaceNode(source, [...keys, edit.from], value, edit.value).map((candidate) => {
        const renamed = edit.to + text.slice(end, candidate.start) + candidate.text;
        return { start, end: candidate.end, text: renamed };
      });
    }
  }
}

function replaceNode({ text, document, keyOrder }: Source, keys: Key[], node: Node, value: unknown): Splice[] {
  const [start, end] = rangeOf(node);
  if (isScalar(node) && (typeof value !== "object" || value === null)) {
    const candidates = scalarCandidates(value, node as Scalar, text.slice(start, end), isInFlow(document, keys));
    return candidates.map((words) => ({ start, end, text: words }));
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
function insertPair(source: Source, keys: Key[], value: unknown): Splice[] {
  const { text, document, keyOrder } = source;
  const above = keys.slice(0, -1);
  const last = String(keys.at(-1));
  const record = { [last]: value };
  const parent = nodeAt(document, above);
  if (!parent && above.length) return insertPair(source, above, record);
  if (!parent) return [{ start: text.length, end: text.length, text: `${blockLines(record, "")}\n` }];
  const [first] = isMap(parent) ? parent.items : [];
  if (!isMap(parent) || (!first && !parent.flow && !isInFlow(document, above)))
    return rewrite(text, parent, record, indentOfPair(document, text, above));
  const order = keyOrder(above);
  const earlier = order.slice(0, Math.max(0, order.indexOf(last)));
  const insertAfter = order.includes(last)
    ? parent.items.findLast((pair) => isScalar(pair.key) && earlier.includes(String(pair.key.value)))
    : parent.items.at(-1);
  if (parent.flow || isInFlow(document, above)) return insertInFlow(text, parent, insertAfter, last, value);
  const at = insertAfter ? lineEnd(text, endOf(text, insertAfter)) : startOf(first);
  const indent = indentAt(text, startOf(first));
  const lines = blockLines(record, indent);
  return [{ start: at, end: at, text: insertAfter ? `\n${lines}` : `${lines.trimStart()}\n${indent}` }];
}

function insertInFlow(text: string, parent: YAMLMap, after: Pair | undefined, key: string, value: unknown): Splice[] {
  const pairText = `${key}: ${flowText(value, true)}`;
  const [first] = parent.items;
  const [start, end] = rangeOf(parent);
  if (!first) return [{ start, end, text: `{ ${pairText} }` }];
  const at = after ? endOf(text, after) : startOf(first);
  return [{ start: at, end: at, text: after ? `, ${pairText}` : `${pairText}, ` }];
}

/** Removes a key from its record. Comments above it stay, because they explain what belongs there. */
function removePair(source: Source, keys: Key[]): Splice[] {
  const { text, document } = source;
  const above = keys.slice(0, -1);
  const pair = pairAt(document, keys);
  const parent = nodeAt(document, above);
  if (!pair || !isMap(parent)) return [];
  if (parent.items.length === 1) {
    if (above.length && pairAt(document, above)) return removePair(source, above);
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

function addItem({ text, document }: Source, keys: Key[], seq: YAMLSeq, at: number, value: unknown): Splice[] {
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
