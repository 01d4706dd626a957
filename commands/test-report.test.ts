import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cleanEnvironment } from "../tests/kit/clean-environment.ts";
import { readPlaywrightReport, summarize } from "./test-report.ts";

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: cleanEnvironment });
  return { status, stderr, lastLines: stdout.trimEnd().split("\n") };
};

test("a journey that needed a second try counts as passed, and is named before the count", () => {
  mkdirSync(".cache", { recursive: true });
  const folder = mkdtempSync(".cache/report-");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, "retried.spec.ts"),
    `import { expect, test } from "@playwright/test";
    test.describe("a group", () => {
      test("fails at first", () => expect(test.info().retry).toBe(1));
    });
    test("passes", () => {});`,
  );
  const report = join(folder, "report.json");
  writeFileSync(
    join(folder, "playwright.config.ts"),
    `export default { retries: 1, outputDir: "results", reporter: [["json", { outputFile: "report.json" }]] };`,
  );
  run("node_modules/@playwright/test/cli.js", "test", "--config", join(folder, "playwright.config.ts"));
  const journeys = readPlaywrightReport(report);
  expect(summarize([{ passed: 5, failed: [], retried: [] }, journeys])).toBe(
    "1 of them needed a second try: retried.spec.ts: fails at first\n7 passed, 0 failed",
  );
});

test("a failed test is named in the last lines, and a missing report counts as nothing passed", () => {
  expect(
    summarize([readPlaywrightReport("nowhere.json"), { passed: 2, failed: ["a.test.ts: adds"], retried: [] }]),
  ).toBe("Failed: a.test.ts: adds\n2 passed, 1 failed");
});

test("npm test -- FILE runs only that file, what fails in it once more, and names what passes then and what was skipped", () => {
  mkdirSync(".cache", { recursive: true });
  const folder = mkdtempSync(".cache/report-");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "twice.test.ts");
  writeFileSync(
    file,
    `import { existsSync, writeFileSync } from "node:fs";
    import { expect, test } from "vitest";
    test("passes the second time", () => {
      const isSecond = existsSync("${folder}/seen");
      writeFileSync("${folder}/seen", "");
      expect(isSecond).toBe(true);
    });
    test("never passes", () => expect(1).toBe(2));
    test.skip("needs something", () => {});
    test("passes", () => {});`,
  );
  const { status, lastLines } = run("commands/test.ts", file);
  expect([status, ...lastLines.slice(-4)]).toEqual([
    1,
    `Skipped: 1 of ${file}`,
    `1 of them needed a second try: ${file}: passes the second time`,
    `Failed: ${file}: never passes`,
    "2 passed, 1 failed, 1 skipped",
  ]);
});

test("a name that is neither a part nor a test file is refused with the known names", () => {
  const { status, stderr } = run("commands/test.ts", "nowhere.test.ts");
  expect(status).toBe(1);
  expect(stderr).toMatch(/no part and no test file called nowhere\.test\.ts.*unit, promises, pages, edits, journeys/);
});

test.each([
  ["tests/journeys/webkit.ts", "webkit2gtk-driver and xvfb and matchbox-window-manager"],
  ["commands/test-firefox.ts", "firefox-esr"],
])("%s says in one sentence which Debian packages are missing", (script, packages) => {
  const env = { ...cleanEnvironment, PATH: "/nowhere" };
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8", env });
  expect(status).toBe(1);
  expect(stderr).toMatch(new RegExp(`^npm run test:\\w+ needs Debian's ${packages}: sudo apt-get install .*\\n$`));
});
