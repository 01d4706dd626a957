import { expect, test } from "vitest";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { readingGrade, readPageTexts } from "../../tools/reading-grade.ts";

/** Many visitors read in a second language, on a phone, and want to know one thing. */
const maxGrade = 6;

test("every page can be read after six years of school", () => {
  const pages = readPageTexts(readFolders(loadEnvironment()).contentFolder);
  expect(pages.size).toBeGreaterThan(10);
  expect([...pages].filter(([, text]) => readingGrade(text) > maxGrade).map(([file]) => file)).toEqual([]);
});

test("a hard sentence is above that grade", () => {
  const text =
    "Contraindications necessitating individualized medical evaluation preceding administration are enumerated.";
  expect(readingGrade(text)).toBeGreaterThan(maxGrade);
});
