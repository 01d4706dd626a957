import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findChromium } from "../commands/chromium.ts";
import { type Figure, type Prove, scaled } from "./figure.ts";
import { buildOnce } from "./site.ts";

interface Suite {
  suites?: Suite[];
  specs?: { title: string; tests: { results: { status: string }[] }[] }[];
}

/** The journeys in which a phone, a network or a deploy fails in the middle, again and again. */
export const prove: Prove = async (options) => {
  buildOnce();
  const browser = findChromium();
  if (!existsSync(browser)) throw new Error("There is no Chromium");
  const times = scaled(10, options);
  const cli = "node_modules/@playwright/test/cli.js";
  const args = [cli, "test", "--grep=@once", "--reporter=json", `--repeat-each=${times}`, "--workers=2"];
  const env = { ...process.env, CHROMIUM_PATH: browser };
  const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8", maxBuffer: 100_000_000 });
  if (!stdout.startsWith("{")) throw new Error(`The journeys did not run: ${stderr || stdout}`);
  const report: Suite = JSON.parse(stdout);
  return specsOf(report).map(([title, statuses]): Figure => {
    const failed = statuses.filter((status) => status !== "passed").length;
    return {
      promise: `Thanked is stored once, or every word is kept: ${title}`,
      how: "The journey in Chromium, against the built site and the real server",
      figure: `${statuses.length - failed} of ${statuses.length} times`,
      holds: failed === 0 && statuses.length === times,
    };
  });
};

/** By title, as each repetition is listed for itself. */
function specsOf(suite: Suite): [string, string[]][] {
  const found = new Map<string, string[]>();
  const visit = ({ suites = [], specs = [] }: Suite) => {
    for (const { title, tests } of specs) {
      const statuses = tests.flatMap(({ results }) => results.map(({ status }) => status));
      found.set(title, [...(found.get(title) ?? []), ...statuses]);
    }
    for (const inner of suites) visit(inner);
  };
  visit(suite);
  return [...found];
}
