import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { patient } from "../commands/patience.ts";
import { openProgress } from "../pipeline/progress.ts";
import { type Figure, type Prove, scaled } from "./figure.ts";
import { record } from "./record.ts";

/** Each is a file of its own. So many minutes it has at most, on a busy machine; the whole takes half an hour on two cores. */
const parts: Record<string, number> = {
  simulation: 7,
  kills: 12,
  powercuts: 3,
  faults: 4,
  malice: 12,
  browser: 6,
  drill: 4,
  soak: 15,
};
/** Of these `npm test` makes a small part each time: they say the same on any machine, however busy it is. */
const quick = ["simulation", "kills", "powercuts"];
const quickScale = 0.02;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string" }, quick: { type: "boolean", default: false }, report: { type: "string" } },
});
const unknown = positionals.find((name) => !(name in parts));
if (unknown) stop(`There is no "${unknown}" to prove; there are ${Object.keys(parts).join(", ")}.`);
const seed = values.seed === undefined ? crypto.getRandomValues(new Uint32Array(1))[0] : Number(values.seed);
if (seed === undefined || !Number.isSafeInteger(seed)) stop(`--seed is "${values.seed}", but must be a whole number.`);

// Told to end, it takes its servers and databases with it.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
const scale = values.quick ? quickScale : 1;
const usual = values.quick ? quick : Object.keys(parts);
const chosen = Object.keys(parts).filter((name) => (positionals.length ? positionals : usual).includes(name));
const found: Figure[] = [];
console.log(`Seed ${seed}: npm run prove -- --seed ${seed} makes the same choices again.`);
// For figures each has the machine to itself; for a quick look three wait beside each other.
const progress = openProgress(15_000);
progress.begin("Proving parts", chosen.length);
await Promise.all(Array.from({ length: values.quick ? 3 : 1 }, work));
progress.end();

const passed = found.filter(({ holds }) => holds === true).length;
const failed = found.filter(({ holds }) => holds === false).length;
if (values.report) writeFileSync(values.report, JSON.stringify({ passed, failed }));
console.log(`\n${passed} hold, ${failed} broken, ${found.length - passed - failed} not run. Seed ${seed}.`);
// What a part left running after its time was up ends here too.
process.exit(failed > 0 || passed === 0 ? 1 : 0);

async function work(): Promise<void> {
  for (let part = chosen.shift(); part; part = chosen.shift()) await take(part);
}

async function take(part: string): Promise<void> {
  const began = performance.now();
  const figures = await proven(part);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  console.log(`\n── ${part}, ${seconds} s`);
  for (const { holds, promise, figure } of figures)
    console.log(`${{ true: "holds  ", false: "BROKEN ", "not run": "NOT RUN" }[`${holds}`]}  ${promise}: ${figure}`);
  if (!values.quick) record(part, { seed: seed ?? 0, seconds, figures }, Object.keys(parts));
  found.push(...figures);
  progress.step();
}

/** A part that throws, takes too long or has nothing to show has proven nothing. */
async function proven(part: string): Promise<Figure[]> {
  const minutes = parts[part] ?? 1;
  const broken = (figure: string) => [{ promise: `${part} ends with figures`, how: "", figure, holds: false }];
  const { promise: late, resolve } = Promise.withResolvers<Figure[]>();
  const limit = patient(scaled(minutes * 60_000, { scale }, 120_000));
  const timer = setTimeout(() => resolve(broken(`not within ${limit / 60_000} minutes`)), limit);
  try {
    const { prove }: { prove: Prove } = await import(`./${part}.ts`);
    const log = (line: string) => console.log(`   ${part}: ${line}`);
    const figures = await Promise.race([prove({ seed: seed ?? 0, scale, log }), late]);
    return figures.length > 0 ? figures : broken("none");
  } catch (error) {
    console.error(error);
    return broken("it threw");
  } finally {
    clearTimeout(timer);
  }
}

function stop(words: string): never {
  console.error(words);
  process.exit(1);
}
