import type { Alert } from "./alerts.ts";
import { longestDelay } from "./delays.ts";
import type { House } from "./house.ts";
import type { Log } from "./log.ts";
import { digestLetter, reminderLetter } from "./mail/notices.ts";
import type { Post } from "./mail/post.ts";
import type { Stationery } from "./mail/stationery.ts";
import type { DeskStore } from "./store/desk-store.ts";
import type { Notes, Queue, Requests, Store } from "./store/store.ts";
import { timeOnClock } from "./studio-time.ts";
import { traceOf } from "./thrown.ts";

export type WatchSettings = Stationery & {
  store: Pick<Requests, "unanswered" | "expired" | "purge"> &
    Pick<Queue, "late" | "warned" | "straighten"> &
    Pick<Store, "check"> &
    Pick<DeskStore, "remindedOf" | "setApart"> &
    Notes;
  post: Post;
  alert: Alert;
  now: () => number;
  /** Milliseconds on a clock that nobody sets. */
  elapsed?: () => number;
  log: Log;
  /** What else the morning letter tells; missing where nobody can see it. */
  house?: () => Promise<House>;
  /** Hour of the morning digest on the studio's clock, or null for none. */
  digestHour: number | null;
  retentionDays: number;
  /** Told the ids of what is about to be purged, where copies are kept outside the store. */
  forget?: (ids: string[]) => void;
  /** Deletes whole copies of the store that were set aside before a time, where there are any. */
  removeReplaced?: (before: number) => void;
};

type Duty = (settings: WatchSettings) => Promise<void>;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export const lateAfter = 15 * minute;
export const urgentAfter = 2 * hour;
export const remindAfter = 20 * hour;
const purgeTime = 20 * second;

const realElapsed = () => performance.now();

/**
 * Looks after the promise once: nothing waits unnoticed, nothing is kept longer than said. Each duty goes its own way:
 * one that fails, or takes longer than until the next round, keeps no other from its turn.
 */
export function createRound(settings: WatchSettings): () => Promise<void> {
  const { store, now, log, elapsed = realElapsed } = settings;
  const retryAt = new Map<Duty, number>();
  const underWay = new Set<Duty>();

  async function perform(duty: Duty): Promise<void> {
    if (underWay.has(duty) || elapsed() < (retryAt.get(duty) ?? 0)) return;
    underWay.add(duty);
    try {
      await duty(settings);
    } catch (error) {
      log("watch postponed", { duty: duty.name, ...traceOf(error) });
      retryAt.set(duty, elapsed() + 10 * minute);
    } finally {
      underWay.delete(duty);
    }
  }

  /** Of several processes on one store, one at a time: the owner is told once. */
  const inTurn = (duty: Duty): Duty => {
    const name = `watch ${duty.name}`;
    const alone: Duty = async () => {
      const start = now();
      const until = start + 5 * minute;
      if (!(await store.lease(name, start, until))) return;
      try {
        await duty(settings);
      } finally {
        await store.release(name, until);
      }
    };
    return Object.defineProperty(alone, "name", { value: duty.name });
  };

  const duties = [inspect, ...[straighten, warn, remind, digest, purge].map(inTurn)];
  return async () => void (await Promise.all(duties.map(perform)));
}

/** Makes a round every minute. */
export function startWatch(settings: WatchSettings): { stop: () => Promise<void> } {
  const round = createRound(settings);
  const rounds = new Set<Promise<void>>();
  const start = () => {
    const current = round().finally(() => rounds.delete(current));
    rounds.add(current);
  };
  start();
  const timer = setInterval(start, minute);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(rounds);
    },
  };
}

/** A store that fails is reported every time it is looked at; after a failure that is ten minutes later. */
export async function inspect({ store, alert }: WatchSettings): Promise<void> {
  try {
    await store.check();
  } catch (error) {
    await alert(`Consultation requests cannot be stored, visitors are asked to call: ${traceOf(error).message}`);
    throw error;
  }
}

/** A clock that was wrong and is set right must not leave letters waiting for the wrong time. */
export const straighten: Duty = ({ store, now }) => store.straighten(now(), longestDelay);

/** Each request is reported once when late and once when urgent. */
export async function warn({ store, alert, now }: WatchSettings): Promise<void> {
  for (const [level, age, words] of [
    [2, urgentAfter, "Urgent: undelivered for two hours"],
    [1, lateAfter, "Undelivered for 15 minutes"],
  ] as const) {
    const queuedBefore = now() - age;
    const { count, references } = await store.late(queuedBefore, level);
    if (count === 0) continue;
    const more = count > references.length ? ` and ${count - references.length} more` : "";
    const named = references.join(", ") + more;
    await alert(`${words}: consultation request ${named}. They are stored: npm run requests -- list`);
    await store.warned(queuedBefore, level);
  }
}

/** How far the owner was reminded is one note, whatever the number of requests. */
export async function remind(settings: WatchSettings): Promise<void> {
  const { store, post, now } = settings;
  const until = now() - remindAfter;
  // Noted by a clock that was ahead, it would keep silent about requests that came since.
  const last = Math.min(Number((await store.recall("reminded")) ?? -1), until);
  const unanswered = await store.unanswered(last, until);
  if (unanswered.count === 0) return;
  await post.send(await reminderLetter(unanswered, now(), settings));
  await store.remindedOf(
    unanswered.oldest.map(({ id }) => id),
    now(),
  );
  await store.remember("reminded", String(until));
}

/** Once a day. A server that starts for the first time after the hour begins the next morning. */
export async function digest(settings: WatchSettings): Promise<void> {
  const { store, post, now, timeZone, digestHour, house } = settings;
  if (digestHour === null) return;
  const clock = timeOnClock(now(), timeZone);
  const last = await store.recall("digest");
  if (clock.hour < digestHour || last === clock.date) {
    if (last === null) await store.remember("digest", "none yet");
    return;
  }
  if (last !== null) {
    const morning = {
      open: await store.unanswered(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      apart: (await store.setApart()).count,
      house: (await house?.()) ?? null,
      now: now(),
      date: clock.date,
    };
    const letter = await digestLetter(morning, settings);
    if (letter) await post.send(letter);
  }
  await store.remember("digest", clock.date);
}

/** Some at a time, and for a while: what is left has its turn in the next round. */
export async function purge({
  store,
  now,
  elapsed = realElapsed,
  retentionDays,
  forget,
  removeReplaced,
}: WatchSettings): Promise<void> {
  const before = now() - retentionDays * day;
  removeReplaced?.(before);
  const end = elapsed() + purgeTime;
  for await (const _ of purgeInSteps(store, before, forget)) if (elapsed() >= end) return;
}

/** Copies go first: whatever happens between, a request that is still stored is purged again, a lost copy never would be. */
export async function* purgeInSteps(
  { expired, purge }: Pick<Requests, "expired" | "purge">,
  before: number,
  forget: (ids: string[]) => void = () => {},
): AsyncGenerator<number> {
  for (let ids = await expired(before); ids.length > 0; ids = await expired(before)) {
    forget(ids);
    await purge(ids, before);
    yield ids.length;
  }
}
