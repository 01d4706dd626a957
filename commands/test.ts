import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadEnvironment } from "../src/settings/load.ts";
import { findQuickChromium } from "../tests/kit/find-chromium.ts";
import { findProgram, requirePrograms } from "../tests/kit/programs.ts";
import { exampleStudio } from "../vitest.config.ts";
import type { Message } from "./test-reporter.ts";

/** A part of the run. With files it runs those, otherwise all that it has. */
type Part = (files: string[]) => Promise<void>;

// NODE_ENV may be set for a server, but the test tools would read it too.
delete process.env.NODE_ENV;
// Many short-lived processes run the same modules.
process.env.NODE_COMPILE_CACHE ??= resolve(".cache/compiled");

/** What has been counted so far, and the tools that are running. */
const outcome = { passed: 0, failed: [] as string[], retried: [] as string[], skipped: new Map<string, number>() };
const running = new Set<string>();
const began = performance.now();
const seconds = (since: number) => `${Math.round((performance.now() - since) / 1000)} s`;
let exampleBuilt: Promise<boolean> | undefined;

const parts: Record<string, Part> = {
  async unit(files) {
    if (files.length === 0) {
      await run("lint", "@biomejs/biome/bin/biome", ["ci", "--error-on-warnings"]);
      await run("types", "typescript/bin/tsc");
      await run("unused code", "knip/bin/knip.js", ["--cache", "--cache-location", ".cache/knip"]);
    }
    await vitest("unit tests", ["--project=unit", ...files]);
  },
  async journeys(files) {
    const args = ["test", "--reporter=dot,./commands/test-reporter.ts", ...files];
    const browser = asked.includes("--firefox")
      ? { FIREFOX_PATH: findFirefox() }
      : { CHROMIUM_PATH: findQuickChromium() };
    if (await buildExample()) await run("browser journeys", "@playwright/test/cli.js", args, browser);
  },
  async pages(files) {
    if ((await buildExample()) && (await build("build of the studio")))
      await vitest("built pages", ["--project=pages", "--project=example-pages", ...files]);
  },
};

const asked = process.argv.slice(2);
const names = asked.filter((name) => !name.startsWith("-"));
if (asked.includes("--webkit")) await import("../tests/journeys/webkit.ts");
else await testAll();

async function testAll() {
  const plan = planOf(names.length === 0 && asked.includes("--firefox") ? ["journeys"] : names);
  const progress = setInterval(printProgress, 10_000);
  // Most tests wait now and then for a process or a timer, so three parts beside each other use two cores well.
  const rows = await Promise.allSettled(
    Object.entries(parts).map(([name, part]) => plan.has(name) && part(plan.get(name) ?? [])),
  );
  clearInterval(progress);
  for (const row of rows) if (row.status === "rejected") addFailure(String(row.reason));
  printSummary();
  process.exit(outcome.failed.length || outcome.passed === 0 ? 1 : 0);
}

/** Which parts are run, and which of their files. A name is a part, a test file, or a folder with tests. */
function planOf(names: string[]): Map<string, string[]> {
  if (names.length === 0) return new Map(Object.keys(parts).map((name) => [name, []]));
  const plan = new Map<string, string[]>();
  for (const name of names) {
    const isFolder = statSync(name, { throwIfNoEntry: false })?.isDirectory();
    const files = name in parts ? [] : globSync(isFolder ? join(name, "**/*.{test,spec}.ts") : name);
    if (files.length === 0 && !(name in parts)) {
      console.error(
        `There is no part, no test file and no folder with tests called ${name}. The parts: ${Object.keys(parts).join(", ")}. A file or folder is named by its path, like src/content/read-content.test.ts or src/desk.`,
      );
      process.exit(1);
    }
    if (name in parts) plan.set(name, []);
    for (const file of files) plan.set(partOf(file), [...(plan.get(partOf(file)) ?? []), file]);
  }
  return plan;
}

function partOf(file: string) {
  if (file.endsWith(".spec.ts")) return "journeys";
  return file.endsWith(".built.test.ts") ? "pages" : "unit";
}

/** The machine's own Firefox. */
function findFirefox(): string {
  const found = loadEnvironment().FIREFOX_PATH || findProgram("firefox-esr") || findProgram("firefox");
  if (!found) requirePrograms("npm test -- --firefox", { "firefox-esr": "firefox-esr" });
  return found ?? "";
}

function build(name: string, settings?: Record<string, string>) {
  return run(name, "../src/build/build-if-changed.ts", ["--quick"], settings);
}

/** Most tests run on the example studio. What must hold for any content is also tested on the real one. */
function buildExample() {
  exampleBuilt ??= build("build of the example studio", exampleStudio);
  return exampleBuilt;
}

async function vitest(name: string, args: string[]) {
  const reporters = ["--reporter=minimal", "--reporter=./commands/test-reporter.ts"];
  // Snapshots are written only where a change of words is meant. Otherwise one that is missing fails, as in CI.
  const snapshots = `--update=${asked.includes("-u") ? "all" : "none"}`;
  await run(name, "vitest/vitest.mjs", ["run", ...reporters, snapshots, "--allowOnly=false", ...args]);
}

/** Runs a tool. What it printed is shown if it failed. A tool that reports no tests counts as one. */
async function run(name: string, program: string, args: string[] = [], settings: Record<string, string> = {}) {
  const started = performance.now();
  let tests = 0;
  running.add(name);
  const child = spawn(process.execPath, [join("node_modules", program), ...args], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, ...settings },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (bytes) => output.push(bytes));
  child.on("message", (message: Message) => {
    tests += 1;
    addTest(message);
  });
  const failuresBefore = outcome.failed.length;
  const [status] = (await once(child, "close")) as [number | null];
  running.delete(name);
  if (status !== 0) console.log(`\n── ${name}\n${Buffer.concat(output)}`);
  if (tests === 0 && status === 0) outcome.passed += 1;
  if (status !== 0 && outcome.failed.length === failuresBefore) addFailure(name);
  console.log(`${name}: ${status === 0 ? "passed" : "FAILED"}, ${seconds(started)}`);
  return status === 0;
}

function addTest({ state, name, isRetried, reason }: Message) {
  if (state === "failed") addFailure(name);
  else if (state === "skipped") {
    const place = `${name.split(":")[0]}${reason ? `, which ${reason}` : ""}`;
    outcome.skipped.set(place, (outcome.skipped.get(place) ?? 0) + 1);
  } else outcome.passed += 1;
  if (isRetried) outcome.retried.push(name);
}

/** A failure is told at once. */
function addFailure(name: string) {
  outcome.failed.push(name);
  console.log(`Failed: ${name}`);
}

function printProgress() {
  console.log(`${seconds(began)}: ${outcome.passed} passed so far. Running: ${[...running].join(", ")}`);
}

function printSummary() {
  const { passed, failed, retried, skipped } = outcome;
  const skippedTests = [...skipped.values()].reduce((sum, count) => sum + count, 0);
  console.log("");
  for (const [place, count] of skipped) console.log(`Skipped: ${count} of ${place}`);
  for (const name of retried) console.log(`Passed at the second try: ${name}`);
  for (const name of failed) console.log(`Failed: ${name}`);
  console.log(`${passed} passed, ${failed.length} failed${skippedTests ? `, ${skippedTests} skipped` : ""}`);
}
