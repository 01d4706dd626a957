import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";
import type { Alert } from "./alerts.ts";
import type { EmailContext } from "./mail/email-context.ts";
import { type Email, MailError, type Mailer } from "./mail/mailer.ts";
import { confirmationEmail, requestEmail, summaryEmail } from "./mail/request-email.ts";
import { pageSize, type Store } from "./store/store.ts";
import type { StoredRequest } from "./store/stored-request.ts";

export type DeliverySettings = EmailContext & {
  store: Store;
  mailer: Mailer;
  alert: Alert;
  now: () => number;
  log: Log;
  /** Whether a visitor is told by email that her request arrived, where the studio is not known. */
  confirmToVisitor?: boolean;
  /** References of requests that this process received and whose visitors are not told all the same. */
  unconfirmed?: Set<string>;
  /** Milliseconds until a request is tried again after so many attempts. */
  backoff?: (attempts: number) => number;
};

/** Delivers the next email. Resolves with the milliseconds to wait before another, or null when nothing is due. */
export type Deliver = () => Promise<number | null>;

const minute = 60_000;
const retryDelays = [1, 2, 5, 10, 20, 40, 60, 120, 120, 180];
const jitter = 0.2;
export const longestRetryDelay = Math.max(...retryDelays) * minute * (1 + jitter);
const summaryThreshold = 20;
const summarySize = 200;
const summaryPause = 20_000;
// Longer than sending any email takes, shorter than the delay after which the owner is warned.
const claimDuration = 5 * minute;
/** A mail server that was unreachable is noticed to be back within this time, however long it was gone. */
const probeInterval = 5 * minute;

/** Ten attempts in nine hours, then one every three hours. Jitter keeps them from all coming due at the same time. */
export function retryDelay(attempts: number): number {
  const delay = retryDelays[Math.min(attempts, retryDelays.length) - 1] ?? 1;
  return Math.round(delay * minute * (1 - jitter + 2 * jitter * Math.random()));
}

export function createDelivery(settings: DeliverySettings): Deliver {
  const { store, mailer, now, log, backoff = retryDelay } = settings;
  const sentNotMarked = new Set<string>();

  /** Requests go out one by one, spam last. When very many are due, some go out in one summary now and then. */
  async function chooseBatch(): Promise<{ requests: StoredRequest[]; write?: () => Promise<Email> }> {
    const { plain, spam } = mailer.pause > 0 ? await store.countDue(now()) : { plain: 0, spam: 0 };
    const crowded = plain >= pageSize || (plain === 0 && spam > summaryThreshold);
    if (crowded && (await store.lease("summary", now(), now() + summaryPause))) {
      const kind = { spam: plain === 0, refused: false };
      const requests = await store.claim(now(), summarySize, now() + claimDuration, kind);
      return requests.length > 0 ? { requests, write: () => summaryEmail(requests, settings) } : { requests };
    }
    // Spam that arrives in great numbers waits for the next summary.
    const kind = spam > summaryThreshold ? { spam: false } : {};
    const [request] = await store.claim(now(), 1, now() + claimDuration, kind);
    return request ? { requests: [request], write: () => requestEmail(request, settings) } : { requests: [] };
  }

  async function markSent(): Promise<void> {
    const ids = [...sentNotMarked];
    await store.markDelivered(ids, now());
    for (const id of ids) sentNotMarked.delete(id);
  }

  async function postpone(requests: StoredRequest[], error: MailError): Promise<void> {
    for (const { id, reference, attempts } of requests) {
      const retryAt = now() + (error.retryAfter ?? backoff(attempts + 1));
      await store.markFailed([id], error.message, retryAt, error.kind !== "unreachable");
      log("postponed", { reference, attempts: attempts + 1, error: error.message });
    }
    // Holding this lease keeps every process from probing the mail server again until it ends.
    await store.lease("probe", now(), now() + probeInterval);
    if (error.kind !== "unreachable") await alertOwner(settings, error.kind, error.message);
  }

  /** It is noted before it is sent: a visitor gets at most one, and none when it could not be sent at once. */
  async function confirm(request: StoredRequest): Promise<void> {
    if (!(await store.markConfirmed(request.id, now()))) return;
    try {
      await mailer.send(confirmationEmail(request, settings));
    } catch (error) {
      log("not confirmed", { reference: request.reference, ...describeError(error) });
    }
  }

  /** True when a postponed request was made due early, to see whether the mail server is back. */
  const probe = async () =>
    (await store.lease("probe", now(), now() + probeInterval)) && (await store.retryNow(now(), "oldest"));

  return async () => {
    // If the store fails to record a delivery, nothing else is sent until it has, so that no email goes out twice.
    if (sentNotMarked.size > 0) await markSent();
    let { requests, write } = await chooseBatch();
    if (!write && (await probe())) ({ requests, write } = await chooseBatch());
    if (!write) return null;
    let start = performance.now();
    const pause = (milliseconds: number) => Math.max(0, milliseconds - (performance.now() - start));
    try {
      const email = await write();
      start = performance.now();
      await mailer.send(email);
    } catch (cause) {
      if (!(cause instanceof MailError)) log("fault", { while: "writing an email", ...describeError(cause) });
      const error = cause instanceof MailError ? cause : new MailError("fault", "unknown");
      await postpone(requests, error);
      return error.retryAfter ?? pause(mailer.pause);
    }
    for (const { id } of requests) sentNotMarked.add(id);
    await markSent();
    const ms = Math.round(performance.now() - start);
    for (const { reference } of requests) log("delivered", { reference, ms });
    const [confirmable] = requests.filter(({ reference }) => !settings.unconfirmed?.delete(reference));
    const confirms = settings.studio?.confirmsToVisitor ?? settings.confirmToVisitor;
    if (confirms && requests.length === 1 && confirmable) await confirm(confirmable);
    // The mail server works, so the others need not wait. The lease keeps a request that is always refused from being
    // retried after every success.
    if (await store.lease("retry all", now(), now() + probeInterval)) await store.retryNow(now(), "all");
    return pause(mailer.pause);
  };
}

/** Errors that a person must fix. */
type Problem = Exclude<MailError["kind"], "unreachable">;

const problemTexts: Record<Problem, string> = {
  unset: "No mail server is set: emails need SMTP_URL or RESEND_API_KEY",
  auth: "The mail server does not accept our name and password",
  refused: "The mail server refuses our emails",
  fault: "An email could not be written, the log says why",
};

/** A problem is reported at once, and again each hour while it lasts. */
async function alertOwner({ store, alert, now, log }: DeliverySettings, problem: Problem, codes: string) {
  const leaseName = `report of ${problem}`;
  const start = now();
  const until = start + 60 * minute;
  if (!(await store.lease(leaseName, start, until))) return;
  try {
    await alert(`${problemTexts[problem]} (${codes}). Consultation requests are kept and tried again.`);
  } catch (error) {
    log("alert failed", describeError(error));
    await store.release(leaseName, until);
  }
}
