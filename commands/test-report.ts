import { existsSync, readFileSync } from "node:fs";

export interface Outcome {
  passed: number;
  failed: number;
  /** The names of tests that failed at first and passed when they were retried. */
  retried: string[];
}

const nothing: Outcome = { passed: 0, failed: 0, retried: [] };

/** Reads Vitest's report. A missing file means that nothing was run. */
export function readVitestReport(file: string): Outcome {
  if (!existsSync(file)) return nothing;
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, "utf8"));
  return { passed: numPassedTests, failed: numFailedTests, retried: [] };
}

interface Suite {
  suites?: Suite[];
  specs?: { title: string; file: string; tests: { status: string }[] }[];
}

export function readPlaywrightReport(file: string): Outcome {
  if (!existsSync(file)) return nothing;
  const report: Suite & { stats: { expected: number; flaky: number; unexpected: number } } = JSON.parse(
    readFileSync(file, "utf8"),
  );
  const { expected, flaky, unexpected } = report.stats;
  return { passed: expected + flaky, failed: unexpected, retried: retriedIn(report) };
}

function retriedIn({ suites = [], specs = [] }: Suite): string[] {
  const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky"));
  return [...flaky.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(retriedIn)];
}

/** Makes the last lines of a run: the names of retried tests, and the count. */
export function summarize(outcomes: Outcome[]): string {
  const total = (kind: "passed" | "failed") => outcomes.reduce((sum, outcome) => sum + outcome[kind], 0);
  const retried = outcomes.flatMap((outcome) => outcome.retried);
  const again = retried.length ? `${retried.length} of them needed a second try: ${retried.join("; ")}\n` : "";
  return `${again}${total("passed")} passed, ${total("failed")} failed`;
}
