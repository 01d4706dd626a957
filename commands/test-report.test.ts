import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cleanEnvironment } from "../tests/kit/clean-environment.ts";
import { needs } from "../tests/kit/needs.ts";
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

test("npm test -- FOLDER runs only its tests, what fails once more, and names what passes then and why one was skipped", () => {
  mkdirSync(".cache", { recursive: true });
  const folder = mkdtempSync(".cache/report-");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "twice.test.ts");
  writeFileSync(
    file,
    `import { existsSync, writeFileSync } from "node:fs";
    import { expect, test } from "vitest";
    import { needs } from "../../tests/kit/needs.ts";
    test("passes the second time", () => {
      const isSecond = existsSync("${folder}/seen");
      writeFileSync("${folder}/seen", "");
      expect(isSecond).toBe(true);
    });
    test("never passes", () => expect(1).toBe(2));
    test("is of another machine", needs("a telescope", false), () => {});
    test("is of another day", ({ skip }) => skip("it rains"));
    test("passes", () => {});`,
  );
  const { status, lastLines } = run("commands/test.ts", folder);
  expect([status, ...lastLines.slice(-5)]).toEqual([
    1,
    `Skipped: 1 of ${file}: needs a telescope`,
    `Skipped: 1 of ${file}: it rains`,
    `1 of them needed a second try: ${file}: passes the second time`,
    `Failed: ${file}: never passes`,
    "2 passed, 1 failed, 2 skipped",
  ]);
});

test("a name that is no part, no test file and no folder with tests is refused with the known names", () => {
  const { status, stderr } = run("commands/test.ts", "nowhere.test.ts", "src/desk", "docs");
  expect(status).toBe(1);
  expect(stderr).toMatch(/with tests called nowhere\.test\.ts, docs\..*unit, pages, edits, journeys/);
});

test(
  "a program of the system is found where the PATH of an ordinary user does not lead",
  needs("/usr/sbin", existsSync("/usr/sbin")),
  () => {
    const [program = ""] = readdirSync("/usr/sbin");
    const script = `import { findProgram } from "./tests/kit/programs.ts"; console.log(findProgram("${program}"), process.env.PATH)`;
    const env = { ...cleanEnvironment, PATH: "/nowhere" };
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", env });
    expect(stdout).toBe(`/usr/sbin/${program} /nowhere:/usr/sbin:/sbin\n`);
  },
);

test.each([
  ["tests/journeys/webkit.ts", "webkit2gtk-driver and xvfb and matchbox-window-manager"],
  ["commands/test-firefox.ts", "firefox-esr"],
])("%s says in one sentence which Debian packages are missing", (script, packages) => {
  const env = { ...cleanEnvironment, PATH: "/nowhere" };
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8", env });
  expect(status).toBe(1);
  expect(stderr).toMatch(new RegExp(`^npm run test:\\w+ needs Debian's ${packages}: sudo apt-get install .*\\n$`));
});
