import { findQuickChromium } from "../kit/find-chromium.ts";
import { buildOnce } from "./example-site.ts";
import { type Prove, type Result, scaled } from "./result.ts";
import { runProcess } from "./run-process.ts";

interface Suite {
  suites?: Suite[];
  specs?: { title: string; tests: { results: { status: string }[] }[] }[];
}

/** Repeats the journeys in which a phone, a network or a deployment fails halfway. */
export const prove: Prove = async (options) => {
  const method = "The journeys marked @once in Chromium, against the built site and the real server";
  buildOnce();
  const browser = findQuickChromium();
  const times = scaled(5, options);
  const cli = "node_modules/@playwright/test/cli.js";
  const args = [cli, "test", "--grep=@once", "--reporter=json", `--repeat-each=${times}`, "--workers=2"];
  const env = { ...process.env, CHROMIUM_PATH: browser };
  const { stdout, stderr } = await runProcess(process.execPath, args, { env });
  if (!stdout.startsWith("{")) throw new Error(`The journeys did not run: ${stderr || stdout}`);
  const report: Suite = JSON.parse(stdout);
  return specsOf(report).map(([title, statuses]): Result => {
    const failed = statuses.filter((status) => status !== "passed").length;
    return {
      claim: `A request is stored once, or every word is kept: ${title}`,
      method,
      measured: `${statuses.length - failed} of ${statuses.length} times`,
      passed: failed === 0 && statuses.length === times,
    };
  });
};

/** Groups the results by title, since each repetition is listed separately. */
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
