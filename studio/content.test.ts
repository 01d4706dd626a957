import { expect, test } from "vitest";
import { loadEnvironment } from "../settings/load.ts";
import { readFolders } from "../settings/settings.ts";
import { findClaims } from "./claims.ts";
import { readContent } from "./read.ts";
import { listWords } from "./words.ts";

/** What must hold for any owner's words. */
const content = readContent(readFolders(loadEnvironment()).contentFolder);

test("the content is read without a mistake", () => {
  expect(content.treatments.size).toBeGreaterThan(0);
});

test("the content makes no claim the studio may not make", () => {
  const words = listWords(content);
  expect(words.length).toBeGreaterThan(500);
  expect(findClaims(words, content.claims).map(({ file, field, words }) => `${file} ${field}: ${words}`)).toEqual([]);
});
