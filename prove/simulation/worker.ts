import { parentPort, workerData } from "node:worker_threads";
import { playHistory, type Told } from "./history.ts";
import { type PlantName, plants } from "./planted.ts";

/** Histories one after the other, each under a seed of its own; the first under the one that was asked for. */
export type Order = { seed: number; stride: number; steps: number; plant: PlantName; folder: string };
export type Report = Omit<Told, "trace"> & { histories: number; brokenSeed: number | null; traces: string[] };

const countable = ["steps", "thanked", "purged", "crashes", "letters", "denied", "afterCrash", "byClocks"] as const;
const { seed, stride, steps, plant, folder }: Order = workerData;
const report: Report = {
  steps: 0,
  histories: 0,
  thanked: 0,
  purged: 0,
  crashes: 0,
  letters: 0,
  denied: 0,
  afterCrash: 0,
  byClocks: 0,
  broken: null,
  brokenSeed: null,
  traces: [],
};
for (let own = seed; report.steps < steps && !report.broken; own = (own + stride) >>> 0) {
  const told = await playHistory(own, folder, plants[plant]);
  for (const name of countable) report[name] += told[name];
  report.histories++;
  report.traces.push(told.trace);
  if (told.broken) Object.assign(report, { broken: told.broken, brokenSeed: own });
}
parentPort?.postMessage(report);
