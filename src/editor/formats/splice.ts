/** A range of a text and its replacement. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

export const splice = (text: string, { start, end, text: replacement }: Splice) =>
  text.slice(0, start) + replacement + text.slice(end);

/** The smallest single splice that turns one text into the other. */
export function spliceBetween(before: string, after: string): Splice {
  const limit = Math.min(before.length, after.length);
  let start = 0;
  while (start < limit && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < limit - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}
