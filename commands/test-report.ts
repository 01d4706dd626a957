import { existsSync, readFileSync } from "node:fs";
import type { VitestReport } from "./vitest-reporter.ts";

export interface Outcome {
  passed: number;
  /** The names of tests that failed. */
  failed: string[];
  /** The names of tests that failed at first and passed when they were retried. */
  retried: string[];
  /** How many tests were not run, by the path of their file and the reason. */
  skipped?: Record<string, number>;
}

/** Reads Vitest's report. A missing file means that nothing was run. */
export function readVitestReport(file: string): Outcome & { failedFiles: string[] } {
  if (!existsSync(file)) return { passed: 0, failed: [], retried: [], failedFiles: [] };
  const report: VitestReport = JSON.parse(readFileSync(file, "utf8"));
  const all = report.flatMap(({ path, tests }) => tests.map((test) => ({ ...test, path })));
  const failed = report.flatMap(({ path, isFailed, tests }) => {
    const names = tests.filter(({ state }) => state === "failed").map(({ name }) => `${path}: ${name}`);
    return names.length === 0 && isFailed ? [`${path}: could not be run`] : names;
  });
  const skipped: Record<string, number> = {};
  for (const { path, state, reason } of all) {
    if (state === "passed" || state === "failed") continue;
    const place = reason ? `${path}: ${reason}` : path;
    skipped[place] = (skipped[place] ?? 0) + 1;
  }
  const failedFiles = report.filter(({ isFailed }) => isFailed).map(({ path }) => path);
  const passed = all.filter(({ state }) => state === "passed").length;
  return { passed, failed, retried: [], skipped, failedFiles };
}

/** Joins a run with the second run of its failed files. Other tests of those files passed twice and count once. */
export function afterSecondRun(first: Outcome, second: Outcome): Outcome {
  const retried = first.failed.filter((name) => !second.failed.includes(name));
  return { ...first, passed: first.passed + retried.length, failed: second.failed, retried };
}

interface Suite {
  suites?: Suite[];
  specs?: { title: string; file: string; tests: { status: string }[] }[];
}

export function readPlaywrightReport(file: string): Outcome {
  if (!existsSync(file)) return { passed: 0, failed: [], retried: [] };
  const report: Suite & { stats: { expected: number; flaky: number; skipped: number } } = JSON.parse(
    readFileSync(file, "utf8"),
  );
  const { expected, flaky, skipped } = report.stats;
  return {
    passed: expected + flaky,
    failed: testsWith("unexpected", report),
    retried: testsWith("flaky", report),
    skipped: { "the browser journeys: one before them failed": skipped },
  };
}

function testsWith(wanted: string, { suites = [], specs = [] }: Suite): string[] {
  const found = specs.filter(({ tests }) => tests.some(({ status }) => status === wanted));
  return [
    ...found.map(({ file, title }) => `${file}: ${title}`),
    ...suites.flatMap((suite) => testsWith(wanted, suite)),
  ];
}

/** Makes the last lines of a run: the names of retried and of failed tests, where tests were skipped, and the count. */
export function summarize(outcomes: Outcome[]): string {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const retried = outcomes.flatMap((outcome) => outcome.retried);
  const failed = outcomes.flatMap((outcome) => outcome.failed);
  const skipped = outcomes.flatMap((outcome) => Object.entries(outcome.skipped ?? {})).filter(([, count]) => count > 0);
  const skippedTotal = skipped.reduce((sum, [, count]) => sum + count, 0);
  return [
    ...skipped.map(([place, count]) => `Skipped: ${count} of ${place}`),
    ...(retried.length ? [`${retried.length} of them needed a second try: ${retried.join("; ")}`] : []),
    ...failed.map((name) => `Failed: ${name}`),
    `${passed} passed, ${failed.length} failed${skippedTotal ? `, ${skippedTotal} skipped` : ""}`,
  ].join("\n");
}
