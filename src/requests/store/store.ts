import type { ErrorDescription } from "../../log/errors.ts";
import type { DeskStore } from "./desk-store.ts";
import type { OldestRequests, StoredRequest, Submission } from "./stored-request.ts";
import type { VisitStore } from "./visit-store.ts";

/**
 * Times are milliseconds since 1970. Every promise rejects with StoreUnavailable unless it is certain what was written.
 * No call reads or writes more at a time than fits a small process, however much is stored.
 */
export interface Store extends StoreCalls {
  /** Writes a value and reads it back on a second connection. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** What both databases do with the same operations. */
export type StoreCalls = RequestStore & Queue & KeyValues & DeskStore & VisitStore;

export class StoreUnavailable extends Error {
  /** Describes the original error, which may have happened in another thread. */
  readonly trace: ErrorDescription | undefined;

  constructor(message: string, trace?: ErrorDescription) {
    super(message);
    this.trace = trace;
  }
}

/** The maximum number of requests in one result and in one email. */
export const pageSize = 100;
const day = 24 * 60 * 60_000;
/** The privacy policy says that no request is kept unanswered for longer, and none that is answered but undelivered. */
export const keptUnanswered = 365 * day;
/** Their end is announced to the owner so long before. It also keeps a clock that is wrong for a while from erasing. */
export const noticePeriod = 30 * day;

/** The maximum number of requests purged in one step, because each is overwritten. */
export const purgeSize = 500;

/** A cursor before the first request: later than any time and any id. */
export const startOfList: Cursor = { receivedAt: Number.MAX_SAFE_INTEGER, id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
export type Cursor = Pick<StoredRequest, "receivedAt" | "id">;

/** `conflict` means that the key was used before with a different text, which is stored; this one is not. */
export type Receipt = { reference: string; repeated: boolean; conflict?: true };

/** Visitors' requests, and whether they were answered. */
export interface RequestStore {
  /** Resolves when request and outbox row are committed and synced. A repeat gets the reference of the first one. */
  save(submission: Submission): Promise<Receipt>;

  /** One page of requests after the cursor, newest first. */
  list(after?: Cursor): Promise<StoredRequest[]>;
  find(reference: string): Promise<StoredRequest | null>;
  /** True when there is such a request. If it was marked before, the first time is kept. */
  markAnswered(reference: string, at: number): Promise<boolean>;
  /** Resolves with the ids of what was deleted. The embedded store's files keep no trace of it. */
  remove(reference: string): Promise<string[]>;
  /**
   * Ids of some requests that were delivered and handled before a time: answered, or marked as spam by the owner
   * herself. With `now`, also of those that were answered before that time and `keptUnanswered` ago, delivered or not,
   * and of those that nobody answered for `keptUnanswered` and whose end was announced to her `noticePeriod` ago, or
   * was to be announced then and could not be since. `purge` deletes them, unless that has changed meanwhile.
   */
  listExpired(before: number, now?: number): Promise<string[]>;
  purge(ids: string[], before: number, now?: number): Promise<void>;
  /** Unanswered requests received until a time whose end was not announced yet; spam is only counted. */
  listUnannounced(until: number): Promise<OldestRequests & { spamCount: number }>;
  markAnnounced(until: number, at: number, event?: "announced" | "not announced"): Promise<void>;

  /**
   * Requests received after one time and until another that are neither spam nor answered: their number, and one
   * page of the oldest after `skip` of them.
   */
  listUnanswered(after: number, until: number, skip?: number): Promise<OldestRequests>;
  /** How fast the requests were answered that were received from one time and before another, without spam. */
  summarizeAnswers(from: number, before: number, within: number): Promise<AnswerSummary>;
}

/** `inTime` are those that were answered `within` a time. Median and slowest are in milliseconds, 0 without answers. */
export type AnswerSummary = { count: number; answered: number; inTime: number; median: number; slowest: number };

/** Requests that are still to be delivered to the owner. */
export interface Queue {
  /** How many requests are due, spam and others. Refused ones are not counted, and never more than one page of each. */
  countDue(now: number): Promise<{ plain: number; spam: number }>;
  /**
   * Undelivered requests that are due: those that are not spam first, then those never refused, then the oldest. Until
   * `until` no other caller gets them; after that another may, in case this caller has died.
   */
  claim(now: number, limit: number, until: number, filter?: Partial<QueueFilter>): Promise<StoredRequest[]>;
  markDelivered(ids: string[], at: number): Promise<void>;
  /** `refused` means that this request was refused, and not that the mail server failed. */
  markFailed(ids: string[], error: string, retryAt: number, refused?: boolean): Promise<void>;
  /** Makes postponed requests due at once: all of them, or only the oldest that was never refused. */
  retryNow(now: number, which: "all" | "oldest"): Promise<boolean>;
  /** Resets times that a wrong clock has put further into the future than the longest wait between two attempts. */
  clampFutureTimes(now: number, longestWait: number): Promise<void>;
  pending(): Promise<{ count: number; since: number | null }>;
  resend(reference: string, at: number): Promise<boolean>;

  /** Requests queued before a time of which the owner was not yet warned at this level: number and some references. */
  findLate(queuedBefore: number, level: number): Promise<{ count: number; references: string[] }>;
  markWarned(queuedBefore: number, level: number): Promise<void>;
}

export type QueueFilter = { spam: boolean; refused: boolean };

/** Values that processes share in the table `facts`, such as who runs a job and when it last ran. */
export interface KeyValues {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  /** Stores the value unless there is one, and resolves with the stored value, which is the same for all callers. */
  getOrSet(name: string, value: string): Promise<string>;
  /** True for one caller until a time, or until that caller releases the lease. */
  lease(name: string, now: number, until: number): Promise<boolean>;
  /** Ends the lease that was taken until this time. A lease that another caller has taken since is not touched. */
  release(name: string, until: number): Promise<void>;
}
/** Yields all requests, newest first, and reads one page at a time. */
export async function* iterateRequests({ list }: Pick<RequestStore, "list">): AsyncGenerator<StoredRequest> {
  let page = await list();
  for (let last = page.at(-1); last; last = page.at(-1)) {
    yield* page;
    page = await list(last);
  }
}
