import { expect, onTestFinished, test, vi } from "vitest";
import type { Problem, Site } from "../api/api-types.ts";
import { publishBlock } from "./format.ts";
import { changeKept, countedProblems, getState, readKept, setState, shownProblems } from "./state.ts";

const problemAt = (path: string): Problem => ({
  file: "reviews.yaml",
  title: "Reviews",
  path,
  label: "Name",
  kind: "mistake",
  message: "It is too short.",
  blocking: true,
});

test("a new entry has nothing to fix before its fields are left, and everything once she goes on elsewhere", () => {
  const problems = ["reviews/0/name", "reviews/5/name", "reviews/5/consent/how", "reviews/5"].map(problemAt);
  const counted = (newEntry: Parameters<typeof countedProblems>[1]) =>
    countedProblems(problems, newEntry).map(({ path }) => path);
  const newEntry = { file: "reviews.yaml", path: "reviews/5", left: [] };
  expect(counted(newEntry)).toEqual(["reviews/0/name"]);
  expect(counted({ ...newEntry, left: ["reviews/5/consent/how"] })).toEqual([
    "reviews/0/name",
    "reviews/5/consent/how",
  ]);
  expect(counted({ ...newEntry, file: "results.yaml" })).toHaveLength(4);
  expect(counted(null)).toHaveLength(4);
});

test("a sentence that names what is not offered is to be fixed, but publishing does not wait for it", () => {
  const named = { ...problemAt("reviews/0/text"), blocking: false };
  const askedAtLaunch: Problem = { ...problemAt("reviews/1"), kind: "launch", blocking: false };
  const site = { problems: [named, askedAtLaunch] } as unknown as Site;
  const problems = shownProblems({ ...getState(), site });
  expect(problems).toEqual([named]);
  expect(publishBlock({ problems })).toBeNull();
  expect(publishBlock({ problems: [named, problemAt("reviews/2")] })).toBe("Fix 1 thing first");
});

test("words for which the browser has no space stay in their window, and are stored once it has", () => {
  const stored = new Map<string, string>();
  let isFull = true;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException("No space", "QuotaExceededError");
      stored.set(key, value);
    },
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    setState({ begun: {}, errorMessage: null });
  });
  changeKept("begun", "picture/hero", () => ({ alt: "A wall" }));
  expect(getState().errorMessage).toContain("no space");
  changeKept("begun", "new-treatment", () => ({ name: "Facial" }));
  const both = { "picture/hero": { alt: "A wall" }, "new-treatment": { name: "Facial" } };
  expect(getState().begun).toEqual(both);
  isFull = false;
  changeKept("begun", "new-treatment", (now) => now);
  expect(readKept("begun")).toEqual(both);
  expect([...stored]).toEqual([
    ["editor-begun", JSON.stringify({ "picture/hero": { alt: "A wall" }, "new-treatment": { name: "Facial" } })],
  ]);
});
