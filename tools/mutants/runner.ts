import { resolve } from "node:path";
import { createVitest } from "vitest/node";

/** Runs one test file after another in one Vitest, while the parent process changes the sources between the runs. */
const vitest = await createVitest("test", { watch: false, bail: 1, maxWorkers: 2, reporters: [{}], silent: true });
await vitest.standalone();

/** The file that was changed for the last run, and has been restored by now where another one is changed. */
let last = "";

process.on("message", async ({ test, changed }: { test: string; changed: string }) => {
  for (const file of [last, changed]) vitest.invalidateFile(resolve(file));
  last = changed;
  const started = performance.now();
  const project = vitest.getRootProject();
  if (!project.matchesTestGlob(resolve(test)))
    return process.send?.({ reason: "vitest.config.ts leaves it out", seconds: 0 });
  const specification = project.createSpecification(resolve(test));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
  // Vitest also lists the files of earlier runs.
  const module = testModules.find(({ moduleId }) => moduleId === specification.moduleId);
  const [first] = module?.children.allTests("failed") ?? [];
  const passed = module?.state() === "passed" && unhandledErrors.length === 0;
  const reason = passed ? null : (first?.fullName ?? module?.errors()[0]?.message ?? `${test} did not pass`);
  process.send?.({ reason: reason?.split("\n")[0] ?? null, seconds: (performance.now() - started) / 1000 });
});
process.send?.("ready");
