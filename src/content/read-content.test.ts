import { expect, test } from "vitest";
import type { ContentError } from "./content-problems.ts";
import { listPages, treatmentPicture } from "./page-list.ts";
import { readContent } from "./read-content.ts";
import { readSource } from "./source-text.ts";

/** What an owner reads after a mistake is in tests/content/snapshots/owner-edits.txt. */
const folder = "tests/example-studio";
const { text } = readSource(`${folder}/studio.yaml`);
const readWith = (studioText: string) => readContent(folder, new Map([["studio.yaml", studioText]]));

test("the treatments are in the order of the paths, and every page is listed", () => {
  const content = readContent(folder);
  const slugs = ["sea-clay-facial", "blue-light", "lactic-peel", "warm-stone-rest", "collagen-needling"];
  expect(content.paths.map(({ id }) => id)).toEqual(["clear", "calm", "renew"]);
  expect([...content.treatments.keys()]).toEqual(slugs);
  const pages = { ...content.pages, results: undefined };
  const without = listPages({ ...content, pages }).map(({ path }) => path);
  expect(listPages(content).map(({ path }) => path)).toEqual(expect.arrayContaining([...without, "/results"]));
  expect(without).toEqual(expect.arrayContaining(["/", ...slugs.map((slug) => `/treatments/${slug}`)]));
  expect(without).not.toContain("/results");
});

test("a treatment without a picture shows its path's", () => {
  const content = readContent(folder);
  expect(treatmentPicture(content, { picture: undefined, path: "calm" })).toBe("path-calm");
  expect(treatmentPicture(content, { picture: "about", path: "calm" })).toBe("about");
});

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
      return (error as ContentError).problems.map(({ file, field }) => `${file} ${field}`);
    }
  };
  expect([problems(), problems()]).toEqual([["studio.yaml area"], ["studio.yaml area"]]);
});
