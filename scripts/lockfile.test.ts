import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Locked {
  version: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const text = readFileSync("package-lock.json", "utf8");
const packages = Object.entries<Locked>(JSON.parse(text).packages);

test("the lockfile names no registry host", () => {
  expect(packages.filter(([, { resolved }]) => resolved)).toEqual([]);
  expect(text).not.toMatch(/https?:\/\/registry/);
});

// A registry that lacks the binaries of other platforms leaves them out, and then npm ci refuses a fresh clone.
test("the lockfile names the packages of every platform", () => {
  const named = new Set(packages.map(([path]) => path.split("node_modules/").at(-1)));
  const wanted = packages.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies));
  expect(wanted.filter((name) => !named.has(name))).toEqual([]);
});
