import { expect, test } from "vitest";
import type { ContentError } from "./content-problems.ts";
import { readContent } from "./read-content.ts";
import { readSource } from "./source-text.ts";

const studio = "tests/example-studio";
const { text } = readSource(`${studio}/studio.yaml`);
const readWith = (studioText: string) => readContent(studio, new Map([["studio.yaml", studioText]]));

test("a file is parsed again once its text has changed", () => {
  const before = readWith(text);
  const after = readWith(text.replace(/^area: .*$/m, "area: Elsewhere"));
  expect(after.site).toBe(before.site);
  expect(after.studio.area).not.toEqual(before.studio.area);
});

test("what is wrong with a file is said each time it is read", () => {
  const problems = () => {
    try {
      return readWith(text.replace(/^area: .*\n/m, "")) && [];
    } catch (error) {
      return (error as ContentError).problems.map(({ file, message }) => `${file}: ${message}`);
    }
  };
  const said = problems();
  expect(said).toEqual([expect.stringContaining("studio.yaml: 'area' is missing.")]);
  expect(problems()).toEqual(said);
});
