/** A range of lines to replace, and the lines that replace it. */
interface Hunk {
  from: number;
  count: number;
  lines: string[];
}

/**
 * Three-way merge by lines. Returns undefined when both sides changed the same or adjacent lines.
 */
export function mergeLines(base: string, theirs: string, mine: string): string | undefined {
  if (theirs === base) return mine;
  if (mine === base || mine === theirs) return theirs;
  const lines = base.split("\n");
  const [a, b] = [hunks(lines, theirs.split("\n")), hunks(lines, mine.split("\n"))];
  const clash = b.some((own) =>
    a.some((other) => own.from <= other.from + other.count && other.from <= own.from + own.count),
  );
  if (clash) return undefined;
  for (const { from, count, lines: replacement } of [...a, ...b].sort((one, two) => two.from - one.from))
    lines.splice(from, count, ...replacement);
  return lines.join("\n");
}

function hunks(before: string[], after: string[]): Hunk[] {
  const limit = Math.min(before.length, after.length);
  let start = 0;
  while (start < limit && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < limit - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const [was, now] = [before.slice(start, before.length - tail), after.slice(start, after.length - tail)];
  const common = longestCommon(was, now);
  const found: Hunk[] = [];
  let [at, to] = [0, 0];
  for (const [a, b] of [...common, [was.length, now.length] as const]) {
    if (a > at || b > to) found.push({ from: start + at, count: a - at, lines: now.slice(to, b) });
    [at, to] = [a + 1, b + 1];
  }
  return found;
}

/** Returns the longest common subsequence as pairs of line numbers. */
function longestCommon(a: string[], b: string[]): [number, number][] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = a.length - 1; row >= 0; row--) {
    for (let column = b.length - 1; column >= 0; column--) {
      const here = lengths[row];
      if (here)
        here[column] =
          a[row] === b[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = [];
  let [row, column] = [0, 0];
  while (row < a.length && column < b.length) {
    if (a[row] === b[column]) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}
