import type { Alert } from "./alerts.ts";
import type { Log } from "./log.ts";
import { requestLetter } from "./mail/letter.ts";
import { summaryLetter } from "./mail/notices.ts";
import { type Letter, type Post, PostError } from "./mail/post.ts";
import type { Notes, Queue } from "./store/store.ts";
import type { StoredRequest } from "./store/stored-request.ts";
import { traceOf } from "./thrown.ts";

export type DeliverySettings = {
  store: Queue & Notes;
  post: Post;
  alert: Alert;
  now: () => number;
  log: Log;
  timeZone: string;
  /** Milliseconds until a request is tried again after so many attempts. */
  backoff?: (attempts: number) => number;
};

/** Delivers the next letter. Resolves with the milliseconds to leave before another, or null when nothing is due. */
export type Deliver = () => Promise<number | null>;

const minute = 60_000;
const crowd = 20;
const summarySize = 500;
// Longer than any letter takes, shorter than the wait that is reported.
const claimTime = 5 * minute;

export function createDelivery(settings: DeliverySettings): Deliver {
  const { store, post, now, log, timeZone, backoff = growingDelay } = settings;
  const unmarked = new Set<string>();

  /** In a crowd of requests never tried before, one summary a minute; otherwise one by one. */
  async function choose(): Promise<{ requests: StoredRequest[]; write?: () => Letter }> {
    const crowded = post.pause > 0 && (await store.fresh(now())) > crowd;
    if (crowded && (await store.lease("summary", now(), now() + minute))) {
      // Where another process was quicker there may be some among them that have failed before; those wait.
      const requests = (await store.claim(now(), summarySize, now() + claimTime)).filter(
        ({ attempts }) => attempts === 0,
      );
      return requests.length > 0 ? { requests, write: () => summaryLetter(requests, timeZone) } : { requests };
    }
    const [request] = await store.claim(now(), 1, now() + claimTime);
    return request ? { requests: [request], write: () => requestLetter(request, timeZone) } : { requests: [] };
  }

  async function mark(): Promise<void> {
    const ids = [...unmarked];
    await store.delivered(ids, now());
    for (const id of ids) unmarked.delete(id);
  }

  async function postpone(requests: StoredRequest[], error: PostError): Promise<void> {
    for (const { id, reference, attempts } of requests) {
      await store.failed([id], error.message, now() + (error.retryAfter ?? backoff(attempts + 1)));
      log("postponed", { reference, attempts: attempts + 1, error: error.message });
    }
    if (error.kind !== "away") await warn(settings, error);
  }

  return async () => {
    // Should the store fail to note a delivery, nothing else is posted until it has: no letter goes out twice.
    if (unmarked.size > 0) await mark();
    const { requests, write } = await choose();
    if (!write) return null;
    const start = performance.now();
    const pause = (milliseconds: number) => Math.max(0, milliseconds - (performance.now() - start));
    try {
      await post.send(write());
    } catch (cause) {
      if (!(cause instanceof PostError)) log("fault", { while: "writing a letter", ...traceOf(cause) });
      const error = cause instanceof PostError ? cause : new PostError("fault", "unknown");
      await postpone(requests, error);
      return error.retryAfter ?? pause(post.pause);
    }
    for (const { id } of requests) unmarked.add(id);
    await mark();
    const ms = Math.round(performance.now() - start);
    for (const { reference } of requests) log("delivered", { reference, ms });
    return pause(post.pause);
  };
}

const delays = [1, 2, 5, 10, 20, 40, 60, 120, 120, 180];

/** Ten attempts in nine hours, then every three hours, each a little off the mark lest they all return together. */
function growingDelay(attempts: number): number {
  const delay = delays[Math.min(attempts, delays.length) - 1] ?? 1;
  return Math.round(delay * minute * (0.8 + 0.4 * Math.random()));
}

const faults: Record<PostError["kind"], string> = {
  auth: "The mail server does not accept our name and password",
  refused: "The mail server refuses our letters",
  fault: "A letter could not be written, the log says why",
  away: "The mail server is away",
};

/** A fault that a person must mend is reported at once, and again each hour while it lasts. */
async function warn({ store, alert, now, log }: DeliverySettings, { kind, message }: PostError): Promise<void> {
  const duty = `report of ${kind}`;
  if (!(await store.lease(duty, now(), now() + 60 * minute))) return;
  try {
    await alert(`${faults[kind]} (${message}). Consultation requests are kept and tried again.`);
  } catch (error) {
    log("alert failed", traceOf(error));
    await store.release(duty);
  }
}
