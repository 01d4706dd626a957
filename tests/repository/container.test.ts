import { readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { expect, test } from "vitest";

const ignored = readFileSync(".dockerignore", "utf8").split("\n").filter(Boolean);
const isIgnored = (file: string) => ignored.some((pattern) => matchesGlob(file, pattern));

test("the image gets all that it builds and runs, nothing secret and nothing that this machine made", () => {
  const needed = ["src/server/main.ts", "commands/requests.ts", "content/studio.yaml", "supabase", "package-lock.json"];
  expect(needed.filter(isIgnored)).toEqual([]);
  const kept = [
    ".env",
    ".env.production",
    ".git",
    "data",
    "node_modules",
    "tools/bench/node_modules",
    "build",
    ".cache",
  ];
  expect(kept.filter((name) => !isIgnored(name))).toEqual([]);
});
