import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

export interface Outcome {
  passed: number;
  /** The names of tests that failed. */
  failed: string[];
  /** The names of tests that failed at first and passed when they were retried. */
  retried: string[];
}

interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** Reads Vitest's report. A missing file means that nothing was run. */
export function readVitestReport(file: string): Outcome & { failedFiles: string[] } {
  if (!existsSync(file)) return { passed: 0, failed: [], retried: [], failedFiles: [] };
  const { numPassedTests, testResults }: VitestReport = JSON.parse(readFileSync(file, "utf8"));
  const results = testResults.map((result) => ({ ...result, path: relative("", result.name) }));
  const failed = results.flatMap(({ path, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    if (tests.length === 0 && status === "failed") return [`${path}: could not be run`];
    return tests.map(({ fullName }) => `${path}: ${fullName}`);
  });
  const failedFiles = results.filter(({ status }) => status === "failed").map(({ path }) => path);
  return { passed: numPassedTests, failed, retried: [], failedFiles };
}

/** Joins a run with the second run of its failed files. Other tests of those files passed twice and count once. */
export function afterSecondRun(first: Outcome, second: Outcome): Outcome {
  const retried = first.failed.filter((name) => !second.failed.includes(name));
  return { passed: first.passed + retried.length, failed: second.failed, retried };
}

interface Suite {
  suites?: Suite[];
  specs?: { title: string; file: string; tests: { status: string }[] }[];
}

export function readPlaywrightReport(file: string): Outcome {
  if (!existsSync(file)) return { passed: 0, failed: [], retried: [] };
  const report: Suite & { stats: { expected: number; flaky: number } } = JSON.parse(readFileSync(file, "utf8"));
  const { expected, flaky } = report.stats;
  return { passed: expected + flaky, failed: testsWith("unexpected", report), retried: testsWith("flaky", report) };
}

function testsWith(wanted: string, { suites = [], specs = [] }: Suite): string[] {
  const found = specs.filter(({ tests }) => tests.some(({ status }) => status === wanted));
  return [
    ...found.map(({ file, title }) => `${file}: ${title}`),
    ...suites.flatMap((suite) => testsWith(wanted, suite)),
  ];
}

/** Makes the last lines of a run: the names of retried and of failed tests, and the count. */
export function summarize(outcomes: Outcome[]): string {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const retried = outcomes.flatMap((outcome) => outcome.retried);
  const failed = outcomes.flatMap((outcome) => outcome.failed);
  return [
    ...(retried.length ? [`${retried.length} of them needed a second try: ${retried.join("; ")}`] : []),
    ...failed.map((name) => `Failed: ${name}`),
    `${passed} passed, ${failed.length} failed`,
  ].join("\n");
}
