import { type MarkdownField, putValue } from "../../content/markdown-fields.ts";
import {
  joinLines,
  type MarkdownBlock,
  parseMarkdown,
  type TextRange,
  unwrapBlock,
  unwrapLines,
} from "../../content/markdown-tree.ts";
import type { Key } from "../vocabulary.ts";
import { addRange, countShared, moveRange, removeRange, type Splice, splice } from "./splice.ts";
import { applyStep, type Step } from "./steps.ts";
import { CannotWrite, deepEqual, isRecord, keysOf, pathOf } from "./values.ts";

export type LocateFields = (prose: string) => MarkdownField[];

/** Reads the values of a Markdown body, with wrapped lines joined. */
export function bodyValues(prose: string, places: MarkdownField[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const place of places) putValue(values, place.keys, valueIn(prose, place));
  return values;
}

function valueIn(prose: string, place: MarkdownField): unknown {
  const textOf = ({ start, end }: TextRange) => prose.slice(start, end);
  switch (place.kind) {
    case "heading":
      return place.text;
    case "line":
      return joinLines(textOf(place));
    case "paragraphs":
    case "blocks":
      return unwrapLines(prose, place.blocks);
    case "points":
      return place.items.map(({ text, label }) =>
        place.labelled ? { label: label ? textOf(label) : "", text: joinLines(textOf(text)) } : joinLines(textOf(text)),
      );
    case "sections":
      return place.items.map(({ title, content }) => ({ heading: title, blocks: unwrapLines(prose, content.blocks) }));
  }
}

/** Finds the smallest change of a body that makes a step. The result is parsed again to verify it. */
export function editMarkdown(prose: string, step: Step, read: LocateFields): Splice | undefined {
  const before = bodyValues(prose, read(prose));
  const after = applyStep(before, step);
  if (deepEqual(before, after)) return undefined;
  const change = findChange(prose, step, read);
  const result = change && splice(prose, change);
  if (result === undefined || !deepEqual(bodyValues(result, read(result)), normalize(after)))
    throw new CannotWrite(step.path);
  return change;
}

/** Normalizes values as reading them back does: trimmed, and with wrapped lines joined. */
const normalize = (value: unknown): unknown => {
  if (typeof value === "string") return unwrapLines(value);
  if (Array.isArray(value)) return value.map(normalize);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, normalize(inner)]))
    : value;
};

function findChange(prose: string, step: Step, read: LocateFields): Splice | undefined {
  const keys = keysOf(step.path);
  const place = read(prose).find((one) => pathOf(one.keys) === pathOf(keys.slice(0, one.keys.length)));
  if (!place) return undefined;
  const inside = keys.slice(place.keys.length);
  if (place.kind === "points" || place.kind === "sections") return editList(prose, step, place, inside);
  if (step.do !== "set") return undefined;
  const value = typeof step.value === "string" ? step.value : "";
  if (place.kind === "paragraphs" || place.kind === "blocks") return setProse(prose, place, value);
  if (place.kind === "line") return setRange(prose, place, joinLines(value));
  return { start: place.start, end: place.end, text: joinLines(value) };
}

type ListField = Extract<MarkdownField, { kind: "points" | "sections" }>;

function editList(prose: string, step: Step, place: ListField, inside: Key[]): Splice | undefined {
  const { items, kind } = place;
  const write = kind === "points" ? pointText : sectionText;
  const gap = items[0] && items[1] ? prose.slice(items[0].end, items[1].start) : kind === "points" ? "\n" : "\n\n";
  if (step.do === "set") return setInItem(prose, place, inside, String(step.value ?? ""));
  if (step.do === "move") return moveRange(prose, items, step.from, step.to);
  if (step.do === "remove" && items.length > 1) return removeRange(items, step.at);
  if (step.do === "add" && items.length) return addRange(items, step.at, write(step.value), gap);
  // The policy always has a section, and a list of points may be empty.
  if (kind === "sections") return undefined;
  return setRange(prose, place, step.do === "add" ? write(step.value) : "");
}

function setInItem(prose: string, place: ListField, [at, key]: Key[], value: string): Splice | undefined {
  const words = joinLines(value);
  if (place.kind === "sections") {
    const section = place.items[Number(at)];
    if (key === "heading") return section && { ...section.heading, text: words };
    return section && setProse(prose, section.content, value);
  }
  const point = place.items[Number(at)];
  if (!point || key !== "label") return point && { ...point.text, text: words };
  if (point.label) return { ...point.label, text: words };
  return { start: point.text.start, end: point.text.start, text: `**${words}.** ` };
}

const pointText = (value: unknown) =>
  isRecord(value)
    ? `- **${joinLines(String(value.label ?? ""))}.** ${joinLines(String(value.text ?? ""))}`
    : `- ${joinLines(String(value ?? ""))}`;

const sectionText = (value: unknown) =>
  isRecord(value) ? `## ${joinLines(String(value.heading ?? ""))}\n\n${String(value.blocks ?? "").trim()}` : "";

/** Replaces only the blocks that differ, so that the others keep their line breaks. */
function setProse(prose: string, place: TextRange & { blocks: MarkdownBlock[] }, value: string): Splice {
  const old = place.blocks.map((block) => ({ start: block.start, end: block.end, words: unwrapBlock(prose, block) }));
  const blocks = parseMarkdown(value).map((block) => unwrapBlock(value, block));
  if (old.length === 0 || blocks.length === 0) return setRange(prose, place, blocks.join("\n\n"));
  const { start: head, end: tail } = countShared(
    old.map(({ words }) => words),
    blocks,
  );
  const removed = old.slice(head, old.length - tail);
  const text = blocks.slice(head, blocks.length - tail).join("\n\n");
  const [before, after] = [old[head - 1], old[old.length - tail]];
  const [first, last] = [removed[0], removed.at(-1)];
  if (first && last && text) return { start: first.start, end: last.end, text };
  if (first && last)
    return after
      ? { start: first.start, end: after.start, text: "" }
      : { start: before?.end ?? place.start, end: last.end, text: "" };
  return before
    ? { start: before.end, end: before.end, text: `\n\n${text}` }
    : { start: place.start, end: place.start, text: `${text}\n\n` };
}

/** Fills or empties a range together with the blank lines around it. */
function setRange(prose: string, { start, end }: TextRange, text: string): Splice {
  if (start < end && text) return { start, end, text };
  if (start < end) {
    const lines = /^\n*/.exec(prose.slice(end))?.[0].length ?? 0;
    const rest = prose.slice(end + lines);
    if (rest) return { start, end: end + lines, text: "" };
    return { start: prose.slice(0, start).trimEnd().length, end, text: "" };
  }
  return { start, end, text: `\n\n${text}` };
}
