import { relative } from "node:path";
import type { TestCase as Journey, Reporter as PlaywrightReporter, TestResult } from "@playwright/test/reporter";
import type { TestCase, TestModule, Reporter as VitestReporter } from "vitest/node";

/** What a test runner tells commands/test.ts of each test. */
export type Message = {
  state: "passed" | "failed" | "skipped";
  name: string;
  isRetried?: boolean | undefined;
  reason?: string | undefined;
};

const send = (message: Message) => process.send?.(message);
const states = { expected: "passed", flaky: "passed", unexpected: "failed", skipped: "skipped" } as const;

/** Reports what came of each test of Vitest and of Playwright. */
// biome-ignore lint/style/noDefaultExport: both runners load a reporter by its file
export default class implements VitestReporter, PlaywrightReporter {
  onTestCaseResult(test: TestCase) {
    const result = test.result();
    if (result.state === "pending") return;
    const { needs } = test.meta();
    const reason = result.state === "skipped" ? (result.note ?? (needs && `needs ${needs}`)) : undefined;
    const isRetried = result.state === "passed" && test.diagnostic()?.flaky;
    send({ state: result.state, name: `${relative("", test.module.moduleId)}: ${test.fullName}`, isRetried, reason });
  }

  onTestModuleEnd(module: TestModule) {
    if (!module.ok() && [...module.children.allTests("failed")].length === 0)
      send({ state: "failed", name: `${relative("", module.moduleId)}: could not be run` });
  }

  onTestEnd(test: Journey, { retry }: TestResult) {
    const outcome = test.outcome();
    if (outcome === "unexpected" && retry < test.retries) return;
    const name = `${relative("", test.location.file)}: ${test.title}`;
    send({ state: states[outcome], name, isRetried: outcome === "flaky" });
  }
}
