import { fullDisk, locked, readOnly } from "./faults/disk.ts";
import { corrupt, folderRemoved, logDeleted, syncErrors } from "./faults/files.ts";
import { clockSetBack, faultyRelays, longOutage } from "./faults/mail.ts";
import { stopsOnSigterm } from "./faults/shutdown.ts";
import type { Options, Prove, Result } from "./result.ts";

type FaultCheck = (options: Options) => Promise<Result>;

/** Two faults run at a time, since most of the time they wait. */
const lanes: FaultCheck[][] = [
  [fullDisk, readOnly, locked, logDeleted, folderRemoved, syncErrors, corrupt],
  [longOutage, clockSetBack, faultyRelays, stopsOnSigterm],
];

export const prove: Prove = async (options) => {
  const results = await Promise.all(
    lanes.map(async (lane) => {
      const laneResults: Result[] = [];
      for (const fault of lane) laneResults.push(await fault(options));
      return laneResults;
    }),
  );
  return results.flat();
};
