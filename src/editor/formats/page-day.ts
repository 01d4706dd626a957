import { diff3Merge } from "node-diff3";

const dayLine = /^updated: .*$/m;

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
