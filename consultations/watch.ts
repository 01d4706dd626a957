import type { Alert } from "./alerts.ts";
import type { Log } from "./log.ts";
import { digestLetter, reminderLetter } from "./mail/notices.ts";
import type { Post } from "./mail/post.ts";
import type { Notes, Queue, Requests, Store } from "./store/store.ts";
import { timeOnClock } from "./studio-time.ts";
import { messageOf, traceOf } from "./thrown.ts";

export type WatchSettings = {
  store: Pick<Requests, "unanswered" | "unreminded" | "reminded" | "purge"> &
    Pick<Queue, "late" | "warned"> &
    Pick<Store, "check"> &
    Notes;
  post: Post;
  alert: Alert;
  now: () => number;
  log: Log;
  timeZone: string;
  /** Hour of the morning digest on the studio's clock, or null for none. */
  digestHour: number | null;
  retentionDays: number;
  /** Told the ids of what was purged, where copies are kept outside the store. */
  forget?: (ids: string[]) => void;
};

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export const lateAfter = 15 * minute;
export const urgentAfter = 2 * hour;
const remindAfter = 20 * hour;

/** Looks after the promise once: nothing waits unnoticed, nothing is kept longer than said. */
export function createRound(settings: WatchSettings): () => Promise<void> {
  const retryAt = new Map<string, number>();
  const { store, now, log } = settings;

  async function perform(duties: Record<string, (settings: WatchSettings) => Promise<void>>): Promise<void> {
    for (const [name, duty] of Object.entries(duties)) {
      if (now() < (retryAt.get(name) ?? 0)) continue;
      try {
        await duty(settings);
      } catch (error) {
        log("watch postponed", { duty: name, ...traceOf(error) });
        retryAt.set(name, now() + 10 * minute);
      }
    }
  }

  return async () => {
    await perform({ inspect });
    // Of several processes on one store, one at a time: the owner is told once.
    try {
      if (!(await store.lease("watch", now(), now() + 5 * minute))) return;
      await perform({ warn, remind, digest, purge });
      await store.release("watch");
    } catch (error) {
      log("watch waits for the store", traceOf(error));
    }
  };
}

/** Makes a round every minute. */
export function startWatch(settings: WatchSettings): { stop: () => Promise<void> } {
  const round = createRound(settings);
  let current = round();
  const timer = setInterval(() => {
    current = current.then(round);
  }, minute);
  return {
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}

/** A store that fails is reported every time it is looked at; after a failure that is ten minutes later. */
export async function inspect({ store, alert }: WatchSettings): Promise<void> {
  try {
    await store.check();
  } catch (error) {
    await alert(`Consultation requests cannot be stored, visitors are asked to call: ${messageOf(error)}`);
    throw error;
  }
}

/** Each request is reported once when late and once when urgent. */
export async function warn({ store, alert, now }: WatchSettings): Promise<void> {
  for (const [level, age, words] of [
    [2, urgentAfter, "Urgent: undelivered for two hours"],
    [1, lateAfter, "Undelivered for 15 minutes"],
  ] as const) {
    const references = await store.late(now() - age, level);
    if (references.length === 0) continue;
    const named = references.slice(0, 10).join(", ");
    const more = references.length > 10 ? ` and ${references.length - 10} more` : "";
    await alert(`${words}: consultation request ${named}${more}. They are stored: npm run requests -- list`);
    await store.warned(references, level);
  }
}

export async function remind({ store, post, now, timeZone }: WatchSettings): Promise<void> {
  const requests = await store.unreminded(now() - remindAfter);
  if (requests.length === 0) return;
  await post.send(reminderLetter(requests, timeZone));
  await store.reminded(
    requests.map(({ id }) => id),
    now(),
  );
}

/** Once a day. A server that starts for the first time after the hour begins the next morning. */
export async function digest({ store, post, now, timeZone, digestHour }: WatchSettings): Promise<void> {
  if (digestHour === null) return;
  const clock = timeOnClock(now(), timeZone);
  const last = await store.recall("digest");
  if (clock.hour < digestHour || last === clock.date) {
    if (last === null) await store.remember("digest", "none yet");
    return;
  }
  if (last !== null) await post.send(digestLetter(await store.unanswered(), clock.date, timeZone));
  await store.remember("digest", clock.date);
}

export async function purge({ store, now, retentionDays, forget }: WatchSettings): Promise<void> {
  const ids = await store.purge(now() - retentionDays * day);
  if (ids.length > 0) forget?.(ids);
}
