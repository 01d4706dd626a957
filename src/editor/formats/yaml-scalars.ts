import { CST, parseDocument, Scalar } from "yaml";
import { countShared } from "./splice.ts";

/** Lists ways to write a new value, the closest to the old style first. The caller uses the first that parses back. */
export function scalarCandidates(value: unknown, old: Scalar, source: string, inFlow: boolean): string[] {
  if (typeof value !== "string") return [inSameStyle(value, source)];
  return [
    ...replaceWords(old, source, value),
    ...(old.type === Scalar.BLOCK_FOLDED ? [folded(source, value)] : []),
    ...(old.type === Scalar.PLAIN ? [scalarText(value, inFlow)] : withSameQuotes(old, value)),
    JSON.stringify(value),
  ];
}

/** Writes a value with the quotes or the block style that the old one has. */
function withSameQuotes({ srcToken, type = Scalar.PLAIN }: Scalar, value: string): string[] {
  if (!CST.isScalar(srcToken)) return [];
  const token = structuredClone(srcToken);
  CST.setScalarValue(token, value, { type, afterKey: true });
  return [token.type === "block-scalar" ? CST.stringify(token) : (token as CST.FlowScalar).source];
}

/** Writes a new value, with quotes only when it needs them. */
export function scalarText(value: unknown, inFlow = false): string {
  return typeof value === "string" ? plainOrQuoted(value, JSON.stringify(value), inFlow) : String(value);
}

function plainOrQuoted(value: string, quoted: string, inFlow: boolean): string {
  if (value === "" || /[\n\r\t]|^\s|\s$|\s#|:(\s|$)/.test(value)) return quoted;
  const document = parseDocument(inFlow ? `[ ${value} ]` : `k: ${value}`);
  const read = document.errors.length ? undefined : document.getIn([inFlow ? 0 : "k"], true);
  const plain = read instanceof Scalar && read.type === Scalar.PLAIN && read.value === value;
  // YAML 1.1 parsers read a plain 10:30 as a number.
  return plain && !/^\d+:\d/.test(value) ? value : quoted;
}

/** Numbers keep their decimals. */
function inSameStyle(value: unknown, source: string): string {
  if (typeof value === "number") {
    const decimals = /^-?\d+\.(\d{3,})$/.exec(source)?.[1]?.length ?? 0;
    const padded = value.toFixed(decimals);
    return Number(padded) === value ? padded : String(value);
  }
  return value === null ? "null" : String(value);
}

/** Replaces only the words that differ in a text over several lines, so that the other words keep their line breaks. */
function replaceWords(old: Scalar, source: string, value: string): string[] {
  const before = String(old.value);
  if (!source.includes("\n") || value === "" || /\n/.test(value + before.trimEnd())) return [];
  // Each space of the value is a space or a line break in the source, so positions are counted in words.
  const [was, now] = [before.split(" "), value.split(" ")];
  const { start, end } = countShared(was, now);
  const body = /^[>|][^\n]*\n/.exec(source)?.[0] ?? "";
  const gaps = [...source.slice(body.length).matchAll(/\s+/g)];
  const words = source.slice(body.length).trim().split(/\s+/);
  const indent = /^\s*/.exec(source.slice(body.length))?.[0] ?? "";
  if (words.length !== was.length) return [];
  const lines = gaps.slice(indent ? 1 : 0).map(([gap]) => gap);
  const middle = now.slice(start, now.length - end);
  const rewritten = [...words.slice(0, start), ...middle, ...words.slice(words.length - end)];
  const tail = /\s*$/.exec(source)?.[0] ?? "";
  const separators = rewritten.slice(1).map((_, at) => {
    // Words that are only added stay on the line of those before them.
    if (at < start - 1 || (at === start - 1 && middle.length > 0 && start + end < words.length))
      return lines[at] ?? " ";
    const fromEnd = rewritten.length - 2 - at;
    return fromEnd < end ? (lines[words.length - 2 - fromEnd] ?? " ") : " ";
  });
  return [body + indent + rewritten.map((word, at) => word + (separators[at] ?? "")).join("") + tail];
}

function blockParts(source: string) {
  const [header = "", ...lines] = source.replace(/\n+$/, "").split("\n");
  const indent = /^ */.exec(lines.find((line) => line.trim()) ?? "  ")?.[0] ?? "  ";
  return { header, lines, indent, tail: /\n*$/.exec(source)?.[0] ?? "" };
}

/** Wraps the text at the length of its longest line so far. */
function folded(source: string, value: string): string {
  const { header, lines, indent, tail } = blockParts(source);
  const widest = Math.max(80, ...lines.map((line) => line.length)) - indent.length;
  const wrapped = value
    .replace(/\n$/, "")
    .split("\n")
    .map((paragraph) => {
      const found: string[] = [];
      for (const word of paragraph.split(" ")) {
        const longer = `${found.at(-1) ?? ""} ${word}`;
        if (found.length && longer.length <= widest) found[found.length - 1] = longer;
        else found.push(word);
      }
      return found.map((line) => indent + line).join("\n");
    });
  return `${header}\n${wrapped.join("\n\n")}${tail}`;
}

/** Writes a record or list as lines below a key. Short lists of scalars stay on one line. */
export function blockLines(value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    // A record begins on the line of its hyphen.
    const entry = (item: unknown) =>
      typeof item === "object" && item !== null && !isOneLine(item)
        ? `${indent}- ${blockLines(item, `${indent}  `).trimStart()}`
        : `${indent}- ${flowText(item)}`;
    return value.map(entry).join("\n");
  }
  return Object.entries(value as object)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]) => {
      const name = `${indent}${scalarText(key)}:`;
      return isOneLine(inner) ? `${name} ${flowText(inner)}` : `${name}\n${blockLines(inner, `${indent}  `)}`;
    })
    .join("\n");
}

const isOneLine = (value: unknown) =>
  typeof value !== "object" ||
  value === null ||
  Object.keys(value).length === 0 ||
  (isScalarList(value) && flowText(value).length < 100);

/** Writes a value in flow style, on one line. */
export function flowText(value: unknown, inFlow = false): string {
  if (Array.isArray(value)) return flowList(value.map((item) => flowText(item, true)));
  if (typeof value !== "object" || value === null) return scalarText(value, inFlow);
  const fields = Object.entries(value).map(([key, inner]) => `${scalarText(key, true)}: ${flowText(inner, true)}`);
  return fields.length ? `{ ${fields.join(", ")} }` : "{}";
}

export const isScalarList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null);

const flowList = (items: string[]) => `[${items.join(", ")}]`;
