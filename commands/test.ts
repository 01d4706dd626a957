import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findQuickChromium } from "./chromium.ts";

type Settings = Record<string, string>;

interface Count {
  passed: number;
  failed: number;
}

// Many short-lived processes run the same modules.
// Whoever has set it for a server did not mean the tests, whose tools read it.
delete process.env.NODE_ENV;
process.env.NODE_COMPILE_CACHE ??= resolve(".cache/compiled");

/** The studio the product's own tests run on; what must hold for any words is also tested on the real ones. */
const second = { CONTENT_DIR: "second-studio", BUILD_DIR: ".cache/second-studio" };

const parts = {
  unit() {
    check("format and lint", "@biomejs/biome/bin/biome", ["ci", "--error-on-warnings"]);
    check("types", "typescript/bin/tsc");
    check("dead code", "knip/bin/knip.js");
    vitest("unit tests");
  },
  /** What is promised, attacked for a moment; `npm run prove` takes twenty minutes. */
  promises() {
    const report = join(scratch, "promises.json");
    count(execute("promises", "../prove/prove.ts", ["--quick", "--report", report], {}), () =>
      JSON.parse(readFileSync(report, "utf8")),
    );
  },
  pages() {
    const config = ["--config", "vitest.built.config.ts"];
    // What looks at a live site from outside asks the same of either.
    if (build()) vitest("built pages", [...config, "--exclude", "**/smoke.built.test.ts"]);
    if (build(second)) vitest("built pages of the second studio", config, second);
  },
  /** What an owner reads after each of some sixty edits and mistakes; the unit tests hold the same. */
  edits() {
    vitest("edits", ["studio/edits.test.ts", "--disable-console-intercept"], { SHOW_EDITS: "1" });
  },
  journeys() {
    if (build() && build(second)) playwright(findQuickChromium());
  },
};

const isPart = (name: string): name is keyof typeof parts => name in parts;
const asked = process.argv.slice(2);
// All of them together stay within four minutes on two cores: what takes long waits until its part is asked for.
if (asked.length) process.env.THOROUGH = "1";
const unknown = asked.filter((name) => !isPart(name));
if (unknown.length) {
  console.error(`There is no part called ${unknown.join(", ")}. The parts: ${Object.keys(parts).join(", ")}.`);
  process.exit(1);
}

const scratch = mkdtempSync(join(tmpdir(), "test-"));
const counts: Count[] = [];
const built = new Map<string, boolean>();
try {
  for (const name of Object.keys(parts))
    if (isPart(name) && (asked.length ? asked.includes(name) : name !== "edits")) parts[name]();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  counts.push({ passed: 0, failed: 1 });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const total = (kind: keyof Count) => counts.reduce((sum, count) => sum + count[kind], 0);
console.log(`\n${total("passed")} passed, ${total("failed")} failed`);
process.exit(total("failed") > 0 || total("passed") === 0 ? 1 : 0);

/** A step that is right or wrong as a whole. */
function check(name: string, program: string, args: string[] = [], settings: Settings = {}) {
  const ok = execute(name, program, args, settings) === 0;
  counts.push({ passed: Number(ok), failed: Number(!ok) });
  return ok;
}

/** Once for each studio, whichever part asks first. */
function build(settings: Settings = {}) {
  const { CONTENT_DIR: studio = "the studio" } = settings;
  const ok = built.get(studio) ?? check(`build of ${studio}`, "../pipeline/build-if-changed.ts", [], settings);
  built.set(studio, ok);
  return ok;
}

function vitest(name: string, args: string[] = [], settings: Settings = {}) {
  const report = join(scratch, `${name}.json`);
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
  count(execute(name, "vitest/vitest.mjs", ["run", ...reporters, ...args], settings), () => {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
    return { passed: numPassedTests, failed: numFailedTests };
  });
}

function playwright(chromium: string) {
  const report = join(scratch, "playwright.json");
  const settings = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report, TEST_OUTPUT: scratch };
  const args = ["test", "--reporter=dot,json"];
  count(execute("browser journeys", "@playwright/test/cli.js", args, settings), () => {
    const { stats } = JSON.parse(readFileSync(report, "utf8"));
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
  });
}

/** A runner that ends badly without a failed test (or ran none) has failed all the same. */
function count(status: number | null, read: () => Count) {
  let found: Count = { passed: 0, failed: 0 };
  try {
    found = read();
  } catch {}
  const silent = found.failed === 0 && (status !== 0 || found.passed === 0);
  counts.push({ passed: found.passed, failed: found.failed + Number(silent) });
}

function execute(name: string, program: string, args: string[], settings: Settings) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const { status } = spawnSync(process.execPath, [join("node_modules", program), ...args], {
    stdio: "inherit",
    env: { ...process.env, ...settings },
  });
  console.log(`   ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return status;
}
