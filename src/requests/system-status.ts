import type { KeyValues, Queue } from "./store/store.ts";
import { withFullStop } from "./studio-time.ts";

/** An email that waits longer than this is late. */
export const lateAfter = 15 * 60_000;

/** The state of the website for the owner, shown at the top of her desk and at the bottom of her morning email. */
export type SystemStatus = {
  /** `since` is when the oldest email that waits too long was queued; `unset` means that no mail server is set. */
  email: { unset: boolean; waiting: number; since: number | null };
  /** `free` is the share of the disk that is free; null where the host has no disk of its own. */
  disk: { ok: boolean; free: number | null };
  /** `missing` means that there should be a recent one by now; `elsewhere` that the database's host makes them. */
  backup: { at: number | null; missing: boolean; elsewhere?: boolean };
  /** The reason why search engines are asked not to index a public site. */
  hidden: string | null;
  /** Why the owner's words are not committed, or have not left the machine, where she edits on the server. */
  notCommitted?: string;
};

export type StatusSettings = {
  store: Pick<Queue, "pending"> & Pick<KeyValues, "get">;
  now: () => number;
  mailUnset: boolean;
  hidden: string | null;
  /** True for a public site with an embedded database, for which no provider makes backups. */
  backupExpected: boolean;
  /** True for a database that has a host of its own. */
  backupElsewhere?: boolean;
  freeSpace: () => Promise<number | null>;
  notCommitted?: () => Promise<string | null>;
};

const maxBackupAge = 2 * 24 * 60 * 60_000;
const minFreeShare = 0.05;

export async function readStatus(settings: StatusSettings): Promise<SystemStatus> {
  const { store, now, mailUnset, hidden, backupExpected, backupElsewhere = false, freeSpace } = settings;
  const [{ count, since }, storedTime, free, notCommitted] = await Promise.all([
    store.pending(),
    store.get("backup"),
    freeSpace(),
    settings.notCommitted?.(),
  ]);
  const at = storedTime === null ? null : parseStoredTime(storedTime);
  return {
    email: { unset: mailUnset, waiting: count, since: since !== null && now() - since >= lateAfter ? since : null },
    disk: { ok: free === null || free >= minFreeShare, free },
    backup: {
      at,
      missing: at === null ? backupExpected : now() - at > maxBackupAge,
      elsewhere: backupElsewhere,
    },
    hidden,
    ...(notCommitted && { notCommitted }),
  };
}

/** The time is stored in milliseconds or as a date. */
function parseStoredTime(storedTime: string): number | null {
  const time = /^\d+$/.test(storedTime) ? Number(storedTime) : Date.parse(storedTime);
  return Number.isFinite(time) ? time : null;
}

/** One sentence for each problem. The caller decides how times are written. */
export function describeProblems(
  { email, disk, backup, hidden, notCommitted }: SystemStatus,
  formatTime: (at: number) => string,
): string[] {
  return [
    ...(email.unset ? ["No emails can go out: no mail server is set up."] : []),
    ...(email.since === null || email.unset
      ? []
      : [withFullStop(`Emails have not gone out since ${formatTime(email.since)}`)]),
    ...(disk.ok ? [] : ["The disk is nearly full."]),
    ...(backup.missing
      ? [withFullStop(backup.at === null ? "No backup was made yet" : `No backup since ${formatTime(backup.at)}`)]
      : []),
    ...(hidden === null ? [] : [withFullStop(`Search engines are asked to stay away from the site: ${hidden}`)]),
    ...(notCommitted ? [withFullStop(`What you edited is not kept in git: ${notCommitted}`)] : []),
  ];
}
