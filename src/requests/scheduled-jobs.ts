import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";
import type { Alert } from "./alerts.ts";
import { receivedUntil } from "./answer-by.ts";
import type { Mailer } from "./mail/mailer.ts";
import { digestEmail, expiryEmail, reminderEmail } from "./mail/reminder-emails.ts";
import { monotonicNow, noteSent } from "./note-sent.ts";
import { isNight, remindOfDueUntil } from "./reminder-time.ts";
import { longestRetryDelay } from "./retry-delay.ts";
import type { DeskStore } from "./store/desk-store.ts";
import {
  type KeyValues,
  keptUnanswered,
  noticePeriod,
  type Queue,
  type RequestStore,
  type Store,
} from "./store/store.ts";
import type { VisitStore } from "./store/visit-store.ts";
import { localTime } from "./studio-time.ts";
import { lateAfter, type SystemStatus } from "./system-status.ts";
import { deleteOldVisits } from "./visits.ts";
import { isMonday, type WeeklySettings, weekly } from "./weekly.ts";

export type JobSettings = WeeklySettings & {
  store: Pick<RequestStore, "listUnanswered" | "listExpired" | "purge" | "listUnannounced" | "markAnnounced"> &
    Pick<Queue, "findLate" | "markWarned" | "clampFutureTimes"> &
    Pick<Store, "check"> &
    Pick<DeskStore, "markReminded" | "listSpam"> &
    Pick<VisitStore, "deleteVisits"> &
    KeyValues;
  mailer: Mailer;
  alert: Alert;
  now: () => number;
  log: Log;
  /** Adds the system status to the morning email; missing where the status cannot be read. */
  systemStatus?: () => Promise<SystemStatus>;
  /** Hour of the morning digest on the studio's clock, or null for none. */
  digestHour: number | null;
  retentionDays: number;
  /** Receives the ids of requests that are about to be purged, where copies are kept outside the store. */
  deleteCopies?: (ids: string[]) => void;
  /** Deletes whole copies of the store that were set aside before a time, where there are any. */
  removeReplaced?: (before: number) => void;
};

type Job = (settings: JobSettings) => Promise<void>;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export const urgentAfter = 2 * hour;
const purgeDuration = 20 * second;

/**
 * Runs every job once. No request may wait unnoticed or be kept longer than promised. Jobs are independent: one that
 * fails, or takes longer than until the next run, does not delay the others.
 */
export function createJobRunner(settings: JobSettings): () => Promise<void> {
  const { store, now, log, elapsed = monotonicNow } = settings;
  const retryAt = new Map<Job, number>();
  const running = new Set<Job>();

  async function runJob(job: Job): Promise<void> {
    if (running.has(job) || elapsed() < (retryAt.get(job) ?? 0)) return;
    running.add(job);
    try {
      await job(settings);
    } catch (error) {
      log("job postponed", { job: job.name, ...describeError(error) });
      retryAt.set(job, elapsed() + 10 * minute);
    } finally {
      running.delete(job);
    }
  }

  /** Only one of several processes on one store runs the job at a time, so that the owner is told once. */
  const withLease = (job: Job): Job => {
    const leaseName = `job ${job.name}`;
    const leasedJob: Job = async () => {
      const start = now();
      const until = start + 5 * minute;
      if (!(await store.lease(leaseName, start, until))) return;
      try {
        await job(settings);
      } finally {
        await store.release(leaseName, until);
      }
    };
    return Object.defineProperty(leasedJob, "name", { value: job.name });
  };

  const jobs = [
    checkStore,
    ...[clampFutureTimes, warn, remind, digest, weekly, announceExpiry, purge, deleteOldVisits].map(withLease),
  ];
  return async () => void (await Promise.all(jobs.map(runJob)));
}

/** Runs the jobs every minute. */
export function startJobs(settings: JobSettings): { stop: () => Promise<void> } {
  const runJobs = createJobRunner(settings);
  const currentRuns = new Set<Promise<void>>();
  const startRun = () => {
    const currentRun = runJobs().finally(() => currentRuns.delete(currentRun));
    currentRuns.add(currentRun);
  };
  startRun();
  const timer = setInterval(startRun, minute);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(currentRuns);
    },
  };
}

/** Every failed check is reported. After a failure, the next check is ten minutes later. */
async function checkStore({ store, alert }: JobSettings): Promise<void> {
  try {
    await store.check();
  } catch (error) {
    await alert(`Consultation requests cannot be stored, visitors are asked to call: ${describeError(error).message}`);
    throw error;
  }
}

