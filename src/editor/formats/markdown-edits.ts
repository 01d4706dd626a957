import type { MarkdownField, TextRange } from "../../content/markdown-positions.ts";
import type { Edit, Key } from "../api/api-types.ts";
import { type Splice, splice, spliceBetween } from "./splice.ts";
import { applyEdit, CannotWrite, deepEqual, isRecord, keysOf, pathOf, valueAt } from "./values.ts";

export type LocateFields = (prose: string) => MarkdownField[];

/** Reads the values of a Markdown body, with wrapped lines joined. */
export function bodyValues(prose: string, places: MarkdownField[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const place of places) {
    let here = values;
    for (const key of place.keys.slice(0, -1)) {
      here[key] ??= {};
      here = here[key] as Record<string, unknown>;
    }
    here[place.keys.at(-1) ?? ""] = valueIn(prose, place);
  }
  return values;
}

function valueIn(prose: string, place: MarkdownField): unknown {
  const textOf = ({ start, end }: TextRange) => prose.slice(start, end);
  switch (place.kind) {
    case "heading":
      return textOf(place);
    case "line":
      return joinLines(textOf(place));
    case "prose":
      return chunksOf(textOf(place))
        .map(({ words }) => words)
        .join("\n\n");
    case "points":
      return place.items.map(({ text, label }) =>
        place.labelled ? { label: label ? textOf(label) : "", text: joinLines(textOf(text)) } : joinLines(textOf(text)),
      );
    case "sections":
      return place.items.map(({ heading, blocks }) => ({
        heading: textOf(heading),
        blocks: chunksOf(textOf(blocks))
          .map(({ words }) => words)
          .join("\n\n"),
      }));
  }
}

const joinLines = (text: string) => text.replace(/\s*\n\s*/g, " ").trim();

/** Splits a text into paragraphs, lists and headings, each with its position. */
function chunksOf(text: string): (TextRange & { words: string })[] {
  return [...text.matchAll(/[^\n]+(?:\n(?![ \t]*\n)[^\n]+)*/g)].flatMap(({ 0: chunk, index }) => {
    if (!chunk.trim()) return [];
    const lines = chunk.split(/\n(?=\s*(?:[-*+]|\d+[.)])\s|#{1,6}\s)/).map(joinLines);
    return [{ start: index, end: index + chunk.length, words: lines.join("\n") }];
  });
}

/** Finds the smallest change of a body that makes an edit. The result is parsed again to verify it. */
export function editMarkdown(prose: string, edit: Edit, read: LocateFields): Splice | undefined {
  const before = bodyValues(prose, read(prose));
  const after = applyEdit(before, edit);
  if (deepEqual(before, after)) return undefined;
  const change = findChange(prose, edit, read);
  const result = change && splice(prose, change);
  if (result === undefined || !deepEqual(bodyValues(result, read(result)), normalize(after)))
    throw new CannotWrite(edit);
  return change;
}

/** Normalizes values as reading them back does: trimmed, and with wrapped lines joined. */
const normalize = (value: unknown): unknown => {
  if (typeof value === "string")
    return chunksOf(value)
      .map(({ words }) => words)
      .join("\n\n");
  if (Array.isArray(value)) return value.map(normalize);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, normalize(inner)]))
    : value;
};

function findChange(prose: string, edit: Edit, read: LocateFields): Splice | undefined {
  const keys = keysOf(edit.path);
  const place = read(prose).find((one) => pathOf(one.keys) === pathOf(keys.slice(0, one.keys.length)));
  if (!place)
    return edit.do === "set" && isRecord(edit.value) ? setEach(prose, edit.path, edit.value, read) : undefined;
  const inside = keys.slice(place.keys.length);
  if (place.kind === "points" || place.kind === "sections") return editList(prose, edit, place, inside, read);
  if (edit.do !== "set") return undefined;
  const value = typeof edit.value === "string" ? edit.value : "";
  if (place.kind === "prose") return setProse(prose, place, value);
  if (place.kind === "line") return setRange(prose, place, joinLines(value));
  return { start: place.start, end: place.end, text: joinLines(value) };
}

function editList(
  prose: string,
  edit: Edit,
  place: Extract<MarkdownField, { kind: "points" | "sections" }>,
  inside: Key[],
  read: LocateFields,
): Splice | undefined {
  const { items } = place;
  const write = (value: unknown) => (place.kind === "points" ? pointText(value) : sectionText(value));
  const gap =
    items[0] && items[1] ? prose.slice(items[0].end, items[1].start) : place.kind === "points" ? "\n" : "\n\n";
  if (edit.do === "set" && inside.length === 0) return setList(prose, edit, read);
  if (edit.do === "set") return setInItem(prose, place, inside, edit.value, read, edit);
  if (edit.do === "move") {
    const order = items.map((_, at) => at);
    order.splice(edit.to, 0, ...order.splice(edit.from, 1));
    const gaps = items.map(({ end }, at) => prose.slice(end, items[at + 1]?.start ?? end));
    const text = order.map((from, at) => prose.slice(items[from]?.start, items[from]?.end) + gaps[at]).join("");
    return { start: items[0]?.start ?? 0, end: items.at(-1)?.end ?? 0, text };
  }
  if (edit.do === "take") {
    const at = Number(edit.at);
    const [own, next, previous] = [items[at], items[at + 1], items[at - 1]];
    if (!own) return undefined;
    if (next) return { start: own.start, end: next.start, text: "" };
    if (previous) return { start: previous.end, end: own.end, text: "" };
    return place.kind === "points" ? setRange(prose, place, "") : undefined;
  }
  if (edit.do === "add") {
    const above = items[edit.at - 1];
    if (above) return { start: above.end, end: above.end, text: gap + write(edit.value) };
    const first = items[0];
    if (first) return { start: first.start, end: first.start, text: write(edit.value) + gap };
    if (place.kind === "points") return setRange(prose, place, write(edit.value));
  }
  return undefined;
}

