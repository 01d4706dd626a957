import { type Document, isMap, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap } from "yaml";
import type { Edit, Key } from "./shapes.ts";
import { between, type Splice, splice } from "./splice.ts";
import { editValues, isRecord, keysOf, same, valueAt } from "./values.ts";
import { addItem, moved, rearrange, takeItem } from "./yaml-lists.ts";
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
  parseOnce,
  rangeOf,
  startOf,
} from "./yaml-nodes.ts";
import { inOneLine, isShortList, linesOf, scalarText, waysToWrite } from "./yaml-scalars.ts";

/** The keys of a record in the order of its schema: where a new line belongs. */
export type OrderOf = (keys: readonly Key[]) => string[];

/**
 * The smallest change of the text that makes an edit. Every way is tried on the text and read back: what does not give
 * exactly the values asked for is not a way.
 */
export function editYaml(text: string, edit: Edit, orderOf: OrderOf): Splice | undefined {
  const { document, values: before = {} } = parseOnce(text);
  const after = editValues(before, edit);
  if (same(before, after)) return undefined;
  for (const way of waysTo(document, text, edit, orderOf)) {
    const { values } = parseOnce(splice(text, way));
    if (values !== undefined && same(withoutEmpty(values), withoutEmpty(after))) return way;
  }
  throw new Error(`No way was found to write ${edit.do} at ${edit.path}`);
}

/** A record whose last line was taken out is gone with it. */
const withoutEmpty = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withoutEmpty(inner)] as const);
  return Object.fromEntries(
    entries.filter(([, inner]) => !(isRecord(inner) && Object.keys(inner).length === 0) && inner !== undefined),
  );
};

