import { parseArgs } from "node:util";
import { proveTooLittleMemory, proveTwoPeople } from "./editor/saving-and-publishing.ts";
import { proveLargePictures, proveUploads } from "./editor/uploads.ts";
import { faultyRelays, longOutage } from "./faults/mail.ts";
import { fullDisk, locked, syncErrors } from "./faults/store.ts";
import { copiedUnderLoad, steadyWork } from "./faults/work.ts";
import { proveKills } from "./kills.ts";
import { provePublishing } from "./publishing.ts";
import type { Options, Result } from "./results.ts";
import { proveSeveral } from "./several.ts";
import { proveSimulation } from "./simulation.ts";
import { proveForeignOrigins } from "./strangers/foreign-origins.ts";
import { proveFuzzing } from "./strangers/fuzzing.ts";
import { proveHostileWords } from "./strangers/hostile-words.ts";
import { proveRequestFlood } from "./strangers/request-flood.ts";

type Attack = (options: Options) => Promise<Result | Result[]>;

/** What is tried in each part, one after the other. */
const parts: Record<string, Attack[]> = {
  simulation: [proveSimulation],
  kills: [proveKills],
  several: [proveSeveral],
  faults: [fullDisk, locked, syncErrors, longOutage, steadyWork, faultyRelays, copiedUnderLoad],
  publishing: [provePublishing],
  strangers: [proveFuzzing, proveForeignOrigins, proveRequestFlood, proveHostileWords],
  editor: [proveUploads, proveLargePictures, proveTwoPeople, proveTooLittleMemory],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string" }, quick: { type: "boolean", default: false } },
});
const unknown = positionals.find((name) => !(name in parts));
if (unknown) throw new Error(`There is no "${unknown}" to prove; there are ${Object.keys(parts).join(", ")}.`);
const seed = values.seed === undefined ? crypto.getRandomValues(new Uint32Array(1))[0] : Number(values.seed);
if (seed === undefined || !Number.isSafeInteger(seed))
  throw new Error(`--seed is "${values.seed}", but must be a whole number.`);
const options = { seed, scale: values.quick ? 0.002 : 1, log: (line: string) => console.log(`   ${line}`) };

// On SIGTERM the part also stops its servers and databases, which end with this process.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
process.setMaxListeners(0);

console.log(`Seed ${seed}: --seed ${seed} makes the same choices again.`);
const results: Result[] = [];
const words = { true: "holds  ", false: "BROKEN ", "not run": "NOT RUN" };
for (const [name, attacks] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`\n── ${name}`);
  const began = performance.now();
  for (const attack of attacks) {
    const found = await resultsOf(attack);
    for (const { passed, claim, measured } of found) console.log(`${words[`${passed}`]}  ${claim}: ${measured}`);
    results.push(...found);
  }
  console.log(`   ${((performance.now() - began) / 1_000).toFixed(1)} s`);
}
const count = (passed: Result["passed"]) => results.filter((result) => result.passed === passed).length;
console.log(`\n${count(true)} hold, ${count(false)} broken, ${count("not run")} not run. Seed ${seed}.`);
// Processes that a part left running end here too.
process.exit(count(false) > 0 || count(true) === 0 ? 1 : 0);

/** An attack that throws or has no results counts as broken. */
async function resultsOf(attack: Attack): Promise<Result[]> {
  const broken = (measured: string) => [{ claim: `${attack.name} ends with figures`, measured, passed: false }];
  try {
    const found = [await attack(options)].flat();
    return found.length > 0 ? found : broken("none");
  } catch (error) {
    console.error(error);
    return broken("it threw");
  }
}
