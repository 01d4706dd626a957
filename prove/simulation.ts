import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { type Figure, type Prove, scaled } from "./figure.ts";
import { faults, type PlantName } from "./simulation/planted.ts";
import type { Order, Report } from "./simulation/worker.ts";
import { newFolder } from "./started-server.ts";

/** A disk that is memory: what it keeps of a cut is the simulation's to say. */
const memory = existsSync("/dev/shm") ? "/dev/shm" : undefined;
/** Within so many steps a planted fault must be found. */
const findWithin = 10_000;

export const prove: Prove = async (options) => {
  const { seed, log } = options;
  const steps = scaled(1_000_000, options, 20_000);
  const half = (first: number) => play({ seed: (seed + first) >>> 0, stride: 2, steps: steps / 2, plant: "none" });
  const runs = await Promise.all([half(0), half(1)]);
  const sum = (of: (report: Report) => number) => runs.reduce((total, run) => total + of(run), 0);
  const broken = runs.filter((run) => run.broken !== null);
  const inWords = broken
    .map((run) => `${run.broken} (npm run prove -- simulation --seed ${run.brokenSeed})`)
    .join("; ");

  const figures: Figure[] = [
    {
      promise: "Whoever was thanked is stored once and delivered, whatever happens in whatever order",
      how: "handler, store, outbox and watch with clock, timers, randomness, disk and relay handed in: posts, repeats, crashes at any await, power cuts, wrong clocks, faulty relays, two servers on one database, purges",
      figure: `${number(sum((run) => run.steps))} steps in ${number(sum((run) => run.histories))} histories, ${number(sum((run) => run.thanked))} thanked, ${number(sum((run) => run.crashes))} crashes, ${number(sum((run) => run.purged))} purged in time, ${broken.length} broken${inWords && `: ${inWords}`}`,
      holds: broken.length === 0 && sum((run) => run.steps) >= steps,
    },
    {
      promise: "A crash costs at most one letter too many",
      how: "every second letter in the same histories needs a reason: a crash while it was under way excuses one",
      figure: `${number(sum((run) => run.letters))} letters, ${number(sum((run) => run.afterCrash))} too many after ${number(sum((run) => run.crashes))} crashes; beside them ${number(sum((run) => run.denied))} that the relay took and denied, ${number(sum((run) => run.byClocks))} where the clocks of two servers disagree`,
      holds: broken.length === 0,
    },
  ];

  const again = await play({ seed, stride: 2, steps: Math.min(steps / 2, 20_000), plant: "none" });
  const same = again.traces.every((trace, index) => trace === runs[0].traces[index]);
  figures.push({
    promise: "A history is repeated exactly by its seed",
    how: "played twice, the traces of everything that happened compared",
    figure: `${again.traces.length} histories, ${same ? "the same" : "NOT the same"}`,
    holds: same,
  });

  for (const [index, plant] of faults.entries()) {
    const found = await play({ seed: (seed + index) >>> 0, stride: 1, steps: findWithin, plant });
    log(`${plant}: ${found.broken ? `step ${found.steps}, ${found.broken}` : `NOT FOUND in ${found.steps} steps`}`);
    figures.push({
      promise: `The simulation finds a planted fault: ${plant}`,
      how: "wrapped around what is handed in",
      figure: found.broken ? `found at step ${number(found.steps)}: ${found.broken}` : "not found",
      holds: found.broken !== null && found.steps <= findWithin,
    });
  }
  return figures;
};

const number = (value: number): string => value.toLocaleString("en-CA");

function play(order: Omit<Order, "folder"> & { plant: PlantName }): Promise<Report> {
  const workerData: Order = { ...order, folder: newFolder(memory) };
  const worker = new Worker(new URL("./simulation/worker.ts", import.meta.url), { workerData });
  return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
}