function waysTo(document: Document, text: string, edit: Edit, orderOf: OrderOf): Splice[] {
  const keys = keysOf(edit.path);
  const here = nodeAt(document, keys);
  switch (edit.do) {
    case "set":
      return edit.value === undefined
        ? takeOut(document, text, keys)
        : here
          ? replaceNode(document, text, keys, here, edit.value, orderOf)
          : putIn(document, text, keys, edit.value, orderOf);
    case "settle":
      return takeOut(document, text, [...keys, "source"]);
    case "add":
      if (isSeq(here)) return addItem(document, text, keys, here, edit.at, edit.value);
      if (edit.name !== undefined) return putIn(document, text, [...keys, edit.name], edit.value, orderOf);
      return putIn(document, text, keys, [edit.value], orderOf);
    case "take":
      return isSeq(here) ? takeItem(text, here, Number(edit.at)) : takeOut(document, text, [...keys, edit.at]);
    case "move":
      return isSeq(here) ? rearrange(text, here, moved(here.items.length, edit.from, edit.to)) : [];
    case "choose": {
      const pair = pairAt(document, [...keys, edit.from]);
      const { key, value } = pair ?? {};
      if (!isScalar(key) || !key.range || !isNode(value)) return [];
      const [start, end] = key.range;
      return replaceNode(document, text, [...keys, edit.from], value, edit.value, orderOf).map((way) => ({
        start,
        end: way.end,
        text: edit.to + text.slice(end, way.start) + way.text,
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
  orderOf: OrderOf,
): Splice[] {
  const [start, end] = rangeOf(node);
  const inFlow = isInFlow(document, keys);
  if (isScalar(node) && (typeof value !== "object" || value === null)) {
    return waysToWrite(value, node as Scalar, text.slice(start, end), inFlow).map((words) => ({
      start,
      end,
      text: words,
    }));
  }
  if (isSeq(node) && node.flow && isShortList(value)) {
    const kept = (item: unknown) => node.items.find((old) => isScalar(old) && same(old.value, item));
    const items = value.map((item) => {
      const old = kept(item);
      return old ? text.slice(rangeOf(old)[0], rangeOf(old)[1]) : scalarText(item, true);
    });
    return [{ start, end, text: `[${items.join(", ")}]` }];
  }
  const rewritten = rewrite(text, node, value, indentOfPair(document, text, keys));
  const smaller = stepwise(document, text, keys, node, value, orderOf);
  return [...smaller, ...rewritten];
}

/** A record or list that changes in several places, one after the other; what is the same stays as it stands. */
function stepwise(
  document: Document,
  text: string,
  keys: Key[],
  node: Node,
  value: unknown,
  orderOf: OrderOf,
): Splice[] {
  const old = valueAt(document.toJS(), keys);
  const path = keys.join("/");
  const under = (key: Key) => (path ? `${path}/${key}` : String(key));
  const edits: Edit[] = [];
  if (isMap(node) && isRecord(value) && isRecord(old)) {
    for (const key of Object.keys(old))
      if (!(key in value)) edits.push({ do: "set", path: under(key), value: undefined });
    for (const [key, inner] of Object.entries(value))
      if (!same(old[key], inner)) edits.push({ do: "set", path: under(key), value: inner });
  } else if (isSeq(node) && Array.isArray(value) && Array.isArray(old)) {
    const shared = Math.min(old.length, value.length);
    for (let at = old.length - 1; at >= shared; at--) edits.push({ do: "take", path, at });
    for (let at = 0; at < shared; at++)
      if (!same(old[at], value[at])) edits.push({ do: "set", path: under(at), value: value[at] });
    for (let at = shared; at < value.length; at++) edits.push({ do: "add", path, at, value: value[at] });
  }
  if (edits.length === 0) return [];
  let next = text;
  for (const edit of edits) {
    const way = editYaml(next, edit, orderOf);
    if (way) next = splice(next, way);
  }
  return [between(text, next)];
}

/** The whole of a value anew. */
function rewrite(text: string, node: Node, value: unknown, indent: string): Splice[] {
  const [start] = rangeOf(node);
  const end = endOf(text, node);
  if (isShortList(value)) return [{ start, end, text: inOneLine(value) }];
  if (typeof value !== "object" || value === null)
    return [{ start: afterColon(text, start), end, text: ` ${scalarText(value)}` }];
  return [{ start: afterColon(text, start), end, text: `\n${linesOf(value, `${indent}  `)}` }];
}

/** A line for a value that is not there yet, after those that come before it in the schema. */
function putIn(document: Document, text: string, keys: Key[], value: unknown, orderOf: OrderOf): Splice[] {
  const last = String(keys.at(-1));
  const parent = nodeAt(document, keys.slice(0, -1));
  if (!isMap(parent)) {
    if (keys.length < 2) return [{ start: text.length, end: text.length, text: `${line(last, value, "")}\n` }];
    const above = keys.slice(0, -1);
    const whole = { [last]: value };
    return parent
      ? rewrite(text, parent, whole, indentOfPair(document, text, above))
      : putIn(document, text, above, whole, orderOf);
  }
  const order = orderOf(keys.slice(0, -1));
  const earlier = order.slice(0, Math.max(0, order.indexOf(last)));
  const place = order.includes(last)
    ? parent.items.findLast((pair) => isScalar(pair.key) && earlier.includes(String(pair.key.value)))
    : parent.items.at(-1);
  if (parent.flow || isInFlow(document, keys.slice(0, -1))) return putInFlow(text, parent, place, last, value);
  const first = parent.items[0];
  if (!first) return rewrite(text, parent, { [last]: value }, indentOfPair(document, text, keys.slice(0, -1)));
  const indent = indentAt(text, startOf(first));
  if (place) {
    const at = lineEnd(text, endOf(text, place));
    return [{ start: at, end: at, text: `\n${line(last, value, indent)}` }];
  }
  const at = startOf(first);
  return [{ start: at, end: at, text: `${line(last, value, indent).trimStart()}\n${indent}` }];
}

function putInFlow(text: string, parent: YAMLMap, place: Pair | undefined, key: string, value: unknown): Splice[] {
  const words = `${key}: ${inOneLine(value, true)}`;
  const first = parent.items[0];
  if (place) {
    const at = endOf(text, place);
    return [{ start: at, end: at, text: `, ${words}` }];
  }
  const [start, end] = rangeOf(parent);
  if (!first) return [{ start, end, text: `{ ${words} }` }];
  const at = startOf(first);
  return [{ start: at, end: at, text: `${words}, ` }];
}

const line = (key: string, value: unknown, indent: string) => linesOf({ [key]: value }, indent);

/** A line out of its record. Comments above it stay: they say what belongs there. */
function takeOut(document: Document, text: string, keys: Key[]): Splice[] {
  const pair = pairAt(document, keys);
  const parent = nodeAt(document, keys.slice(0, -1));
  if (!pair || !isMap(parent)) return [];
  if (parent.items.length === 1) {
    if (keys.length > 1 && pairAt(document, keys.slice(0, -1))) return takeOut(document, text, keys.slice(0, -1));
    const [start] = rangeOf(parent);
    return [{ start, end: endOf(text, parent), text: "{}" }];
  }
  const at = parent.items.indexOf(pair as (typeof parent.items)[number]);
  const next = parent.items[at + 1];
  const previous = parent.items[at - 1];
  if (parent.flow) {
    return next
      ? [{ start: startOf(pair), end: startOf(next), text: "" }]
      : [{ start: endOf(text, previous), end: endOf(text, pair), text: "" }];
  }
  const start = lineStart(text, startOf(pair));
  // After "- " the next field moves up to the hyphen.
  if (text.slice(start, startOf(pair)).trim() && next) return [{ start: startOf(pair), end: startOf(next), text: "" }];
  const end = lineEnd(text, endOf(text, pair));
  return end < text.length ? [{ start, end: end + 1, text: "" }] : [{ start: start - 1, end, text: "" }];
}
