import type { Reporter, TestModule } from "vitest/node";

/** A reporter that names what is neither a plain success nor a failure: tests that passed late, and those not run. */
// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its file
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    for (const { relativeModuleId, children } of modules) {
      for (const test of children.allTests()) {
        const name = `${relativeModuleId}: ${test.fullName}`;
        const { needs = "what this machine does not have" } = test.meta();
        if (test.result().state === "skipped") console.log(`Skipped: ${name}, which needs ${needs}`);
        else if (test.diagnostic()?.flaky) console.log(`Passed at the second try: ${name}`);
      }
    }
  }
}
