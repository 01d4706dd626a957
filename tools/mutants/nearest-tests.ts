import { dirname, join, normalize } from "node:path";

/** Which unit tests reach a file, and which files only tests use, from the sources by path. */
export function traceTests(sources: Map<string, string>) {
  const importers = findImporters(sources);
  const isTest = (file: string) => /\.(test|spec)\.ts$/.test(file);

  function isTestKit(file: string, seen = new Set<string>()): boolean {
    if (isTest(file) || /from "(vitest|@playwright\/test)"/.test(sources.get(file) ?? "")) return true;
    const by = [...(importers.get(file) ?? [])].filter((one) => !seen.has(one) && !runsAsCommand(one, file));
    return by.length > 0 && by.every((one) => isTestKit(one, new Set([...seen, file])));
  }

  /** Whoever names a file by its path in the project starts it as a command, which somebody else may do as well. */
  const runsAsCommand = (by: string, file: string) => sources.get(by)?.includes(`"${file}"`);

  /** Those that get there in the fewest steps come first. What needs a built site is left out. */
  function nearestTests(file: string): string[] {
    const near = new Set([file]);
    for (const one of near) if (!isTest(one)) for (const by of importers.get(one) ?? []) near.add(by);
    return [...near].filter((one) => /(?<!\.built)\.test\.ts$/.test(one));
  }

  return { isTestKit: (file: string) => isTestKit(file), nearestTests };
}

/** Who names a file: by an import, as the script of a worker or as the command of another process. */
function findImporters(sources: Map<string, string>) {
  const found = new Map<string, Set<string>>();
  for (const [file, text] of sources) {
    for (const [, name = ""] of text.matchAll(/["'`]([\w./-]+\.(?:tsx?|mjs))["'`]/g)) {
      for (const target of [normalize(join(dirname(file), name)), normalize(name)]) {
        if (sources.has(target)) found.set(target, (found.get(target) ?? new Set()).add(file));
      }
    }
  }
  return found;
}
