import { faultyRelays, longOutage } from "./faults/mail.ts";
import { copiedUnderLoad, stopsOnSigterm } from "./faults/stops.ts";
import { fullDisk, locked, syncErrors } from "./faults/store.ts";
import { startWithOwner } from "./owner-at-work.ts";
import type { Options, Prove, Result } from "./results.ts";
import { type StartServer, startServer } from "./servers.ts";

/** Each fault twice: on a server by itself, and on one whose owner has her desk and a window of the editor open. */
export const proveFaults: Prove = async (options) => {
  const alone = await runFaults(options, startServer);
  const others = [await faultyRelays(options), ...(await copiedUnderLoad(options))];
  const together = await runFaults(options, startWithOwner);
  const named = together.map((result) => ({ ...result, claim: `${result.claim}: desk and editor open` }));
  return [...alone, ...others, ...named];
};

async function runFaults(options: Options, start: StartServer): Promise<Result[]> {
  const results: Result[] = [];
  for (const fault of [fullDisk, locked, syncErrors, longOutage, stopsOnSigterm])
    results.push(await fault(options, start));
  return results;
}
