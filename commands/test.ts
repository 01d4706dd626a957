import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { listFiles } from "../src/build/list-files.ts";
import { findQuickChromium } from "../tests/kit/find-chromium.ts";
import { findProgram } from "../tests/kit/programs.ts";
import { afterSecondRun, type Outcome, readPlaywrightReport, readVitestReport, summarize } from "./test-report.ts";

type Settings = Record<string, string>;

// NODE_ENV may be set for a server, but the test tools would read it too.
delete process.env.NODE_ENV;
// Many short-lived processes run the same modules.
process.env.NODE_COMPILE_CACHE ??= resolve(".cache/compiled");

/** Most tests run on the example studio. What must hold for any content is also tested on the real one. */
const exampleStudio = { CONTENT_DIR: "tests/example-studio", BUILD_DIR: ".cache/example-studio" };

const builtTest = (name: string) => `tests/built-site/${name}.built.test.ts`;
/** These tests check the same for either studio, so they run only on the example studio. */
const exampleOnly = ["smoke", "bench", "local-keys", "notice", "container", "windows"].map(builtTest);
/** These look at how full pages are and what they weigh, or need the folder that deploy/nginx-static.conf names. */
const ownOnly = ["whole-pages", "bytes", "nginx"].map(builtTest);

const suites = {
  async unit() {
    await check("format and lint", "@biomejs/biome/bin/biome", ["ci", "--error-on-warnings"]);
    await check("types", "typescript/bin/tsc");
    await check("dead code", "knip/bin/knip.js", ["--cache", "--cache-location", ".cache/knip"]);
    await vitest("unit tests");
  },
  pages: () => builtPages(),
  /** Prints what an owner reads after each of some sixty edits. The unit tests check the same messages. */
  async edits() {
    await vitest("edits", ["tests/content/owner-edits.test.ts", "--disable-console-intercept"], { SHOW_EDITS: "1" });
  },
  journeys: () => journeys(),
};

/** Runs the tests of the built site, all of them or those in these files. */
async function builtPages(files: string[] = []) {
  const config = ["--config", "vitest.built.config.ts"];
  const run = async (name: string, others: string[], settings: Settings = {}) => {
    const own = files.filter((file) => !others.includes(file));
    if (files.length && own.length === 0) return;
    if (await build(settings))
      await vitest(name, [...config, ...others.map((file) => `--exclude=${file}`), ...own], settings);
  };
  await run("built pages", exampleOnly);
  await run("built pages of the example studio", ownOnly, exampleStudio);
}

async function journeys(files: string[] = []) {
  // The unit tests beside these start from the example studio once it is built.
  if ((await build(exampleStudio)) && (await build())) await playwright(findQuickChromium(), files);
}

/** Chooses the runner by the file's name, and builds the pages first where they are needed. */
async function runFiles(files: string[]) {
  const specs = files.filter((file) => file.endsWith(".spec.ts"));
  const checks = files.filter((file) => file.endsWith(".built.test.ts"));
  const unit = files.filter((file) => !specs.includes(file) && !checks.includes(file));
  if (unit.length) await vitest("unit tests", unit);
  if (checks.length) await builtPages(checks);
  if (specs.length) await journeys(specs);
}

const isSuite = (name: string): name is keyof typeof suites => name in suites;
const isTestFile = (name: string) => /\.(test|spec)\.ts$/.test(name) && existsSync(name);
/** The test files that a path names: itself, or all in that folder. */
const testFilesAt = (path: string): string[] =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? listFiles(path)
        .map((file) => join(path, file))
        .filter(isTestFile)
    : [path].filter(isTestFile);
const requested = process.argv.slice(2);
const files = new Set(requested.filter((name) => !isSuite(name)).flatMap(testFilesAt));
const unknown = requested.filter((name) => !isSuite(name) && testFilesAt(name).length === 0);
if (unknown.length) {
  console.error(
    `There is no part, no test file and no folder with tests called ${unknown.join(", ")}. The parts: ${Object.keys(suites).join(", ")}. A file or folder is named by its path, like src/content/read-content.test.ts or src/desk.`,
  );
  process.exit(1);
}

