import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

/** What the last lines of a run are made of, for each file. */
export type VitestReport = {
  path: string;
  isFailed: boolean;
  tests: { name: string; state: "passed" | "failed" | "skipped" | "pending"; reason?: string | undefined }[];
}[];

/** Writes the outcome of every test, and why one was skipped, to the file that TEST_REPORT names. */
// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its file
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const report: VitestReport = modules.map((module) => ({
      path: relative("", module.moduleId),
      isFailed: !module.ok(),
      tests: [...module.children.allTests()].map((test) => {
        const result = test.result();
        const { needs } = test.meta();
        const note = result.state === "skipped" ? result.note : undefined;
        return { name: test.fullName, state: result.state, reason: note ?? (needs && `needs ${needs}`) };
      }),
    }));
    writeFileSync(process.env.TEST_REPORT ?? "", JSON.stringify(report));
  }
}
