import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { openProgress } from "../../src/build/progress.ts";
import { patient } from "../kit/patience.ts";
import { recordResults } from "./record-results.ts";
import { type Prove, type Result, scaled } from "./result.ts";

/** Each part is a file, with its time limit in minutes. Together they are meant to take at most 25 minutes on two cores. */
const parts: Record<string, number> = {
  simulation: 7,
  kills: 12,
  several: 12,
  powercuts: 3,
  faults: 8,
  publishing: 3,
  abuse: 12,
  browser: 6,
  drill: 4,
  soak: 8,
  editor: 8,
};
/** `npm test` runs a small version of these parts, since their results do not depend on the machine's speed. */
const quickParts = ["simulation", "kills", "powercuts", "publishing"];
const quickScale = 0.002;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string" }, quick: { type: "boolean", default: false }, report: { type: "string" } },
});
const unknown = positionals.find((name) => !(name in parts));
if (unknown) stop(`There is no "${unknown}" to prove; there are ${Object.keys(parts).join(", ")}.`);
// `npm test` makes the same choices every time, with which seeded faults are found soon. A full run explores new ones.
const freshSeed = () => (values.quick ? 10 : crypto.getRandomValues(new Uint32Array(1))[0]);
const seed = values.seed === undefined ? freshSeed() : Number(values.seed);
if (seed === undefined || !Number.isSafeInteger(seed)) stop(`--seed is "${values.seed}", but must be a whole number.`);

// On SIGTERM the part also stops its servers and databases.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
// Each process that a part has started listens for the end of this one.
process.setMaxListeners(0);
const scale = values.quick ? quickScale : 1;
const defaultParts = values.quick ? quickParts : Object.keys(parts);
const queue = Object.keys(parts).filter((name) => (positionals.length ? positionals : defaultParts).includes(name));
const results: Result[] = [];
console.log(`Seed ${seed}: npm run prove -- --seed ${seed} makes the same choices again.`);
// For real figures each part has the machine to itself; in a quick run three run at a time.
const progress = openProgress(15_000);
progress.begin("Proving parts", queue.length);
await Promise.all(Array.from({ length: values.quick ? 3 : 1 }, runQueue));
progress.end();

const passed = results.filter(({ passed }) => passed === true).length;
const failed = results.filter(({ passed }) => passed === false).map(({ claim }) => claim);
if (values.report) writeFileSync(values.report, JSON.stringify({ passed, failed }));
const notRun = results.length - passed - failed.length;
console.log(`\n${passed} hold, ${failed.length} broken, ${notRun} not run. Seed ${seed}.`);
// Processes that a part left running after its time limit end here too.
process.exit(failed.length > 0 || passed === 0 ? 1 : 0);

async function runQueue(): Promise<void> {
  for (let part = queue.shift(); part; part = queue.shift()) await runPart(part);
}

async function runPart(part: string): Promise<void> {
  const began = performance.now();
  const partResults = await resultsOf(part);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  console.log(`\n── ${part}, ${seconds} s`);
  for (const { passed, claim, measured } of partResults)
    console.log(`${{ true: "holds  ", false: "BROKEN ", "not run": "NOT RUN" }[`${passed}`]}  ${claim}: ${measured}`);
  if (!values.quick) recordResults(part, { seed: seed ?? 0, seconds, figures: partResults }, Object.keys(parts));
  results.push(...partResults);
  progress.step();
}

/** A part that throws, takes too long or has no results counts as failed. */
async function resultsOf(part: string): Promise<Result[]> {
  const minutes = parts[part] ?? 1;
  const failedResult = (measured: string) => [
    { claim: `${part} ends with figures`, method: "", measured, passed: false },
  ];
  const { promise, resolve } = Promise.withResolvers<Result[]>();
  const limit = patient(scaled(minutes * 60_000, { scale }, 120_000));
  const timer = setTimeout(() => resolve(failedResult(`not within ${limit / 60_000} minutes`)), limit);
  try {
    const { prove }: { prove: Prove } = await import(`./${part}.ts`);
    const log = (line: string) => console.log(`   ${part}: ${line}`);
    const partResults = await Promise.race([prove({ seed: seed ?? 0, scale, log }), promise]);
    return partResults.length > 0 ? partResults : failedResult("none");
  } catch (error) {
    console.error(error);
    return failedResult("it threw");
  } finally {
    clearTimeout(timer);
  }
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
