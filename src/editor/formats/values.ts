import type { Edit, Key, Path } from "../api/api-types.ts";

export const keysOf = (path: Path): Key[] =>
  path === "" ? [] : path.split("/").map((key) => (/^\d+$/.test(key) ? Number(key) : key));

export const pathOf = (keys: readonly Key[]): Path => keys.join("/");

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

/** Returns a copy of the values with the edit applied. */
export function applyEdit(values: unknown, edit: Edit): unknown {
  const copy = structuredClone(values) as Record<Key, unknown>;
  const keys = keysOf(edit.path);
  if (edit.do === "set") {
    if (keys.length === 0) return edit.value;
    setValue(copy, keys, edit.value);
    return copy;
  }
  const here = valueAt(copy, keys);
  if (Array.isArray(here)) {
    if (edit.do === "add") here.splice(edit.at, 0, edit.value);
    if (edit.do === "take") here.splice(Number(edit.at), 1);
    if (edit.do === "move") here.splice(edit.to, 0, ...here.splice(edit.from, 1));
    return copy;
  }
  if (edit.do === "add" && Array.isArray(edit.value) === false && edit.name === undefined) {
    setValue(copy, keys, [edit.value]);
    return copy;
  }
  const record = (here ?? {}) as Record<Key, unknown>;
  if (edit.do === "add" && edit.name !== undefined) {
    record[edit.name] = edit.value;
    if (here === undefined) setValue(copy, keys, record);
  }
  if (edit.do === "take") delete record[edit.at];
  if (edit.do === "settle") delete record.source;
  if (edit.do === "choose") {
    delete record[edit.from];
    record[edit.to] = edit.value;
  }
  return copy;
}

function setValue(values: Record<Key, unknown>, keys: readonly Key[], value: unknown) {
  const last = keys.at(-1) as Key;
  let here = values;
  for (const key of keys.slice(0, -1)) {
    here[key] ??= {};
    here = here[key] as Record<Key, unknown>;
  }
  if (value === undefined) delete here[last];
  else here[last] = value;
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const numberWords = "No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split(" ");

/** At the start of a sentence: "Six", "Twelve", "13". */
export const numberWord = (count: number): string => numberWords[count] ?? String(count);
