import { faultyRelays, longOutage } from "./faults/mail.ts";
import { copiedUnderLoad, steadyWork, stopsOnSigterm } from "./faults/stops.ts";
import { fullDisk, locked, syncErrors } from "./faults/store.ts";
import type { Prove, Result } from "./results.ts";

/** What goes wrong with a machine and with the mail, one after the other. */
export const proveFaults: Prove = async (options) => {
  const results: Result[] = [];
  for (const fault of [fullDisk, locked, syncErrors, longOutage, stopsOnSigterm, steadyWork, faultyRelays])
    results.push(await fault(options));
  return [...results, ...(await copiedUnderLoad(options))];
};
