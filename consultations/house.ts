import type { Notes, Queue } from "./store/store.ts";
import { sentence } from "./studio-time.ts";
import { lateAfter } from "./watch.ts";

/** The state of the house, for the owner: at the head of her desk, and at the foot of her morning letter. */
export type House = {
  /** `since` is when the oldest letter that waits too long was written; `unset` says that there is no way to post any. */
  letters: { unset: boolean; waiting: number; since: number | null };
  /** The share of the disk that is free, where there is one of our own. */
  disk: { well: boolean; free: number | null };
  /** `missing` says that there should be one by now. */
  backup: { at: number | null; missing: boolean };
  /** Why search engines are asked to stay away from a site that is public. */
  hidden: string | null;
};

export type HouseSettings = {
  store: Pick<Queue, "waiting"> & Pick<Notes, "recall">;
  now: () => number;
  mailUnset: boolean;
  hidden: string | null;
  /** On a public site whose requests are in a file of its own, nobody else makes backups. */
  backupExpected: boolean;
  freeSpace: () => Promise<number | null>;
};

const oldBackup = 2 * 24 * 60 * 60_000;
const littleSpace = 0.05;

export async function lookAtHouse(settings: HouseSettings): Promise<House> {
  const { store, now, mailUnset, hidden, backupExpected, freeSpace } = settings;
  const [{ count, since }, noted, free] = await Promise.all([store.waiting(), store.recall("backup"), freeSpace()]);
  const at = noted === null ? null : timeOf(noted);
  return {
    letters: { unset: mailUnset, waiting: count, since: since !== null && now() - since >= lateAfter ? since : null },
    disk: { well: free === null || free >= littleSpace, free },
    backup: { at, missing: at === null ? backupExpected : now() - at > oldBackup },
    hidden,
  };
}

/** Noted in milliseconds, or as a date. */
function timeOf(noted: string): number | null {
  const time = /^\d+$/.test(noted) ? Number(noted) : Date.parse(noted);
  return Number.isFinite(time) ? time : null;
}

/** What is not well, in a sentence each. Times are told by whoever asks. */
export function troublesOf({ letters, disk, backup, hidden }: House, tell: (at: number) => string): string[] {
  return [
    ...(letters.unset ? ["No letters can go out: no mail is set up."] : []),
    ...(letters.since === null || letters.unset
      ? []
      : [sentence(`Letters have not gone out since ${tell(letters.since)}`)]),
    ...(disk.well ? [] : ["The disk is nearly full."]),
    ...(backup.missing
      ? [sentence(backup.at === null ? "No backup was made yet" : `No backup since ${tell(backup.at)}`)]
      : []),
    ...(hidden === null ? [] : [sentence(`Search engines are asked to stay away from the site: ${hidden}`)]),
  ];
}
