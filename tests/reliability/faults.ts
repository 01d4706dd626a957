import { clockSetBack, faultyRelays, longOutage } from "./faults/mail.ts";
import { copiedUnderLoad, stopsOnSigterm } from "./faults/stops.ts";
import {
  corrupt,
  databaseStopped,
  folderRemoved,
  fullDisk,
  locked,
  logDeleted,
  readOnly,
  syncErrors,
} from "./faults/store.ts";
import { startWithOwner } from "./owner-at-work.ts";
import type { Options, Prove, Result } from "./results.ts";
import { type StartServer, startServer } from "./servers.ts";

type FaultCheck = (options: Options, start: StartServer) => Promise<Result>;

/** Two faults run at a time, since most of the time they wait. */
const lanes: FaultCheck[][] = [
  [fullDisk, readOnly, locked, logDeleted, folderRemoved, syncErrors, corrupt],
  [longOutage, clockSetBack, stopsOnSigterm, databaseStopped],
];

/** Each fault twice: on a server by itself, and on one whose owner has her desk and a window of the editor open. */
export const proveFaults: Prove = async (options) => {
  const alone = await runLanes(options, startServer);
  const others = [await faultyRelays(options), ...(await copiedUnderLoad(options))];
  const together = await runLanes(options, startWithOwner);
  const named = together.map((result) => ({ ...result, claim: `${result.claim}: desk and editor open` }));
  return [...alone, ...others, ...named];
};

async function runLanes(options: Options, start: StartServer): Promise<Result[]> {
  const results = await Promise.all(
    lanes.map(async (lane) => {
      const laneResults: Result[] = [];
      for (const fault of lane) laneResults.push(await fault(options, start));
      return laneResults;
    }),
  );
  return results.flat();
}
