import type { Edit, Key, Path } from "../api/api-types.ts";
import { type Splice, splice, spliceBetween } from "./splice.ts";
import { deepEqual, isRecord, joinPath } from "./values.ts";

/** The edits that turn a record or a list into another one step by step, so that equal values keep their text. */
export function stepEdits(path: Path, old: unknown, value: unknown): Edit[] {
  const set = (key: Key, inner: unknown): Edit => ({ do: "set", path: joinPath(path, key), value: inner });
  if (isRecord(old) && isRecord(value))
    return [
      ...Object.keys(old).flatMap((key) => (key in value ? [] : [set(key, undefined)])),
      ...Object.entries(value).flatMap(([key, inner]) => (deepEqual(old[key], inner) ? [] : [set(key, inner)])),
    ];
  if (!Array.isArray(old) || !Array.isArray(value)) return [];
  const shared = Math.min(old.length, value.length);
  return [
    ...old.slice(shared).map((_, at): Edit => ({ do: "take", path, at: old.length - 1 - at })),
    ...value.slice(0, shared).flatMap((item, at) => (deepEqual(old[at], item) ? [] : [set(at, item)])),
    ...value.slice(shared).map((item, at): Edit => ({ do: "add", path, at: shared + at, value: item })),
  ];
}

/** Makes one edit after the other, and returns all of them as one change of the text. */
export function applySteps(
  text: string,
  edits: Edit[],
  apply: (text: string, edit: Edit) => Splice | undefined,
): Splice {
  const result = edits.reduce((here, edit) => {
    const change = apply(here, edit);
    return change ? splice(here, change) : here;
  }, text);
  return spliceBetween(text, result);
}
