import { existsSync, readFileSync } from "node:fs";

export interface Outcome {
  passed: number;
  failed: number;
  /** Tests that failed at first and passed when they were tried again. */
  retried: string[];
}

const nothing: Outcome = { passed: 0, failed: 0, retried: [] };

/** What Vitest has written of its tests. Without a file nothing was run. */
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

/** The last lines of a run: what needed a second try, by name, and the count. */
export function summarize(outcomes: Outcome[]): string {
  const total = (kind: "passed" | "failed") => outcomes.reduce((sum, outcome) => sum + outcome[kind], 0);
  const retried = outcomes.flatMap((outcome) => outcome.retried);
  const again = retried.length ? `${retried.length} of them needed a second try: ${retried.join("; ")}\n` : "";
  return `${again}${total("passed")} passed, ${total("failed")} failed`;
}
