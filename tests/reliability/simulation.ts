import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { type Prove, type Result, scaled } from "./result.ts";
import { temporaryFolder } from "./server-process.ts";
import { type FaultName, seededFaultNames } from "./simulation/seeded-faults.ts";
import type { WorkerJob, WorkerReport } from "./simulation/worker.ts";

/** The disk is in memory, and the simulation decides what survives a power cut. */
const memoryFolder = existsSync("/dev/shm") ? "/dev/shm" : undefined;
/** The number of steps within which a seeded fault must be found. */
const maxStepsToFind = 10_000;

export const prove: Prove = async (options) => {
  const { seed, log } = options;
  const steps = scaled(1_000_000, options, 2_000);
  const playHalf = (first: number) =>
    runWorker({ seed: (seed + first) >>> 0, stride: 2, steps: steps / 2, fault: "none" });
  const runs = await Promise.all([playHalf(0), playHalf(1)]);
  const sum = (of: (report: WorkerReport) => number) => runs.reduce((total, run) => total + of(run), 0);
  const broken = runs.filter((run) => run.broken !== null);
  const failures = broken
    .map((run) => `${run.broken} (npm run prove -- simulation --seed ${run.brokenSeed})`)
    .join("; ");

  const results: Result[] = [
    {
      claim: "Every acknowledged request is stored once and delivered, whatever happens in whatever order",
      method:
        "handler, store, outbox and watch with clock, timers, randomness, disk and relay handed in: posts, repeats, crashes at any await, power cuts, wrong clocks, faulty relays, two servers on one database, purges",
      measured: `${formatCount(sum((run) => run.steps))} steps in ${formatCount(sum((run) => run.histories))} histories, ${formatCount(sum((run) => run.thanked))} thanked, ${formatCount(sum((run) => run.crashes))} crashes, ${formatCount(sum((run) => run.purged))} purged in time, ${broken.length} broken${failures && `: ${failures}`}`,
      passed: broken.length === 0 && sum((run) => run.steps) >= steps,
    },
    {
      claim: "A crash causes at most one duplicate email",
      method: "every duplicate email in the same histories needs a reason: a crash while it was being sent excuses one",
      measured: `${formatCount(sum((run) => run.emails))} emails, ${formatCount(sum((run) => run.afterCrash))} too many after ${formatCount(sum((run) => run.crashes))} crashes; beside them ${formatCount(sum((run) => run.denied))} that the relay took and denied, ${formatCount(sum((run) => run.byClocks))} where the clocks of two servers disagree`,
      passed: broken.length === 0,
    },
  ];

  const again = await runWorker({ seed, stride: 2, steps: Math.min(steps / 2, 20_000), fault: "none" });
  const identical = again.traces.every((trace, index) => trace === runs[0].traces[index]);
  results.push({
    claim: "A history is repeated exactly by its seed",
    method: "played twice, the traces of everything that happened compared",
    measured: `${again.traces.length} histories, ${identical ? "the same" : "NOT the same"}`,
    passed: identical,
  });

  for (const [index, fault] of seededFaultNames.entries()) {
    const found = await runWorker({ seed: (seed + index) >>> 0, stride: 1, steps: maxStepsToFind, fault });
    log(`${fault}: ${found.broken ? `step ${found.steps}, ${found.broken}` : `NOT FOUND in ${found.steps} steps`}`);
    results.push({
      claim: `The simulation finds a seeded fault: ${fault}`,
      method: "the fault is wrapped around the store or the mail server",
      measured: found.broken ? `found at step ${formatCount(found.steps)}: ${found.broken}` : "not found",
      passed: found.broken !== null && found.steps <= maxStepsToFind,
    });
  }
  return results;
};

const formatCount = (value: number): string => value.toLocaleString("en-CA");

function runWorker(job: Omit<WorkerJob, "folder"> & { fault: FaultName }): Promise<WorkerReport> {
  const workerData: WorkerJob = { ...job, folder: temporaryFolder(memoryFolder) };
  const worker = new Worker(new URL("./simulation/worker.ts", import.meta.url), { workerData });
  return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
}
