import { expect, test } from "vitest";
import { applyStep, type Step, stepsBetween } from "./steps.ts";
import {
  CannotWrite,
  containsPath,
  deepEqual,
  keysOf,
  numberWord,
  pathsOverlap,
  valueAt,
  withValue,
} from "./values.ts";

test.each<[unknown, unknown, Step[]]>([
  [{ a: 1 }, { a: null }, [{ do: "set", path: "a", value: null }]],
  [{ a: 1, b: 2 }, { b: 2 }, [{ do: "set", path: "a", value: undefined }]],
  [{}, { a: { b: 1 } }, [{ do: "set", path: "a", value: { b: 1 } }]],
  [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, [{ do: "set", path: "a/0/b", value: 2 }]],
  [{ a: ["x", "y"] }, { a: ["x", "z", "y"] }, [{ do: "add", path: "a", at: 1, value: "z" }]],
  [{ a: ["x", "y", "z"] }, { a: ["x", "z"] }, [{ do: "remove", path: "a", at: 1 }]],
  [{ a: ["x", "y", "z"] }, { a: ["y", "z", "x"] }, [{ do: "move", path: "a", from: 0, to: 2 }]],
  [{ a: ["x", "y", "z"] }, { a: ["z", "x", "y"] }, [{ do: "move", path: "a", from: 2, to: 0 }]],
  [
    { a: ["x", "y", "z"] },
    { a: ["u", "v"] },
    [
      { do: "remove", path: "a", at: 2 },
      { do: "set", path: "a/0", value: "u" },
      { do: "set", path: "a/1", value: "v" },
    ],
  ],
])("the steps from %j to %j are %j, and they lead there", (before, after, steps) => {
  expect(stepsBetween("", before, after)).toEqual(steps);
  const unchanged = structuredClone(before);
  expect(steps.reduce(applyStep, before)).toEqual(after);
  expect(before).toEqual(unchanged);
});

test.each([
  [{ a: ["x"] }, "a/1"],
  [{ a: "text" }, "a/b"],
])("in %j there is no place for a value at %s", (values, path) => {
  expect(() => withValue(values, path, 1)).toThrow(CannotWrite);
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
