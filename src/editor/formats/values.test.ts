import { expect, test } from "vitest";
import type { Edit } from "../api/api-types.ts";
import {
  applyEdit,
  CannotWrite,
  containsPath,
  deepEqual,
  keysOf,
  numberWord,
  pathsOverlap,
  valueAt,
} from "./values.ts";

test.each<[unknown, Edit, unknown]>([
  [{ a: 1 }, { do: "set", path: "", value: 2 }, 2],
  [{ a: 1 }, { do: "set", path: "a", value: null }, { a: null }],
  [{ a: 1, b: 2 }, { do: "set", path: "a", value: undefined }, { b: 2 }],
  [{}, { do: "set", path: "a/b", value: 1 }, { a: { b: 1 } }],
  [{ a: ["x", "y"] }, { do: "set", path: "a/1", value: "z" }, { a: ["x", "z"] }],
  [{ a: [{ b: 1 }] }, { do: "set", path: "a/0/b", value: 2 }, { a: [{ b: 2 }] }],
  [{ a: ["x", "y"] }, { do: "add", path: "a", at: 1, value: "z" }, { a: ["x", "z", "y"] }],
  [{}, { do: "add", path: "a", at: 0, value: "z" }, { a: ["z"] }],
  [{ a: ["x", "y", "z"] }, { do: "take", path: "a", at: 1 }, { a: ["x", "z"] }],
  [{ a: ["x", "y", "z"] }, { do: "move", path: "a", from: 0, to: 2 }, { a: ["y", "z", "x"] }],
  [{ a: { value: 1, source: "sample" } }, { do: "settle", path: "a" }, { a: { value: 1 } }],
  [{ a: "plain" }, { do: "settle", path: "a" }, { a: "plain" }],
  [{ a: { b: 1, c: 2 } }, { do: "choose", path: "a", from: "b", to: "d", value: 3 }, { a: { c: 2, d: 3 } }],
])("in %j the edit %j makes %j, and the values before stay as they were", (values, edit, expected) => {
  const before = structuredClone(values);
  expect(applyEdit(values, edit)).toEqual(expected);
  expect(values).toEqual(before);
});

test.each<[unknown, Edit]>([
  [{ a: ["x"] }, { do: "set", path: "a/1", value: "y" }],
  [{ a: "text" }, { do: "set", path: "a/b", value: 1 }],
  [{ a: "text" }, { do: "choose", path: "a", from: "b", to: "c", value: 1 }],
])("in %j there is no place for the edit %j", (values, edit) => {
  expect(() => applyEdit(values, edit)).toThrow(CannotWrite);
});

test.each([
  [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, true],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: undefined }, { b: undefined }, false],
  [[], {}, false],
  [null, {}, false],
  [Number.NaN, Number.NaN, true],
  ["1", 1, false],
])("whether %j and %j are equal: %s", (one, other, equal) => {
  expect([deepEqual(one, other), deepEqual(other, one)]).toEqual([equal, equal]);
});

test("a path is read in keys, and overlaps with what is inside it alone", () => {
  expect([keysOf(""), keysOf("a/10/b2")]).toEqual([[], ["a", 10, "b2"]]);
  expect([valueAt({ a: [{ b: 1 }] }, ["a", 0, "b"]), valueAt({ a: "b" }, ["a", "length"])]).toEqual([1, undefined]);
  expect([containsPath("a", "a/b"), containsPath("a", "a"), containsPath("a", "ab")]).toEqual([true, true, false]);
  expect([pathsOverlap("a/b", "a"), pathsOverlap("a", "a/b"), pathsOverlap("a/b", "a/c")]).toEqual([true, true, false]);
  expect([0, 1, 12, 13].map(numberWord)).toEqual(["No", "One", "Twelve", "13"]);
});
