import { parseArgs } from "node:util";
import { proveEditor } from "./editor.ts";
import { proveFaults } from "./faults.ts";
import { proveKills } from "./kills.ts";
import { provePublishing } from "./publishing.ts";
import type { Prove, Result } from "./results.ts";
import { proveSeveral } from "./several.ts";
import { proveSimulation } from "./simulation.ts";
import { proveStrangers } from "./strangers.ts";

const parts: Record<string, Prove> = {
  simulation: proveSimulation,
  kills: proveKills,
  several: proveSeveral,
  faults: proveFaults,
  publishing: provePublishing,
  strangers: proveStrangers,
  editor: proveEditor,
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
for (const [name, prove] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`\n── ${name}`);
  const began = performance.now();
  const found = await resultsOf(name, prove);
  for (const { passed, claim, measured } of found) console.log(`${words[`${passed}`]}  ${claim}: ${measured}`);
  console.log(`   ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  results.push(...found);
}
const count = (passed: Result["passed"]) => results.filter((result) => result.passed === passed).length;
console.log(`\n${count(true)} hold, ${count(false)} broken, ${count("not run")} not run. Seed ${seed}.`);
// Processes that a part left running end here too.
process.exit(count(false) > 0 || count(true) === 0 ? 1 : 0);

/** A part that throws or has no results counts as broken. */
async function resultsOf(name: string, prove: Prove): Promise<Result[]> {
  const broken = (measured: string) => [{ claim: `${name} ends with figures`, measured, passed: false }];
  try {
    const found = await prove(options);
    return found.length > 0 ? found : broken("none");
  } catch (error) {
    console.error(error);
    return broken("it threw");
  }
}
