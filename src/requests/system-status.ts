import type { KeyValues, Queue } from "./store/store.ts";
import { withFullStop } from "./studio-time.ts";

/** An email that waits longer than this is late. */
export const lateAfter = 15 * 60_000;

/** The state of the house, for the owner: at the head of her desk, and at the foot of her morning letter. */
export type SystemStatus = {
  /** `since` is when the oldest letter that waits too long was written; `unset` says that there is no way to post any. */
  email: { unset: boolean; waiting: number; since: number | null };
  /** The share of the disk that is free, where there is one of our own. */
  disk: { ok: boolean; free: number | null };
  /** `missing` says that there should be one by now. */
  backup: { at: number | null; missing: boolean };
  /** Why search engines are asked to stay away from a site that is public. */
  hidden: string | null;
};

export type StatusSettings = {
  store: Pick<Queue, "pending"> & Pick<KeyValues, "get">;
  now: () => number;
  mailUnset: boolean;
  hidden: string | null;
  /** On a public site whose requests are in a file of its own, nobody else makes backups. */
  backupExpected: boolean;
  freeSpace: () => Promise<number | null>;
};

const maxBackupAge = 2 * 24 * 60 * 60_000;
const minFreeShare = 0.05;

export async function readStatus(settings: StatusSettings): Promise<SystemStatus> {
  const { store, now, mailUnset, hidden, backupExpected, freeSpace } = settings;
  const [{ count, since }, storedTime, free] = await Promise.all([store.pending(), store.get("backup"), freeSpace()]);
  const at = storedTime === null ? null : parseStoredTime(storedTime);
  return {
    email: { unset: mailUnset, waiting: count, since: since !== null && now() - since >= lateAfter ? since : null },
    disk: { ok: free === null || free >= minFreeShare, free },
    backup: { at, missing: at === null ? backupExpected : now() - at > maxBackupAge },
    hidden,
  };
}

/** Noted in milliseconds, or as a date. */
function parseStoredTime(storedTime: string): number | null {
  const time = /^\d+$/.test(storedTime) ? Number(storedTime) : Date.parse(storedTime);
  return Number.isFinite(time) ? time : null;
}

/** What is not well, in a sentence each. Times are told by whoever asks. */
export function describeProblems(
  { email, disk, backup, hidden }: SystemStatus,
  formatTime: (at: number) => string,
): string[] {
  return [
    ...(email.unset ? ["No letters can go out: no mail is set up."] : []),
    ...(email.since === null || email.unset
      ? []
      : [withFullStop(`Letters have not gone out since ${formatTime(email.since)}`)]),
    ...(disk.ok ? [] : ["The disk is nearly full."]),
    ...(backup.missing
      ? [withFullStop(backup.at === null ? "No backup was made yet" : `No backup since ${formatTime(backup.at)}`)]
      : []),
    ...(hidden === null ? [] : [withFullStop(`Search engines are asked to stay away from the site: ${hidden}`)]),
  ];
}
