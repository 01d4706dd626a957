import { expect, test } from "vitest";
import { ContentError } from "./content-problems.ts";
import { readContent } from "./read-content.ts";
import { readSource } from "./source-text.ts";

/** What an owner reads after a mistake is in tests/content/snapshots/owner-edits.txt. */
const folder = "tests/example-studio";
const { text } = readSource(`${folder}/studio.yaml`);
const readWith = (studioText: string) => readContent(folder, new Map([["studio.yaml", studioText]]));

test("the treatments are in the order of the paths", () => {
  const slugs = ["sea-clay-facial", "blue-light", "lactic-peel", "warm-stone-rest", "collagen-needling"];
  expect([...readContent(folder).treatments.keys()]).toEqual(slugs);
});

test("a file is parsed again once its text has changed, and what is wrong with it is said each time", () => {
  const before = readWith(text);
  const after = readWith(text.replace(/^area: .*$/m, "area: Elsewhere"));
  expect(after.site).toBe(before.site);
  expect(after.studio.area).not.toEqual(before.studio.area);
  const withoutArea = text.replace(/^area: .*\n/m, "");
  for (const _ of [1, 2]) expect(() => readWith(withoutArea)).toThrow(ContentError);
  expect(readWith(text).studio).toBe(before.studio);
});
