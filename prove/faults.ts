import { fullDisk, locked, readOnly } from "./faults/disk.ts";
import { corrupt, folderRemoved, logDeleted, syncErrors } from "./faults/files.ts";
import { toldToStop } from "./faults/leaving.ts";
import { clockSetBack, faultyRelays, longOutage } from "./faults/mail.ts";
import type { Figure, Options, Prove } from "./figure.ts";

type Fault = (options: Options) => Promise<Figure>;

/** Two at a time: most of them wait. */
const lanes: Fault[][] = [
  [fullDisk, readOnly, locked, logDeleted, folderRemoved, syncErrors, corrupt],
  [longOutage, clockSetBack, faultyRelays, toldToStop],
];

export const prove: Prove = async (options) => {
  const figures = await Promise.all(
    lanes.map(async (lane) => {
      const found: Figure[] = [];
      for (const fault of lane) found.push(await fault(options));
      return found;
    }),
  );
  return figures.flat();
};
