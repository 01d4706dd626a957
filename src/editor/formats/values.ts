import type { Edit, Key, Path } from "../api/api-types.ts";

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

/** The file has no place for this edit. Any other error while a text is edited is a fault of the editor. */
export class CannotWrite extends Error {
  constructor({ do: kind, path }: Edit) {
    super(`Cannot write ${kind} at ${path}`);
  }
}

/** Returns a copy of the values with the edit applied. */
export function applyEdit(values: unknown, edit: Edit): unknown {
  const copy = structuredClone(values) as Record<Key, unknown>;
  const keys = keysOf(edit.path);
  if (edit.do === "set") {
    if (keys.length === 0) return edit.value;
    setValue(copy, edit, edit.value);
    return copy;
  }
  const here = valueAt(copy, keys);
  if (Array.isArray(here)) {
    if (edit.do === "add") here.splice(edit.at, 0, edit.value);
    if (edit.do === "take") here.splice(edit.at, 1);
    if (edit.do === "move") here.splice(edit.to, 0, ...here.splice(edit.from, 1));
    return copy;
  }
  if (edit.do === "add") {
    setValue(copy, edit, [edit.value]);
    return copy;
  }
  const record: unknown = here ?? {};
  // A fact that is plain text has no source left to remove.
  if (edit.do === "settle" && !isRecord(record)) return copy;
  if (!isRecord(record)) throw new CannotWrite(edit);
  if (edit.do === "settle") delete record.source;
  if (edit.do === "choose") {
    delete record[edit.from];
    record[edit.to] = edit.value;
  }
  return copy;
}

function setValue(values: Record<Key, unknown>, edit: Edit, value: unknown) {
  const keys = keysOf(edit.path);
  let here: Record<Key, unknown> = values;
  for (const [depth, key] of keys.entries()) {
    // An edit may set an entry of a list, but only "add" makes one.
    if (!here || typeof here !== "object" || (Array.isArray(here) && !(key in here))) throw new CannotWrite(edit);
    if (depth === keys.length - 1) {
      if (value === undefined) delete here[key];
      else here[key] = value;
    } else {
      here[key] ??= {};
      here = here[key] as Record<Key, unknown>;
    }
  }
}

/** The Canadian locale formats dates as YYYY-MM-DD, like the content files. */
export const formatContentDay = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone }).format(at);

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const numberWords = "No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split(" ");

/** At the start of a sentence: "Six", "Twelve", "13". */
export const numberWord = (count: number): string => numberWords[count] ?? String(count);
