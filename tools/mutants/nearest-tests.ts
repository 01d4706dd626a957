import { dirname, join, normalize } from "node:path";
import { parseSync } from "vite";

/** Finds the unit tests that reach a file, and the files that only tests use. */
export function traceTests(sources: Map<string, string>) {
  const importers = findImporters(sources);
  const isTest = (file: string) => /\.(test|spec)\.ts$/.test(file);

  function isTestKit(file: string, seen = new Set<string>()): boolean {
    if (isTest(file) || /from "(vitest|@playwright\/test)"/.test(sources.get(file) ?? "")) return true;
    const by = [...(importers.get(file) ?? [])].filter((one) => !seen.has(one) && !runsAsCommand(one, file));
    return by.length > 0 && by.every((one) => isTestKit(one, new Set([...seen, file])));
  }

  /** Naming a file by its path starts it as a command, which does not make it part of the test kit. */
  const runsAsCommand = (by: string, file: string) => sources.get(by)?.includes(`"${file}"`);

  /** A file's own test comes first, then those in the folders nearest to it, then by import distance. Tests that need a built site are left out. */
  function nearestTests(file: string): string[] {
    const own = file.replace(/\.tsx?$/, ".test.ts");
    const near = new Set([file, ...(sources.has(own) ? [own] : [])]);
    for (const one of near) if (!isTest(one)) for (const by of importers.get(one) ?? []) near.add(by);
    const folders = dirname(file).split("/");
    const away = (one: string) => folders.filter((_, at) => !one.startsWith(`${folders.slice(0, at + 1).join("/")}/`));
    const tests = [...near].filter((one) => /(?<!\.built)\.test\.ts$/.test(one));
    return tests.sort((a, b) => away(a).length - away(b).length);
  }

  return { isTestKit: (file: string) => isTestKit(file), nearestTests };
}

/** Maps each file to those that name it: in an import, as a worker's script or as a command. */
function findImporters(sources: Map<string, string>) {
  const found = new Map<string, Set<string>>();
  for (const [file, text] of sources) {
    for (const name of namedFiles(parseSync(file, text).program)) {
      for (const target of [normalize(join(dirname(file), name)), normalize(name)]) {
        if (sources.has(target)) found.set(target, (found.get(target) ?? new Set()).add(file));
      }
    }
  }
  return found;
}

/** Every text of a program that is the path of a source and nothing else. */
function namedFiles(node: unknown): string[] {
  if (typeof node === "string") return /^[\w./-]+\.(tsx?|mjs)$/.test(node) ? [node] : [];
  return typeof node === "object" && node !== null ? Object.values(node).flatMap(namedFiles) : [];
}
