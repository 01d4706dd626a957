import { diff3Merge } from "node-diff3";

/** Three-way merge by lines. Returns undefined when both sides changed the same or adjacent lines. */
export function mergeLines(base: string, theirs: string, mine: string): string | undefined {
  const lines: string[] = [];
  for (const { ok } of diff3Merge(theirs.split("\n"), base.split("\n"), mine.split("\n"))) {
    if (!ok) return undefined;
    lines.push(...ok);
  }
  return lines.join("\n");
}
