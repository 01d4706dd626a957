import type { ErrorDescription } from "../../log/errors.ts";
import type { DeskStore } from "./desk-store.ts";
import type { OldestRequests, StoredRequest, Submission } from "./stored-request.ts";

/**
 * Times are milliseconds since 1970. Every promise rejects with StoreUnavailable unless it is certain what was written.
 * No call reads or writes more at a time than fits a small process, however much is stored.
 */
export interface Store extends RequestStore, Queue, KeyValues, DeskStore {
  /** Writes, and reads back by a second way. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export class StoreUnavailable extends Error {
  /** Of the fault itself, which may have happened in another thread. */
  readonly trace: ErrorDescription | undefined;

  constructor(message: string, trace?: ErrorDescription) {
    super(message);
    this.trace = trace;
  }
}

/** Requests at most in one answer, and in one letter. */
export const pageSize = 100;
/** Erased at most in one step: each is overwritten. */
export const purgeSize = 500;

/** Before the first of a list: later than any time and any id. */
export const startOfList: Cursor = { receivedAt: Number.MAX_SAFE_INTEGER, id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
export type Cursor = Pick<StoredRequest, "receivedAt" | "id">;

/** Clocks of several processes, and of one over time, are at most so far apart; what is further off was a wrong clock's. */
export const clockSkew = 60_000;

/** `conflict` says that the key came before, with other words; those are stored under the reference, these are not. */
export type SaveResult = { reference: string; repeated: boolean; conflict?: true };

/** What visitors have asked, and whether they were answered. */
export interface RequestStore {
  /** Resolves once request and outbox row are committed and synced; a repeat gets the first one's reference. */
  save(submission: Submission): Promise<SaveResult>;

  /** A page of them, newest first, from behind a place on. */
  list(after?: Cursor): Promise<StoredRequest[]>;
  find(reference: string): Promise<StoredRequest | null>;
  /** True when there is such a request. The first time it was marked stands. */
  markAnswered(reference: string, at: number): Promise<boolean>;
  /** Answers with the ids of what is gone; the embedded store's files keep no trace of it. */
  remove(reference: string): Promise<string[]>;
  /**
   * Ids of some that were delivered and dealt with so long ago, and their removal, unless that has changed meanwhile.
   * Dealt with is what was marked as answered, or called not real by the owner herself; nothing else ever expires.
   */
  listExpired(before: number): Promise<string[]>;
  purge(ids: string[], before: number): Promise<void>;

  /**
   * Received after one time and until another, not set apart and not yet marked as answered: how many, and a page of the
   * oldest, behind so many that are skipped.
   */
  listUnanswered(after: number, until: number, skip?: number): Promise<OldestRequests>;
}

/** What is still to be delivered to the owner. */
export interface Queue {
  /** How many are due, of those not flagged and of those flagged; none that was refused, and never more than a page. */
  countDue(now: number): Promise<{ plain: number; flagged: number }>;
  /**
   * Undelivered requests whose time has come: those not flagged first, then those never refused, then the oldest. Until
   * a time they are this caller's alone, however many ask; then, should the caller have died, somebody else's.
   */
  claim(now: number, limit: number, until: number, filter?: Partial<QueueFilter>): Promise<StoredRequest[]>;
  markDelivered(ids: string[], at: number): Promise<void>;
  /** `refused` says that it is this request, and not the way, that failed. */
  markFailed(ids: string[], error: string, retryAt: number, refused?: boolean): Promise<void>;
  /** Makes due at once what waits to be tried again: all of it, or the oldest that was never refused. */
  retryNow(now: number, which: "all" | "oldest"): Promise<boolean>;
  /** Brings back what a wrong clock has put into the future, further than the longest wait between two tries. */
  clampFutureTimes(now: number, longestWait: number): Promise<void>;
  pending(): Promise<{ count: number; since: number | null }>;
  resend(reference: string, at: number): Promise<boolean>;

  /** Queued before a time, whose owner has not yet been warned at this level: how many, and some references. */
  findLate(queuedBefore: number, level: number): Promise<{ count: number; references: string[] }>;
  markWarned(queuedBefore: number, level: number): Promise<void>;
}

export type QueueFilter = { flagged: boolean; refused: boolean };

/** What processes note, in the table `facts`, for each other and for later: whose a duty is, when it was last done. */
export interface KeyValues {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  /** The first to name a value settles it for all; answers with the one that stands. */
  getOrSet(name: string, value: string): Promise<string>;
  /** True for one caller until a time, or until that caller releases the duty. */
  lease(name: string, now: number, until: number): Promise<boolean>;
  /** Ends the lease that was taken until this time; one that somebody else has taken since is left alone. */
  release(name: string, until: number): Promise<void>;
}
