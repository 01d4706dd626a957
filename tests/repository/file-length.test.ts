import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.css"], { encoding: "utf8" }).trim().split("\n");

test("a file of more than 250 lines says at its top why it is one file", () => {
  const long = files.filter((file) => readFileSync(file, "utf8").split("\n").length > 252);
  expect(long.length).toBeGreaterThan(5);
  expect(long.filter((file) => !readFileSync(file, "utf8").startsWith("// Over 250 lines: "))).toEqual([]);
});
