import type { Document, YAMLSeq } from "yaml";
import type { Key } from "../api/api-types.ts";
import type { Splice } from "./splice.ts";
import { afterColon, endOf, indentAt, indentOfPair, lineEnd, lineStart, rangeOf, startOf } from "./yaml-nodes.ts";
import { blockLines, flowText, isScalarList } from "./yaml-scalars.ts";

interface Block {
  start: number;
  end: number;
}

/** The range of each entry, from the comments right above its hyphen to the end of its last line. */
function blocksOf(text: string, seq: YAMLSeq): Block[] {
  return seq.items.map((item, at) => {
    const hyphen = text.lastIndexOf("-", startOf(item) - 1);
    let start = lineStart(text, hyphen);
    const floor = at ? lineEnd(text, endOf(text, seq.items[at - 1])) : 0;
    for (;;) {
      const above = lineStart(text, start - 1);
      if (above < floor || start === 0 || !/^\s*#/.test(text.slice(above, start))) break;
      start = above;
    }
    return { start, end: lineEnd(text, endOf(text, item)) };
  });
}

export const movedOrder = (length: number, from: number, to: number): number[] => {
  const order = Array.from({ length }, (_, at) => at);
  order.splice(to, 0, ...order.splice(from, 1));
  return order;
};

/** Reorders the entries and leaves the text between them in place. */
export function reorder(text: string, seq: YAMLSeq, order: number[]): Splice[] {
  const ranges = seq.flow
    ? seq.items.map((item) => ({ start: startOf(item), end: endOf(text, item) }))
    : blocksOf(text, seq);
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last) return [];
  const pieces = ranges.map(({ start, end }) => text.slice(start, end));
  const gaps = ranges.map(({ end }, at) => text.slice(end, ranges[at + 1]?.start ?? end));
  return [
    {
      start: first.start,
      end: last.end,
      text: order.map((from, at) => (pieces[from] ?? "") + (gaps[at] ?? "")).join(""),
    },
  ];
}

export function addItem(
  document: Document,
  text: string,
  keys: Key[],
  seq: YAMLSeq,
  at: number,
  value: unknown,
): Splice[] {
  const first = seq.items[0];
  if (!first) return rewriteEmpty(document, text, keys, seq, value);
  const before = seq.items[at - 1];
  if (seq.flow) {
    const words = flowText(value, true);
    if (before) return [{ start: endOf(text, before), end: endOf(text, before), text: `, ${words}` }];
    return [{ start: startOf(first), end: startOf(first), text: `${words}, ` }];
  }
  const blocks = blocksOf(text, seq);
  const [one, two] = blocks;
  const gap = one && two ? text.slice(one.end, two.start) : "\n";
  const indent = indentAt(text, text.lastIndexOf("-", startOf(first) - 1));
  const entry = blockLines([value], indent);
  const above = blocks[at - 1];
  if (above) return [{ start: above.end, end: above.end, text: (/^\n+$/.test(gap) ? gap : "\n") + entry }];
  const start = one?.start ?? 0;
  return [{ start, end: start, text: entry + (/^\n+$/.test(gap) ? gap : "\n") }];
}

function rewriteEmpty(document: Document, text: string, keys: Key[], seq: YAMLSeq, value: unknown): Splice[] {
  const [start, end] = rangeOf(seq);
  const indent = indentOfPair(document, text, keys);
  if (isScalarList([value])) return [{ start, end, text: flowText([value]) }];
  return [{ start: afterColon(text, start), end, text: `\n${blockLines([value], `${indent}  `)}` }];
}

export function removeItem(text: string, seq: YAMLSeq, at: number): Splice[] {
  const item = seq.items[at];
  if (!item) return [];
  const [start] = rangeOf(seq);
  if (seq.items.length === 1) {
    const from = seq.flow ? start : afterColon(text, start);
    return [{ start: from, end: seq.flow ? rangeOf(seq)[1] : endOf(text, seq), text: seq.flow ? "[]" : " []" }];
  }
  if (seq.flow) {
    const [next, previous] = [seq.items[at + 1], seq.items[at - 1]];
    return next
      ? [{ start: startOf(item), end: startOf(next), text: "" }]
      : [{ start: endOf(text, previous), end: endOf(text, item), text: "" }];
  }
  const blocks = blocksOf(text, seq);
  const [own, next, previous] = [blocks[at], blocks[at + 1], blocks[at - 1]];
  if (!own) return [];
  return next
    ? [{ start: own.start, end: next.start, text: "" }]
    : [{ start: previous?.end ?? own.start, end: own.end, text: "" }];
}
