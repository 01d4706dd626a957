import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findQuickChromium } from "../kit/find-chromium.ts";
import { hasNginx } from "../kit/nginx.ts";
import { findProgram } from "../kit/programs.ts";

/** Runs every measurement that a document cites, and checks its message where the machine lacks a program. */
const measurements: [name: string, isPossible: boolean, missing?: RegExp][] = [
  ["bytes", true],
  ["first-second", true],
  ["navigation", true],
  ["form", true],
  ["requests", true],
  ["servers", true],
  ["growth", true],
  ["counting", true],
  ["publishing", hasNginx(), /^Publishing is measured with Debian's nginx: sudo apt-get install nginx$/m],
  [
    "serving",
    hasNginx() && Boolean(findProgram("wrk")),
    /^Serving is measured with Debian's (wrk|nginx): sudo apt-get/m,
  ],
  ["pages", existsSync("tools/bench/node_modules"), /^Lighthouse is not installed: npm ci --prefix tools\/bench/m],
];

describe.concurrent("the smallest run of each benchmark", () => {
  test.each(measurements)("the benchmark %s runs, or names what it needs", async (name, isPossible, missing) => {
    const { code, output, errors } = await run(name);
    if (isPossible) {
      expect(errors).not.toMatch(/Error/);
      expect([code, output]).toEqual([0, expect.stringMatching(/^goal .*\n\d+ /m)]);
    } else {
      expect([code, output]).toEqual([1, ""]);
      expect(errors).toMatch(missing ?? /never/);
    }
  });
});

function run(name: string): Promise<{ code: number; output: string; errors: string }> {
  const args = ["tools/bench/bench.ts", name, "--smallest"];
  const env = { ...process.env, CHROMIUM_PATH: findQuickChromium() };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, output, errors) => {
      resolve({ code: error ? Number(error.code) : 0, output, errors });
    });
  });
}
