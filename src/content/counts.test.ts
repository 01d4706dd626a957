import { expect, test } from "vitest";
import { fillCounts } from "./counts.ts";

test.each([
  [0, "no"],
  [1, "one"],
  [19, "nineteen"],
  [20, "twenty"],
  [21, "twenty-one"],
  [99, "ninety-nine"],
])("a text says how many there are: %i", (treatments, word) => {
  const fill = fillCounts({ treatments, paths: 4 });
  expect(fill({ all: ["All {treatments} of {paths} {phone}", 7] })).toEqual({
    all: [`All ${word} of four {phone}`, 7],
  });
  expect(fill("{Paths} paths")).toBe("Four paths");
});
