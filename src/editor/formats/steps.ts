import type { Key, Path } from "../vocabulary.ts";
import {
  CannotWrite,
  countShared,
  deepEqual,
  isRecord,
  joinPath,
  keysOf,
  pathOf,
  valueAt,
  withValue,
} from "./values.ts";

/** The smallest changes of a file, each of which leaves all other lines as they are. To set undefined removes a key. */
export type Step =
  | { do: "set"; path: Path; value: unknown }
  | { do: "add"; path: Path; at: number; value: unknown }
  | { do: "remove"; path: Path; at: number }
  | { do: "move"; path: Path; from: number; to: number };

/** The steps from one value to another. Removing comes last, because a record without keys is removed too. */
export function stepsBetween(path: Path, before: unknown, after: unknown): Step[] {
  if (deepEqual(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return listSteps(path, before, after);
  if (!isRecord(before) || !isRecord(after)) return [{ do: "set", path, value: after }];
  const removed = Object.keys(before).filter((key) => !(key in after));
  return [
    ...Object.entries(after).flatMap(([key, inner]) => stepsBetween(joinPath(path, key), before[key], inner)),
    ...removed.map((key): Step => ({ do: "set", path: joinPath(path, key), value: undefined })),
  ];
}

function listSteps(path: Path, before: unknown[], after: unknown[]): Step[] {
  const { start, end } = countShared(before, after, deepEqual);
  const old = before.slice(start, before.length - end);
  const current = after.slice(start, after.length - end);
  const last = start + old.length - 1;
  if (deepEqual([...old.slice(1), old[0]], current)) return [{ do: "move", path, from: start, to: last }];
  if (deepEqual(old, [...current.slice(1), current[0]])) return [{ do: "move", path, from: last, to: start }];
  const shared = Math.min(old.length, current.length);
  return [
    ...old.slice(shared).map((_, at): Step => ({ do: "remove", path, at: last - at })),
    ...current.slice(0, shared).flatMap((item, at) => stepsBetween(joinPath(path, start + at), old[at], item)),
    ...current.slice(shared).map((value, at): Step => ({ do: "add", path, at: start + shared + at, value })),
  ];
}

/** Returns a copy of the values with the step made. */
export function applyStep(values: unknown, step: Step): unknown {
  const keys = keysOf(step.path);
  if (step.do === "set")
    return step.value === undefined ? withoutKey(values, keys) : withValue(values, step.path, step.value);
  const list = valueAt(values, keys);
  if (!Array.isArray(list)) throw new CannotWrite(step.path);
  const items = [...list];
  if (step.do === "add") items.splice(step.at, 0, step.value);
  if (step.do === "remove") items.splice(step.at, 1);
  if (step.do === "move") items.splice(step.to, 0, ...items.splice(step.from, 1));
  return withValue(values, step.path, items);
}

/** A record goes with its last key, but for an entry of a list. */
function withoutKey(values: unknown, keys: Key[]): unknown {
  const above = keys.slice(0, -1);
  const left = withValue(values, pathOf(keys), undefined);
  const isEmptied = deepEqual(valueAt(left, above), {}) && typeof above.at(-1) === "string";
  return isEmptied ? withoutKey(left, above) : left;
}
