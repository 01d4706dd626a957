import { fullDisk, locked, readOnly } from "./faults/disk.ts";
import { corrupt, folderRemoved, logDeleted, syncErrors } from "./faults/files.ts";
import { clockSetBack, faultyRelays, longOutage } from "./faults/mail.ts";
import { databaseStopped } from "./faults/postgres.ts";
import { stopsOnSigterm } from "./faults/shutdown.ts";
import { startWithOwner } from "./owner-at-work.ts";
import type { Options, Prove, Result } from "./result.ts";
import { type StartServer, startServer } from "./server-process.ts";

type FaultCheck = (options: Options, start: StartServer) => Promise<Result>;

/** Two faults run at a time, since most of the time they wait. */
const lanes: FaultCheck[][] = [
  [fullDisk, readOnly, locked, logDeleted, folderRemoved, syncErrors, corrupt],
  [longOutage, clockSetBack, stopsOnSigterm, databaseStopped],
];

/** Each fault twice: on a server by itself, and on one whose owner has her desk and a window of the editor open. */
export const prove: Prove = async (options) => {
  const alone = await runLanes(options, startServer);
  const relays = await faultyRelays(options);
  const together = await runLanes({ ...options, withOwner: true }, startWithOwner);
  const named = together.map((result) => ({ ...result, claim: `${result.claim}: desk and editor open` }));
  return [...alone, relays, ...named];
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
