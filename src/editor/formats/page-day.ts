import { diff3Merge } from "node-diff3";
import { isRecord } from "./values.ts";

const dayLine = /^updated: .*$/m;

/** The values of a page apart from the day of its last change. */
export function withoutDay(values: unknown): unknown {
  if (!isRecord(values)) return values;
  const { updated: _, ...others } = values;
  return others;
}

/** Merges by lines. Every save of a page sets its day, which would make any two of them a conflict, so theirs is kept. */
export function mergeKeepingDay(base: string, theirs: string, mine: string): string | undefined {
  const [line] = dayLine.exec(theirs) ?? [""];
  const withSameDay = (text: string) => text.replace(dayLine, () => line);
  return mergeLines(withSameDay(base), theirs, withSameDay(mine));
}

/** Three-way merge by lines. Returns undefined when both sides changed the same or adjacent lines. */
export function mergeLines(base: string, theirs: string, mine: string): string | undefined {
  const lines: string[] = [];
  for (const { ok } of diff3Merge(theirs.split("\n"), base.split("\n"), mine.split("\n"))) {
    if (!ok) return undefined;
    lines.push(...ok);
  }
  return lines.join("\n");
}
