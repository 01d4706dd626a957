import type { Entry, Key, Path } from "../vocabulary.ts";

export const keysOf = (path: Path): Key[] =>
  path === "" ? [] : path.split("/").map((key) => (/^\d+$/.test(key) ? Number(key) : key));

export const joinPath = (path: Path, key: Key): Path =>
  path === "" || key === "" ? `${path}${key}` : `${path}/${key}`;

export const pathOf = (keys: readonly Key[]): Path => keys.join("/");

export const containsPath = (outer: Path, inner: Path) => outer === inner || inner.startsWith(`${outer}/`);

export const pathsOverlap = (one: Path, other: Path) => containsPath(one, other) || containsPath(other, one);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The browser runs this too, so it cannot use node:util. */
export function deepEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return Object.is(one, other);
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === others.length &&
    keys.every((key) => key in other && deepEqual(one[key as never], other[key as never]))
  );
}

export function valueAt(values: unknown, keys: readonly Key[]): unknown {
  let here = values;
  for (const key of keys) {
    if (typeof here !== "object" || here === null) return undefined;
    here = (here as Record<Key, unknown>)[key];
  }
  return here;
}

/** The file has no place for this value. Any other error while a text is edited is a fault of the editor. */
export class CannotWrite extends Error {
  constructor(path: Path) {
    super(`Cannot write at ${path}`);
  }
}

/** Returns a copy of the values with another value at the path. Undefined removes what is there. */
export function withValue(values: unknown, path: Path, value: unknown): unknown {
  const keys = keysOf(path);
  if (keys.length === 0) return value;
  const copy = structuredClone(values) as Record<Key, unknown>;
  let here = copy;
  for (const [depth, key] of keys.entries()) {
    // The value of an entry may be another one, but a list does not grow this way.
    if (!here || typeof here !== "object" || (Array.isArray(here) && !(key in here))) throw new CannotWrite(path);
    if (depth < keys.length - 1) {
      here[key] ??= {};
      here = here[key] as Record<Key, unknown>;
    } else if (value === undefined) delete here[key];
    else here[key] = value;
  }
  return copy;
}

/** How many entries two lists, or characters two texts, share at the start, and of the rest at the end. */
export function countShared<T>(one: ArrayLike<T>, other: ArrayLike<T>, isSame: (a: T, b: T) => boolean = Object.is) {
  const limit = Math.min(one.length, other.length);
  let start = 0;
  while (start < limit && isSame(one[start] as T, other[start] as T)) start++;
  let end = 0;
  while (end < limit - start && isSame(one[one.length - 1 - end] as T, other[other.length - 1 - end] as T)) end++;
  return { start, end };
}

/** The Canadian locale formats dates as YYYY-MM-DD, like the content files. */
export const formatContentDay = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone }).format(at);

/** Whether an entry of the menu shows a field, or all that is said of a whole file. */
export function showsField(
  entry: Pick<Entry, "files" | "only" | "except">,
  { file, path }: { file: string; path: Path },
) {
  const key = String(keysOf(path)[0] ?? "");
  return entry.files.includes(file) && (entry.only?.includes(key) ?? true) && !entry.except?.includes(key);
}

/** A day of a content file in words: "24 December 2026". */
export const longDate = (date: string) => dayInWords.format(new Date(date));
const dayInWords = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
