import { expect, test } from "vitest";
import { countedProblems } from "./state.ts";

const problemAt = (path: string) => ({
  file: "reviews.yaml",
  title: "Reviews",
  path,
  label: "Name",
  kind: "mistake" as const,
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
