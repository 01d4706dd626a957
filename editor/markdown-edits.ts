import type { MarkdownPlace, Stretch } from "../studio/markdown-places.ts";
import type { Edit, Key } from "./shapes.ts";
import { between, type Splice, splice } from "./splice.ts";
import { editValues, isRecord, keysOf, pathOf, same, valueAt } from "./values.ts";

export type ReadPlaces = (prose: string) => MarkdownPlace[];

/** The values of a body as Markdown: lines that were only wrapped are one. */
export function bodyValues(prose: string, places: MarkdownPlace[]): Record<string, unknown> {
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

function valueIn(prose: string, place: MarkdownPlace): unknown {
  const words = ({ start, end }: Stretch) => prose.slice(start, end);
  switch (place.kind) {
    case "heading":
      return words(place);
    case "line":
      return inOneLine(words(place));
    case "prose":
      return chunksOf(words(place))
        .map(({ words: text }) => text)
        .join("\n\n");
    case "points":
      return place.items.map(({ text, label }) =>
        place.labelled ? { label: label ? words(label) : "", text: inOneLine(words(text)) } : inOneLine(words(text)),
      );
    case "sections":
      return place.items.map(({ heading, blocks }) => ({
        heading: words(heading),
        blocks: chunksOf(words(blocks))
          .map(({ words: text }) => text)
          .join("\n\n"),
      }));
  }
}

const inOneLine = (text: string) => text.replace(/\s*\n\s*/g, " ").trim();

/** Paragraphs, lists and headings, each with its place. */
function chunksOf(text: string): (Stretch & { words: string })[] {
  return [...text.matchAll(/[^\n]+(?:\n(?![ \t]*\n)[^\n]+)*/g)].flatMap(({ 0: chunk, index }) => {
    if (!chunk.trim()) return [];
    const lines = chunk.split(/\n(?=\s*(?:[-*+]|\d+[.)])\s|#{1,6}\s)/).map(inOneLine);
    return [{ start: index, end: index + chunk.length, words: lines.join("\n") }];
  });
}

/** The smallest change of a body that makes an edit, read back before it is given. */
export function editMarkdown(prose: string, edit: Edit, read: ReadPlaces): Splice | undefined {
  const before = bodyValues(prose, read(prose));
  const after = editValues(before, edit);
  if (same(before, after)) return undefined;
  const way = wayTo(prose, edit, read);
  const result = way && splice(prose, way);
  if (result === undefined || !same(bodyValues(result, read(result)), tidy(after)))
    throw new Error(`No way was found to write ${edit.do} at ${edit.path}`);
  return way;
}

/** As it would be read back: without space around, and a text of several lines as its parts. */
const tidy = (value: unknown): unknown => {
  if (typeof value === "string")
    return chunksOf(value)
      .map(({ words }) => words)
      .join("\n\n");
  if (Array.isArray(value)) return value.map(tidy);
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, tidy(inner)])) : value;
};

function wayTo(prose: string, edit: Edit, read: ReadPlaces): Splice | undefined {
  const keys = keysOf(edit.path);
  const place = read(prose).find((one) => pathOf(one.keys) === pathOf(keys.slice(0, one.keys.length)));
  if (!place)
    return edit.do === "set" && isRecord(edit.value) ? inSteps(prose, edit.path, edit.value, read) : undefined;
  const inside = keys.slice(place.keys.length);
  if (place.kind === "points" || place.kind === "sections") return inList(prose, edit, place, inside, read);
  if (edit.do !== "set") return undefined;
  const value = typeof edit.value === "string" ? edit.value : "";
  if (place.kind === "prose") return setProse(prose, place, value);
  if (place.kind === "line") return setStretch(prose, place, inOneLine(value));
  return { start: place.start, end: place.end, text: inOneLine(value) };
}

