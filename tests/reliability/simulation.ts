import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { formatCount, type Prove, resultOf, scaled } from "./results.ts";
import { temporaryFolder } from "./servers.ts";
import { seededFaultNames } from "./simulation/seeded-faults.ts";
import type { WorkerJob, WorkerReport } from "./simulation/worker.ts";

/** The disk is in memory, and the simulation decides what survives a power cut. */
const memoryFolder = existsSync("/dev/shm") ? "/dev/shm" : undefined;
const maxStepsToFind = 10_000;

/**
 * Handler, store, outbox and jobs with clock, timers, randomness, disk and relay handed in: posts, repeats, crashes at
 * any await, power cuts, wrong clocks, faulty relays, two servers on one database, purges.
 */
export const proveSimulation: Prove = async (options) => {
  const { seed } = options;
  const steps = scaled(1_000_000, options, 2_000);
  const playHalf = (first: number) =>
    runWorker({ seed: (seed + first) >>> 0, stride: 2, steps: steps / 2, fault: "none" });
  const runs = await Promise.all([playHalf(0), playHalf(1)]);
  const sum = (of: (report: WorkerReport) => number) => runs.reduce((total, run) => total + of(run), 0);
  const count = (of: (report: WorkerReport) => number) => formatCount(sum(of));
  const broken = runs.filter((run) => run.broken !== null);
  const failures = broken.map((run) => `${run.broken} (--seed ${run.brokenSeed})`).join("; ");

  const results = [
    resultOf("Every acknowledged request is stored once and delivered, whatever happens in whatever order", {
      [`${count((run) => run.steps)} steps in ${count((run) => run.histories)} histories`]:
        sum((run) => run.steps) >= steps,
      [`${count((run) => run.thanked)} thanked`]: true,
      [`${count((run) => run.crashes)} crashes`]: true,
      [`${count((run) => run.purged)} purged in time`]: true,
      [`${broken.length} broken${failures && `: ${failures}`}`]: broken.length === 0,
    }),
    resultOf("A crash causes at most one duplicate email", {
      [`${count((run) => run.emails)} emails`]: true,
      [`${count((run) => run.afterCrash)} too many after ${count((run) => run.crashes)} crashes`]: broken.length === 0,
      [`beside them ${count((run) => run.denied)} that the relay took and denied`]: true,
      [`${count((run) => run.byClocks)} where the clocks of two servers disagree`]: true,
    }),
  ];
  const again = { seed, stride: 1, steps: scaled(20_000, options, 1_000), fault: "none" } as const;
  const [once, twice] = await Promise.all([runWorker(again), runWorker(again)]);
  results.push(
    resultOf("A history is repeated exactly by its seed", {
      [`${formatCount(once.histories)} played twice`]: JSON.stringify(once) === JSON.stringify(twice),
    }),
  );
  for (const [index, fault] of seededFaultNames.entries()) {
    const found = await runWorker({ seed: (seed + index) >>> 0, stride: 1, steps: maxStepsToFind, fault });
    results.push(
      resultOf(`The simulation finds a seeded fault: ${fault}`, {
        [`${found.broken ?? "not found"}, at step ${formatCount(found.steps)}`]:
          found.broken !== null && found.steps <= maxStepsToFind,
      }),
    );
  }
  return results;
};

function runWorker(job: Omit<WorkerJob, "folder">): Promise<WorkerReport> {
  const workerData: WorkerJob = { ...job, folder: temporaryFolder(memoryFolder) };
  const worker = new Worker(new URL("./simulation/worker.ts", import.meta.url), { workerData });
  return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
}
