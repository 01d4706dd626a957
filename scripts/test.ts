import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "./chromium.ts";

interface Count {
  passed: number;
  failed: number;
}

const scratch = mkdtempSync(join(tmpdir(), "test-"));
const counts: Count[] = [];
try {
  const chromium = findChromium();
  await check("route types", "@react-router/dev/bin.cjs", "typegen");
  // Side by side: unit tests mostly wait, for mail servers and databases, and journeys mostly work.
  await Promise.all([checkSource(), checkSite(chromium)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  counts.push({ passed: 0, failed: 1 });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const total = (kind: keyof Count) => counts.reduce((sum, count) => sum + count[kind], 0);
console.log(`\n${total("passed")} passed, ${total("failed")} failed`);
process.exit(total("failed") > 0 || total("passed") === 0 ? 1 : 0);

async function checkSource() {
  await check("format and lint", "@biomejs/biome/bin/biome", "ci", "--error-on-warnings");
  await check("types", "typescript/bin/tsc");
  await check("dead code", "knip/bin/knip.js");
  await vitest("unit tests");
}

async function checkSite(chromium: string) {
  if (!(await check("build", "../scripts/build.ts"))) return;
  await playwright(chromium);
  await vitest("built pages", "--config", "vitest.built.config.ts");
}

/** A step that is right or wrong as a whole. */
async function check(name: string, program: string, ...args: string[]) {
  const ok = (await execute(name, program, args)) === 0;
  counts.push({ passed: Number(ok), failed: Number(!ok) });
  return ok;
}

async function vitest(name: string, ...args: string[]) {
  const report = join(scratch, `${name}.json`);
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
  count(await execute(name, "vitest/vitest.mjs", ["run", ...reporters, ...args]), () => {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
    return { passed: numPassedTests, failed: numFailedTests };
  });
}

async function playwright(chromium: string) {
  const report = join(scratch, "playwright.json");
  const settings = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report, TEST_OUTPUT: scratch };
  const args = ["test", "--reporter=dot,json"];
  count(await execute("browser journeys", "@playwright/test/cli.js", args, settings), () => {
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

/** Runs a program to its end and then shows what it said, so that two at a time do not talk over each other. */
async function execute(name: string, program: string, args: string[], settings: Record<string, string> = {}) {
  const started = Date.now();
  const child = spawn(process.execPath, [join("node_modules", program), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...settings },
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => said.push(part));
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`\n── ${name} (${seconds} s)\n${Buffer.concat(said)}`);
  return status;
}
