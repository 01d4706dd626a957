import { existsSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { expect, test } from "vitest";

const containerfile = readFileSync("Containerfile", "utf8");
const ignored = readFileSync(".dockerignore", "utf8").split("\n").filter(Boolean);
const isIgnored = (file: string) => ignored.some((pattern) => matchesGlob(file, pattern));

test("the image runs a file of the project, without root's rights, on a base that a host can pin by its digest", () => {
  const [, , serving = ""] = containerfile.split(/^FROM \$\{NODE_IMAGE\}(?: AS build)?$/m);
  expect(serving.indexOf("\nUSER node\n")).toBeGreaterThan(serving.lastIndexOf("\nRUN "));
  const [, file = ""] = /^CMD \["node", "(.+)"\]$/m.exec(serving) ?? [];
  expect(existsSync(file), file).toBe(true);
});

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