/** After a wrong clock is corrected, emails must not keep waiting for a time that is far in the future. */
const clampFutureTimes: Job = ({ store, now }) => store.clampFutureTimes(now(), longestRetryDelay);

/** Each request is reported once when it is late and once when it is urgent. */
export async function warn({ store, alert, now }: JobSettings): Promise<void> {
  for (const [level, age, text] of [
    [2, urgentAfter, "Urgent: undelivered for two hours"],
    [1, lateAfter, "Undelivered for 15 minutes"],
  ] as const) {
    const queuedBefore = now() - age;
    const { count, references } = await store.findLate(queuedBefore, level);
    if (count === 0) continue;
    const moreText = count > references.length ? ` and ${count - references.length} more` : "";
    const referenceList = references.join(", ") + moreText;
    await alert(`${text}: consultation request ${referenceList}. They are stored: npm run requests -- list`);
    await store.markWarned(queuedBefore, level);
  }
}

/** One stored time records up to which request the owner was reminded, whatever the number of requests. */
export async function remind(settings: JobSettings): Promise<void> {
  const { store, mailer, now } = settings;
  const due = remindOfDueUntil(now(), settings.timeZone);
  // The evening looks so far ahead that a request may be due by then which is only just being stored, or has yet to come.
  const until = Math.min(receivedUntil(due, settings), now() - hour);
  // A time that was stored by a fast clock would suppress reminders for requests that came since.
  const last = Math.min(Number((await store.get("reminded")) ?? -1), until);
  const unanswered = await store.listUnanswered(last, until);
  if (unanswered.count === 0) return;
  await mailer.send(await reminderEmail(unanswered, now(), settings));
  await noteSent(settings, () => store.set("reminded", String(until)));
  const ids = unanswered.oldest.map(({ id }) => id);
  await noteSent(settings, () => store.markReminded(ids, now()));
}

/** Runs once a day, except on the day of the weekly email, which says the same. A server that starts for the first time after the digest hour begins the next morning. */
export async function digest(settings: JobSettings): Promise<void> {
  const { store, mailer, now, timeZone, digestHour, weeklyHour = null, systemStatus } = settings;
  if (digestHour === null) return;
  const clock = localTime(now(), timeZone);
  const isWeekly = weeklyHour !== null && isMonday(clock.date);
  const last = await store.get("digest");
  if (clock.hour < digestHour || last === clock.date) {
    if (last === null) await store.set("digest", "none yet");
    return;
  }
  if (last !== null && !isWeekly) {
    const digestData = {
      unanswered: await store.listUnanswered(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      spamCount: (await store.listSpam()).count,
      status: (await systemStatus?.()) ?? null,
      now: now(),
      date: clock.date,
    };
    const email = await digestEmail(digestData, settings);
    if (email) await mailer.send(email);
  }
  await noteSent(settings, () => store.set("digest", clock.date));
}

/**
 * One email a day, and none at night, about the requests that will soon have waited as long as the privacy policy allows.
 * Where it cannot be sent, that is noted of a request which is that old, and it is erased a `noticePeriod` later all the
 * same.
 */
export async function announceExpiry(settings: JobSettings): Promise<void> {
  const { store, mailer } = settings;
  const now = settings.now();
  if (isNight(now, settings.timeZone)) return;
  const until = now - keptUnanswered + noticePeriod;
  const unannounced = await store.listUnannounced(until);
  if (unannounced.count + unannounced.spamCount === 0) return;
  if (!(await store.lease("announcement", now, now + day))) return;
  try {
    if (unannounced.count > 0) await mailer.send(await expiryEmail(unannounced, now + noticePeriod, settings));
    await noteSent(settings, () => store.markAnnounced(until, now));
  } catch (error) {
    await store.release("announcement", now + day);
    await store.markAnnounced(now - keptUnanswered, now, "not announced");
    throw error;
  }
}

/** Purges in steps for a limited time. What is left is purged in the next run. */
export async function purge(settings: JobSettings): Promise<void> {
  const { store, elapsed = monotonicNow, retentionDays, deleteCopies, removeReplaced } = settings;
  const now = settings.now();
  const before = now - retentionDays * day;
  removeReplaced?.(before);
  const end = elapsed() + purgeDuration;
  do {
    const ids = await store.listExpired(before, now);
    if (ids.length === 0) return;
    // Copies first: after a crash in between, a stored request is purged again, but an orphaned copy never would be.
    deleteCopies?.(ids);
    await store.purge(ids, before, now);
  } while (elapsed() < end);
}
