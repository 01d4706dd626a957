import { existsSync, readFileSync } from "node:fs";
import { build, type Rolldown } from "vite";
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

/** Lists the packages that these files import, directly or indirectly, without those that the bundler includes. */
async function packagesOf(files: string[]): Promise<string[]> {
  for (const file of files) expect(existsSync(file), file).toBe(true);
  const result = await build({
    configFile: false,
    logLevel: "silent",
    // The build itself makes this module, from the content.
    build: { ssr: true, write: false, rolldownOptions: { input: files, treeshake: false, external: /^virtual:/ } },
  });
  const { output } = result as Rolldown.RolldownOutput;
  const chunks = output.filter((file) => file.type === "chunk");
  const own = new Set(output.map(({ fileName }) => fileName));
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  const packages = imported.filter((name) => !own.has(name) && !/^(node|virtual):/.test(name));
  return [...new Set(packages.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))].sort();
}

test("the server and the owner's commands need only `dependencies`", async () => {
  const packages = await packagesOf([...named("--prod "), ...started.serving]);
  expect(packages).toContain("nodemailer");
  expect(packages.filter((name) => !(name in dependencies))).toEqual([]);
});

test("building, editing and starting need no devDependencies", async () => {
  const packages = await packagesOf([...named(""), ...started.building]);
  expect(packages).toContain("sharp");
  expect(packages.filter((name) => !(name in dependencies || name in optionalDependencies))).toEqual([]);
});