const scratch = mkdtempSync(join(tmpdir(), "test-"));
const outcomes: Outcome[] = [];
const built = new Map<string, Promise<boolean>>();
/** Most tests wait now and then for a process or a timer, so two rows of suites beside each other use two cores well. */
const rows: (keyof typeof suites)[][] = requested.length
  ? [Object.keys(suites).filter((name) => isSuite(name) && requested.includes(name)) as (keyof typeof suites)[]]
  : [["unit"], ["journeys", "pages"]];
const isBusy = rows.length > 1;
const runRow = async (row: (keyof typeof suites)[]) => {
  for (const name of row) await suites[name]();
};
try {
  for (const result of await Promise.allSettled(rows.map(runRow)))
    if (result.status === "rejected") throw result.reason;
  await runFiles([...files]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  outcomes.push({ passed: 0, failed: ["the run itself"], retried: [] });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const absent = ["nginx", "caddy", "systemd-analyze", "strace"].filter((name) => !findProgram(name));
if (absent.length && !requested.length)
  console.log(`\nNot on this machine, so not tested with it: ${absent.join(", ")}`);
console.log(`\n${summarize(outcomes)}`);
const passed = outcomes.some((outcome) => outcome.passed > 0) && outcomes.every(({ failed }) => failed.length === 0);
process.exit(passed ? 0 : 1);

/** A step that passes or fails as a whole. */
async function check(name: string, program: string, args: string[] = [], settings: Settings = {}) {
  const ok = (await execute(name, program, args, settings)) === 0;
  outcomes.push({ passed: Number(ok), failed: ok ? [] : [name], retried: [] });
  return ok;
}

/** Builds each studio at most once. */
function build(settings: Settings = {}) {
  const { CONTENT_DIR: studio = "the studio" } = settings;
  const ok = built.get(studio) ?? check(`build of ${studio}`, "../src/build/build-if-changed.ts", [], settings);
  built.set(studio, ok);
  return ok;
}

/** Files that fail are run once more by themselves, since a busy machine can fail a test that waits for a process. */
async function vitest(name: string, args: string[] = [], settings: Settings = {}) {
  const run = async (title: string, args: string[]) => {
    const report = join(scratch, `${title}.json`);
    const reporters = ["--reporter=dot", "--reporter=./commands/vitest-reporter.ts"];
    const workers = isBusy ? ["--maxWorkers=2"] : [];
    const status = await execute(title, "vitest/vitest.mjs", ["run", ...reporters, ...workers, ...args], {
      ...settings,
      TEST_REPORT: report,
    });
    return { status, outcome: readVitestReport(report) };
  };
  const first = await run(name, args);
  if (first.outcome.failedFiles.length === 0) return addOutcome(name, first.status, first.outcome);
  const settingsOnly = args.filter((arg) => !isTestFile(arg));
  const second = await run(`${name}, second try`, [...settingsOnly, ...first.outcome.failedFiles]);
  addOutcome(name, second.status, afterSecondRun(first.outcome, second.outcome));
}

async function playwright(chromium: string, files: string[]) {
  const report = join(scratch, "playwright.json");
  const settings = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report, TEST_OUTPUT: scratch };
  const args = ["test", "--reporter=dot,json", ...files];
  const status = await execute("browser journeys", "@playwright/test/cli.js", args, settings);
  addOutcome("browser journeys", status, readPlaywrightReport(report));
}

/** A runner that exits with an error, or ran no tests, counts as failed even without a failed test. */
function addOutcome(name: string, status: number | null, outcome: Outcome) {
  const failedSilently = outcome.failed.length === 0 && (status !== 0 || outcome.passed === 0);
  outcomes.push(failedSilently ? { ...outcome, failed: [`${name} ended with an error`] } : outcome);
}

/** What runs beside something else prints when it ends, so that each part's lines stay together. */
async function execute(name: string, program: string, args: string[], settings: Settings) {
  console.log(`\n── ${name}${isBusy ? " ..." : ""}`);
  const started = Date.now();
  const child = spawn(process.execPath, [join("node_modules", program), ...args], {
    stdio: isBusy ? ["ignore", "pipe", "pipe"] : "inherit",
    env: { ...process.env, ...settings },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (bytes) => output.push(bytes));
  const [status] = (await once(child, "close")) as [number | null];
  if (isBusy) process.stdout.write(`\n── ${name}\n${Buffer.concat(output)}`);
  console.log(`   ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return status;
}
