import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const { scripts, dependencies, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Record<
  "scripts" | "dependencies" | "optionalDependencies",
  Record<string, string>
>;

/** Files that are started by their path and that no import leads to. */
const started = {
  serving: ["src/server/main.ts", "tests/kit/hold-socket.ts", "src/requests/store/sqlite-worker.ts"],
  building: [
    "src/build/build.ts",
    "src/build/finer-pictures.ts",
    "src/site/render.tsx",
    "src/site/filled-form.tsx",
    "src/site/browser/navigation.ts",
    "src/site/browser/hydrate-form.tsx",
    "src/site/browser/loader.ts",
    "src/site/browser/early-send.ts",
    "src/desk/desk.tsx",
    "commands/dev-function.ts",
    "src/editor/browser/main.tsx",
    "src/editor/main.ts",
    "src/editor/pictures/decode-picture.ts",
  ],
};

/** Lists the files that npm scripts name, by their flag for the launcher. */
const named = (flag: string) =>
  Object.values(scripts)
    .map((script) => new RegExp(`^node commands/run\\.mjs ${flag}(\\S+\\.ts)$`).exec(script)?.[1])
    .filter((file) => file !== undefined);

/** What a file imports when it runs: types are gone by then. */
const importsOf = (file: string) =>
  [
    /^(?:import|export) (?!type\b)(?:[^"';]*? from )?"([^"]+)"/gm,
    // In the middle of a program.
    /(?<!typeof )\bimport\(\s*"([^"]+)"/g,
  ].flatMap((form) => [...readFileSync(file, "utf8").matchAll(form)].map(([, name = ""]) => name));

/** Lists the packages that these files import, directly or by way of others. */
function packagesOf(files: string[]): string[] {
  const seen = new Set(files);
  const packages = new Set<string>();
  for (const file of seen) {
    expect(existsSync(file), file).toBe(true);
    for (const name of importsOf(file)) {
      if (/^\..*\.(tsx?|mjs)$/.test(name)) seen.add(join(dirname(file), name));
      else if (!/^(\.|node:|virtual:)/.test(name)) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
    }
  }
  return [...packages].sort();
}

test("the server and the owner's commands need only `dependencies`", () => {
  const packages = packagesOf([...named("--prod "), ...started.serving]);
  expect(packages).toContain("nodemailer");
  expect(packages.filter((name) => !(name in dependencies))).toEqual([]);
});

test("building, editing and starting need no devDependencies", () => {
  const packages = packagesOf([...named(""), ...started.building]);
  expect(packages).toContain("sharp");
  expect(packages.filter((name) => !(name in dependencies || name in optionalDependencies))).toEqual([]);
});