function inList(
  prose: string,
  edit: Edit,
  place: Extract<MarkdownPlace, { kind: "points" | "sections" }>,
  inside: Key[],
  read: ReadPlaces,
): Splice | undefined {
  const { items } = place;
  const write = (value: unknown) => (place.kind === "points" ? pointText(value) : sectionText(value));
  const gap =
    items[0] && items[1] ? prose.slice(items[0].end, items[1].start) : place.kind === "points" ? "\n" : "\n\n";
  if (edit.do === "set" && inside.length === 0) return setWhole(prose, edit, read);
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
    return place.kind === "points" ? setStretch(prose, place, "") : undefined;
  }
  if (edit.do === "add") {
    const above = items[edit.at - 1];
    if (above) return { start: above.end, end: above.end, text: gap + write(edit.value) };
    const first = items[0];
    if (first) return { start: first.start, end: first.start, text: write(edit.value) + gap };
    if (place.kind === "points") return setStretch(prose, place, write(edit.value));
  }
  return undefined;
}

function setInItem(
  prose: string,
  place: Extract<MarkdownPlace, { kind: "points" | "sections" }>,
  [at, key]: Key[],
  value: unknown,
  read: ReadPlaces,
  edit: Edit,
): Splice | undefined {
  if (isRecord(value)) return inSteps(prose, edit.path, value, read);
  const words = inOneLine(typeof value === "string" ? value : "");
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

/** A record of several values, one after the other. */
function inSteps(prose: string, path: string, record: Record<string, unknown>, read: ReadPlaces): Splice | undefined {
  let next = prose;
  for (const [key, value] of Object.entries(record)) {
    const way = editMarkdown(next, { do: "set", path: `${path}/${key}`, value }, read);
    if (way) next = splice(next, way);
  }
  return between(prose, next);
}

/** A whole list: entries that are the same stay as they stand. */
function setWhole(prose: string, edit: Edit & { do: "set" }, read: ReadPlaces): Splice | undefined {
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
    const way = editMarkdown(next, step, read);
    if (way) next = splice(next, way);
  }
  return between(prose, next);
}

const pointText = (value: unknown) =>
  isRecord(value)
    ? `- **${inOneLine(String(value.label ?? ""))}.** ${inOneLine(String(value.text ?? ""))}`
    : `- ${inOneLine(String(value ?? ""))}`;

const sectionText = (value: unknown) =>
  isRecord(value) ? `## ${inOneLine(String(value.heading ?? ""))}\n\n${String(value.blocks ?? "").trim()}` : "";

/** Paragraphs that did not change keep their lines. */
function setProse(prose: string, place: Stretch, value: string): Splice {
  const old = chunksOf(prose.slice(place.start, place.end));
  const now = chunksOf(value).map(({ words }) => words);
  if (old.length === 0 || now.length === 0) return setStretch(prose, place, now.join("\n\n"));
  const limit = Math.min(old.length, now.length);
  let start = 0;
  while (start < limit && old[start]?.words === now[start]) start++;
  let tail = 0;
  while (tail < limit - start && old.at(-1 - tail)?.words === now.at(-1 - tail)) tail++;
  const gone = old.slice(start, old.length - tail);
  const fresh = now.slice(start, now.length - tail);
  const [first, last] = [gone[0], gone.at(-1)];
  if (first && last && fresh.length)
    return { start: place.start + first.start, end: place.start + last.end, text: fresh.join("\n\n") };
  if (first && last) {
    const next = old[old.length - tail];
    return next
      ? { start: place.start + first.start, end: place.start + next.start, text: "" }
      : { start: place.start + (old[start - 1]?.end ?? 0), end: place.start + last.end, text: "" };
  }
  const before = old[start - 1];
  if (before)
    return { start: place.start + before.end, end: place.start + before.end, text: `\n\n${fresh.join("\n\n")}` };
  return { start: place.start, end: place.start, text: `${fresh.join("\n\n")}\n\n` };
}

/** Words where there were none, or none where there were some, with the empty lines that go with them. */
function setStretch(prose: string, { start, end }: Stretch, text: string): Splice {
  if (start < end && text) return { start, end, text };
  if (start < end) {
    const lines = /^\n*/.exec(prose.slice(end))?.[0].length ?? 0;
    const rest = prose.slice(end + lines);
    if (rest) return { start, end: end + lines, text: "" };
    return { start: prose.slice(0, start).trimEnd().length, end, text: "" };
  }
  return { start, end, text: `\n\n${text}` };
}
