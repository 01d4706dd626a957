/** A range of a text and its replacement. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

export const splice = (text: string, { start, end, text: replacement }: Splice) =>
  text.slice(0, start) + replacement + text.slice(end);

/** How many entries two lists, or characters two texts, share at the start, and of the rest at the end. */
export function countShared<T>(one: ArrayLike<T>, other: ArrayLike<T>, isSame: (a: T, b: T) => boolean = Object.is) {
  const limit = Math.min(one.length, other.length);
  let start = 0;
  while (start < limit && isSame(one[start] as T, other[start] as T)) start++;
  let end = 0;
  while (end < limit - start && isSame(one[one.length - 1 - end] as T, other[other.length - 1 - end] as T)) end++;
  return { start, end };
}

type Ranges = Omit<Splice, "text">[];

/** Moves one of several ranges, and leaves the text between them in place. */
export function moveRange(text: string, ranges: Ranges, from: number, to: number): Splice | undefined {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last) return undefined;
  const gaps = ranges.map(({ end }, at) => text.slice(end, ranges[at + 1]?.start ?? end));
  const moved = ranges.map(({ start, end }) => text.slice(start, end));
  moved.splice(to, 0, ...moved.splice(from, 1));
  return { start: first.start, end: last.end, text: moved.map((piece, at) => piece + gaps[at]).join("") };
}

/** Removes a range and the gap to its neighbour. It is not the only one. */
export function removeRange(ranges: Ranges, at: number): Splice | undefined {
  const [own, next, previous] = [ranges[at], ranges[at + 1], ranges[at - 1]];
  if (!own) return undefined;
  if (next) return { start: own.start, end: next.start, text: "" };
  return { start: previous?.end ?? own.start, end: own.end, text: "" };
}

/** Adds a text among ranges that are not empty. */
export function addRange(ranges: Ranges, at: number, text: string, gap: string): Splice {
  const above = ranges[at - 1];
  const start = above?.end ?? ranges[0]?.start ?? 0;
  return { start, end: start, text: above ? gap + text : text + gap };
}
