import type { Alert } from "./alerts.ts";
import { growingDelay } from "./delays.ts";
import type { Log } from "./log.ts";
import { requestLetter, summaryLetter } from "./mail/letter.ts";
import { type Letter, type Post, PostError } from "./mail/post.ts";
import type { Stationery } from "./mail/stationery.ts";
import { type Notes, pageSize, type Queue } from "./store/store.ts";
import type { StoredRequest } from "./store/stored-request.ts";
import { traceOf } from "./thrown.ts";

export type DeliverySettings = Stationery & {
  store: Queue & Notes;
  post: Post;
  alert: Alert;
  now: () => number;
  log: Log;
  /** Milliseconds until a request is tried again after so many attempts. */
  backoff?: (attempts: number) => number;
};

/** Delivers the next letter. Resolves with the milliseconds to leave before another, or null when nothing is due. */
export type Deliver = () => Promise<number | null>;

const minute = 60_000;
const crowd = 20;
const summarySize = 200;
const summaryPause = 20_000;
// Longer than any letter takes, shorter than the wait that is reported.
const claimTime = 5 * minute;
/** However long a mail server was away, it is noticed so soon that it is back. */
const probePause = 5 * minute;

export function createDelivery(settings: DeliverySettings): Deliver {
  const { store, post, now, log, backoff = growingDelay } = settings;
  const unmarked = new Set<string>();

  /** One by one, visitors before what looks automated; of a crowd, some in one summary now and then. */
  async function choose(): Promise<{ requests: StoredRequest[]; write?: () => Promise<Letter> }> {
    const { plain, flagged } = post.pause > 0 ? await store.due(now()) : { plain: 0, flagged: 0 };
    const crowded = plain >= pageSize || (plain === 0 && flagged > crowd);
    if (crowded && (await store.lease("summary", now(), now() + summaryPause))) {
      const kind = { flagged: plain === 0, refused: false };
      const requests = await store.claim(now(), summarySize, now() + claimTime, kind);
      return requests.length > 0 ? { requests, write: () => summaryLetter(requests, settings) } : { requests };
    }
    // What is flagged and comes in a crowd waits for the next summary.
    const kind = flagged > crowd ? { flagged: false } : {};
    const [request] = await store.claim(now(), 1, now() + claimTime, kind);
    return request ? { requests: [request], write: () => requestLetter(request, settings) } : { requests: [] };
  }

  async function mark(): Promise<void> {
    const ids = [...unmarked];
    await store.delivered(ids, now());
    for (const id of ids) unmarked.delete(id);
  }

  async function postpone(requests: StoredRequest[], error: PostError): Promise<void> {
    for (const { id, reference, attempts } of requests) {
      const retryAt = now() + (error.retryAfter ?? backoff(attempts + 1));
      await store.failed([id], error.message, retryAt, error.kind !== "away");
      log("postponed", { reference, attempts: attempts + 1, error: error.message });
    }
    // From now on it is known that nothing passes, and how long not to ask again.
    await store.lease("probe", now(), now() + probePause);
    if (error.kind !== "away") await warn(settings, error);
  }

  /** True when one that waits for its time was made due, to see whether the mail server is back. */
  const probe = async () =>
    (await store.lease("probe", now(), now() + probePause)) && (await store.hasten(now(), "oldest"));

  return async () => {
    // Should the store fail to note a delivery, nothing else is posted until it has: no letter goes out twice.
    if (unmarked.size > 0) await mark();
    let { requests, write } = await choose();
    if (!write && (await probe())) ({ requests, write } = await choose());
    if (!write) return null;
    let start = performance.now();
    const pause = (milliseconds: number) => Math.max(0, milliseconds - (performance.now() - start));
    try {
      const letter = await write();
      start = performance.now();
      await post.send(letter);
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
    // One has passed, so the others need not wait; but one that is always refused is not asked for each time.
    if (await store.lease("hasten", now(), now() + probePause)) await store.hasten(now(), "all");
    return pause(post.pause);
  };
}

const faults: Record<PostError["kind"], string> = {
  unset: "No mail is set: letters need SMTP_URL or RESEND_API_KEY",
  auth: "The mail server does not accept our name and password",
  refused: "The mail server refuses our letters",
  fault: "A letter could not be written, the log says why",
  away: "The mail server is away",
};

/** A fault that a person must mend is reported at once, and again each hour while it lasts. */
async function warn({ store, alert, now, log }: DeliverySettings, { kind, message }: PostError): Promise<void> {
  const duty = `report of ${kind}`;
  const start = now();
  const until = start + 60 * minute;
  if (!(await store.lease(duty, start, until))) return;
  try {
    await alert(`${faults[kind]} (${message}). Consultation requests are kept and tried again.`);
  } catch (error) {
    log("alert failed", traceOf(error));
    await store.release(duty, until);
  }
}
