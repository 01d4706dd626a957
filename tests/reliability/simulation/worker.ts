import { parentPort, workerData } from "node:worker_threads";
import { type HistoryResult, playHistory } from "./history.ts";
import { type FaultName, seededFaults } from "./seeded-faults.ts";

/** Runs one history after the other, each with its own seed; the first uses the given seed. */
export type WorkerJob = { seed: number; stride: number; steps: number; fault: FaultName; folder: string };
export type WorkerReport = Omit<HistoryResult, "unexplained"> & { histories: number; brokenSeed: number | null };

const none = { steps: 0, thanked: 0, purged: 0, crashes: 0, emails: 0, denied: 0, afterCrash: 0, byClocks: 0 };
const counted = Object.keys(none) as (keyof typeof none)[];
const { seed, stride, steps, fault, folder }: WorkerJob = workerData;
const report: WorkerReport = { ...none, histories: 0, broken: null, brokenSeed: null };
for (let historySeed = seed; report.steps < steps && !report.broken; historySeed = (historySeed + stride) >>> 0) {
  const result = await playHistory(historySeed, folder, seededFaults[fault]);
  for (const name of counted) report[name] += result[name];
  report.histories++;
  if (result.broken) Object.assign(report, { broken: result.broken, brokenSeed: historySeed });
}
parentPort?.postMessage(report);
