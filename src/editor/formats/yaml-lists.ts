import type { Document, YAMLSeq } from "yaml";
import type { Key } from "../api/api-types.ts";
import { addRange, moveRange, removeRange, type Splice } from "./splice.ts";
import { afterColon, endOf, indentAt, indentOfPair, lineEnd, lineStart, rangeOf, startOf } from "./yaml-nodes.ts";
import { blockLines, flowText, isScalarList } from "./yaml-scalars.ts";

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

export const moveItem = (text: string, seq: YAMLSeq, from: number, to: number): Splice[] =>
  moveRange(text, entriesOf(text, seq), from, to);

export function addItem(
  document: Document,
  text: string,
  keys: Key[],
  seq: YAMLSeq,
  at: number,
  value: unknown,
): Splice[] {
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

export function removeItem(text: string, seq: YAMLSeq, at: number): Splice[] {
  if (seq.items.length > 1 || !seq.items[at]) return removeRange(entriesOf(text, seq), at);
  const [start, end] = rangeOf(seq);
  if (seq.flow) return [{ start, end, text: "[]" }];
  return [{ start: afterColon(text, start), end: endOf(text, seq), text: " []" }];
}
