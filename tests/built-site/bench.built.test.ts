import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hasNginx } from "../../tools/bench/nginx.ts";
import { findProgram } from "../kit/programs.ts";

/** Every measurement that a document cites, as `npm run bench` starts it, and what it says where it cannot be made. */
const measurements: [name: string, isPossible: boolean, missing?: RegExp][] = [
  ["bytes", true],
  ["navigation", true],
  ["form", true],
  ["requests", true],
  ["growth", true],
  ["publishing", hasNginx(), /^Publishing is measured with Debian's nginx: sudo apt-get install nginx$/m],
  [
    "serving",
    hasNginx() && Boolean(findProgram("wrk")),
    /^Serving is measured with Debian's (wrk|nginx): sudo apt-get/m,
  ],
  ["pages", existsSync("tools/bench/node_modules"), /^Lighthouse is not installed: npm ci --prefix tools\/bench/m],
];

describe.concurrent("at its smallest", () => {
  test.each(measurements)("%s is measured, or says what it needs", async (name, isPossible, missing) => {
    const { code, output, said } = await run(name);
    if (isPossible) {
      expect(said).not.toMatch(/Error/);
      expect([code, output]).toEqual([0, expect.stringMatching(/^goal .*\n\d+ /m)]);
    } else {
      expect([code, output]).toEqual([1, ""]);
      expect(said).toMatch(missing ?? /never/);
    }
  });
});

function run(name: string): Promise<{ code: number; output: string; said: string }> {
  const args = ["tools/bench/bench.ts", name, "--smallest"];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, output, said) => {
      resolve({ code: error ? Number(error.code) : 0, output, said });
    });
  });
}