function setInItem(
  prose: string,
  place: Extract<MarkdownField, { kind: "points" | "sections" }>,
  [at, key]: Key[],
  value: unknown,
  read: LocateFields,
  edit: Edit,
): Splice | undefined {
  if (isRecord(value)) return setEach(prose, edit.path, value, read);
  const words = joinLines(typeof value === "string" ? value : "");
  if (place.kind === "sections") {
    const section = place.items[Number(at)];
    if (!section) return undefined;
    if (key === "heading") return { ...section.heading, text: words };
    return setProse(prose, section.blocks, String(value ?? ""));
  }
  const point = place.items[Number(at)];
  if (!point) return undefined;
  if (key === "label") {
    if (point.label) return { ...point.label, text: words };
    return { start: point.text.start, end: point.text.start, text: `**${words}.** ` };
  }
  return { ...point.text, text: words };
}

/** Sets the values of a record one after the other. */
function setEach(prose: string, path: string, record: Record<string, unknown>, read: LocateFields): Splice | undefined {
  let next = prose;
  for (const [key, value] of Object.entries(record)) {
    const change = editMarkdown(next, { do: "set", path: `${path}/${key}`, value }, read);
    if (change) next = splice(next, change);
  }
  return spliceBetween(prose, next);
}

/** Replaces a list with separate edits of its entries, so that equal entries keep their text. */
function setList(prose: string, edit: Edit & { do: "set" }, read: LocateFields): Splice | undefined {
  const old = valueAt(bodyValues(prose, read(prose)), keysOf(edit.path));
  if (!Array.isArray(old) || !Array.isArray(edit.value)) return undefined;
  const value = edit.value;
  const shared = Math.min(old.length, value.length);
  const { path } = edit;
  const edits: Edit[] = [
    ...old.slice(shared).map((_, at): Edit => ({ do: "take", path, at: old.length - 1 - at })),
    ...value.slice(0, shared).map((item, at): Edit => ({ do: "set", path: `${path}/${at}`, value: item })),
    ...value.slice(shared).map((item, at): Edit => ({ do: "add", path, at: shared + at, value: item })),
  ];
  let next = prose;
  for (const step of edits) {
    const change = editMarkdown(next, step, read);
    if (change) next = splice(next, change);
  }
  return spliceBetween(prose, next);
}

const pointText = (value: unknown) =>
  isRecord(value)
    ? `- **${joinLines(String(value.label ?? ""))}.** ${joinLines(String(value.text ?? ""))}`
    : `- ${joinLines(String(value ?? ""))}`;

const sectionText = (value: unknown) =>
  isRecord(value) ? `## ${joinLines(String(value.heading ?? ""))}\n\n${String(value.blocks ?? "").trim()}` : "";

/** Replaces only the paragraphs that differ, so that the others keep their line breaks. */
function setProse(prose: string, place: TextRange, value: string): Splice {
  const old = chunksOf(prose.slice(place.start, place.end));
  const paragraphs = chunksOf(value).map(({ words }) => words);
  if (old.length === 0 || paragraphs.length === 0) return setRange(prose, place, paragraphs.join("\n\n"));
  const limit = Math.min(old.length, paragraphs.length);
  let start = 0;
  while (start < limit && old[start]?.words === paragraphs[start]) start++;
  let tail = 0;
  while (tail < limit - start && old.at(-1 - tail)?.words === paragraphs.at(-1 - tail)) tail++;
  const removed = old.slice(start, old.length - tail);
  const added = paragraphs.slice(start, paragraphs.length - tail);
  const [first, last] = [removed[0], removed.at(-1)];
  if (first && last && added.length)
    return { start: place.start + first.start, end: place.start + last.end, text: added.join("\n\n") };
  if (first && last) {
    const next = old[old.length - tail];
    return next
      ? { start: place.start + first.start, end: place.start + next.start, text: "" }
      : { start: place.start + (old[start - 1]?.end ?? 0), end: place.start + last.end, text: "" };
  }
  const before = old[start - 1];
  if (before)
    return { start: place.start + before.end, end: place.start + before.end, text: `\n\n${added.join("\n\n")}` };
  return { start: place.start, end: place.start, text: `${added.join("\n\n")}\n\n` };
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
