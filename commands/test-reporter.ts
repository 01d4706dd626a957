import { relative } from "node:path";
import type { FullConfig, TestCase as Journey, Reporter as PlaywrightReporter, Suite } from "@playwright/test/reporter";
import type { TestCase, TestModule, TestSpecification, Reporter as VitestReporter } from "vitest/node";

/** What a test runner tells commands/test.ts while it runs. */
export type Message =
  | { kind: "total"; count: number }
  | { kind: "step" }
  | { kind: "test"; state: "passed" | "failed" | "skipped"; name: string; isRetried?: boolean; reason?: string };

const send = (message: Message) => process.send?.(message);

/** Reports the progress and the outcome of Vitest, counted in files, and of Playwright, counted in tests. */
// biome-ignore lint/style/noDefaultExport: both runners load a reporter by its file
export default class implements VitestReporter, PlaywrightReporter {
  onTestRunStart(specifications: readonly TestSpecification[]) {
    send({ kind: "total", count: specifications.length });
  }

  onTestCaseResult(test: TestCase) {
    const result = test.result();
    if (result.state === "pending") return;
    const { needs } = test.meta();
    const reason = result.state === "skipped" ? (result.note ?? (needs && `needs ${needs}`)) : undefined;
    const isRetried = result.state === "passed" && test.diagnostic()?.flaky;
    const name = `${relative("", test.module.moduleId)}: ${test.fullName}`;
    send({ kind: "test", state: result.state, name, ...(isRetried && { isRetried }), ...(reason && { reason }) });
  }

  onTestModuleEnd(module: TestModule) {
    if (!module.ok() && [...module.children.allTests("failed")].length === 0)
      send({ kind: "test", state: "failed", name: `${relative("", module.moduleId)}: could not be run` });
    send({ kind: "step" });
  }

  private journeys: Suite | undefined;

  onBegin(_: FullConfig, suite: Suite) {
    this.journeys = suite;
    send({ kind: "total", count: suite.allTests().length });
  }

  onTestEnd(test: Journey) {
    if (test.results.length === 1) send({ kind: "step" });
  }

  onEnd() {
    for (const test of this.journeys?.allTests() ?? []) {
      const outcome = test.outcome();
      const state = ({ expected: "passed", flaky: "passed", unexpected: "failed", skipped: "skipped" } as const)[
        outcome
      ];
      const name = `${relative("", test.location.file)}: ${test.title}`;
      send({ kind: "test", state, name, ...(outcome === "flaky" && { isRetried: true }) });
    }
  }
}
