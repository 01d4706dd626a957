import type { KeyValues, Queue } from "./store/store.ts";
import { withFullStop } from "./studio-time.ts";

/** An email that waits longer than this is late. */
export const lateAfter = 15 * 60_000;
export const urgentAfter = 2 * 60 * 60_000;

/** The state of the website for the owner, shown at the top of her desk and at the bottom of her morning email. */
export type SystemStatus = {
  /** `since` is when the oldest email that waits too long was queued; `unset` means that no mail server is set. */
  email: { unset: boolean; waiting: number; since: number | null };
  /** `free` is the share of the disk that is free; null where the host has no disk of its own. */
  disk: { ok: boolean; free: number | null };
  /** `missing` means that there should be a recent one by now; `elsewhere` that the database's host makes them. */
  backup: { at: number | null; missing: boolean; elsewhere?: boolean };
  /** The fault for which search engines are asked not to index a public site. */
  hidden: string | null;
  /** What is left to do before the launch, until which search engines are asked to stay away. */
  unlaunched?: string | undefined;
  /** Why the owner's words are not committed, or have not left the machine, where she edits on the server. */
  notCommitted?: string;
};

/** Whether emails that should have gone out wait. */
export const isMailLate = ({ email }: SystemStatus): boolean => email.unset || email.since !== null;

export type StatusSettings = {
  store: Pick<Queue, "pending"> & Pick<KeyValues, "get">;
  now: () => number;
  mailUnset: boolean;
  hidden: string | null;
  unlaunched?: string | undefined;
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
    unlaunched: settings.unlaunched,
    ...(notCommitted && { notCommitted }),
  };
}

/** The time is stored in milliseconds or as a date. */
function parseStoredTime(storedTime: string): number | null {
  const time = /^\d+$/.test(storedTime) ? Number(storedTime) : Date.parse(storedTime);
  return Number.isFinite(time) ? time : null;
}

/** One thing that the owner is told of. A phone shows only its beginning until she opens the list. */
export type StatusItem = { name: string; ok: boolean; beginning: string; rest: string };

/** Every state in words, for the desk and the emails. The caller decides how times are written. */
export function describeStatus(
  { email, disk, backup, hidden, unlaunched, notCommitted }: SystemStatus,
  formatTime: (at: number) => string,
): StatusItem[] {
  const good = (name: string, beginning: string, rest: string) => ({ name, ok: true, beginning, rest });
  const bad = (name: string, beginning: string, rest: string) => ({ name, ok: false, beginning, rest });
  const free = disk.free === null ? "" : `, with ${Math.round(disk.free * 100)}\u00a0% free`;
  const backedUp = backup.at === null ? null : formatTime(backup.at);
  return [
    email.unset
      ? bad("Emails", "No emails", "can go out, as no mail server is set up")
      : email.since !== null
        ? bad("Emails", "No emails", `have gone out since ${formatTime(email.since)}`)
        : good("Emails", "Emails", "go out"),
    disk.ok ? good("Disk", "Disk space", `is enough${free}`) : bad("Disk", "Disk space", `is nearly used up${free}`),
    backup.missing
      ? bad("Backup", "No backup", backedUp ? `since ${backedUp}` : "was made yet")
      : backedUp
        ? good("Backup", "Backup", `made ${backedUp}`)
        : good("Backup", "Backups", backup.elsewhere ? "are made by the database’s own host" : "start at launch"),
    hidden !== null
      ? bad("Search", "Hidden", `from search engines: ${hidden}`)
      : unlaunched
        ? good("Search", "Hidden", `from search engines until you launch: ${unlaunched}`)
        : good("Search", "Visible", "to search engines"),
    ...(notCommitted ? [bad("Edits", "Your edits", `are not kept in git: ${notCommitted}`)] : []),
  ];
}

export const statusSentence = ({ beginning, rest }: StatusItem): string => withFullStop(`${beginning} ${rest}`);

/** One sentence for each problem. */
export const describeProblems = (status: SystemStatus, formatTime: (at: number) => string): string[] =>
  describeStatus(status, formatTime)
    .filter(({ ok }) => !ok)
    .map(statusSentence);
