import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";
import type { Alert } from "./alerts.ts";
import { longestRetryDelay } from "./delivery.ts";
import { announceExpiry, digest, remind, type ScheduledEmailSettings, weekly } from "./scheduled-emails.ts";
import { lateAfter, urgentAfter } from "./system-status.ts";
import { deleteOldVisits } from "./visits.ts";

export type JobSettings = ScheduledEmailSettings & {
  alert: Alert;
  log: Log;
  /** Receives the ids of requests that are about to be purged, where copies are kept outside the store. */
  deleteCopies?: (ids: string[]) => void;
  /** Deletes whole copies of the store that were set aside before a time, where there are any. */
  removeReplaced?: (before: number) => void;
};

type Job = (settings: JobSettings) => Promise<void>;

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;

const purgeDuration = 20 * second;

/**
 * Runs every job once. No request may wait unnoticed or be kept longer than promised. Jobs are independent: one that
 * fails, or takes longer than until the next run, does not delay the others.
 */
export function createJobRunner(settings: JobSettings): () => Promise<void> {
  const { store, now, log } = settings;
  // By the monotonic clock, which no adjustment of the system time moves.
  const retryAt = new Map<Job, number>();
  const running = new Set<Job>();

  async function runJob(job: Job, run: Job): Promise<void> {
    if (running.has(job) || performance.now() < (retryAt.get(job) ?? 0)) return;
    running.add(job);
    try {
      await run(settings);
    } catch (error) {
      log("job postponed", { job: job.name, ...describeError(error) });
      retryAt.set(job, performance.now() + 10 * minute);
    } finally {
      running.delete(job);
    }
  }

  /** Only one of several processes on one store runs the job at a time, so that the owner is told once. */
  async function runWithLease(job: Job): Promise<void> {
    const leaseName = `job ${job.name}`;
    const start = now();
    const until = start + 5 * minute;
    if (!(await store.lease(leaseName, start, until))) return;
    try {
      await job(settings);
    } finally {
      await store.release(leaseName, until);
    }
  }

  const leasedJobs = [clampFutureTimes, warn, remind, digest, weekly, announceExpiry, purge, deleteOldVisits];
  return async () => {
    const runs = leasedJobs.map((job) => runJob(job, () => runWithLease(job)));
    await Promise.all([runJob(checkStore, checkStore), ...runs]);
  };
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

/** Purges in steps for a limited time. What is left is purged in the next run. */
export async function purge(settings: JobSettings): Promise<void> {
  const { store, retentionDays, deleteCopies, removeReplaced } = settings;
  const now = settings.now();
  const before = now - retentionDays * day;
  removeReplaced?.(before);
  const end = performance.now() + purgeDuration;
  do {
    const ids = await store.listExpired(before, now);
    if (ids.length === 0) return;
    // Copies first: after a crash in between, a stored request is purged again, but an orphaned copy never would be.
    deleteCopies?.(ids);
    await store.purge(ids, before, now);
  } while (performance.now() < end);
}
