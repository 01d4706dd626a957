import type { Trace } from "../thrown.ts";
import type { StoredRequest, Submission } from "./stored-request.ts";

/** Times are milliseconds since 1970. Every promise rejects with StoreUnavailable unless it is certain what was written. */
export interface Store extends Requests, Queue, Notes {
  /** Writes, and reads back by a second way. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export class StoreUnavailable extends Error {
  /** Of the fault itself, which may have happened in another thread. */
  readonly trace: Trace | undefined;

  constructor(message: string, trace?: Trace) {
    super(message);
    this.trace = trace;
  }
}

/** What visitors have asked, and whether they were answered. */
export interface Requests {
  /** Resolves once request and outbox row are committed and synced; a repeat gets the first one's reference. */
  save(submission: Submission): Promise<{ reference: string; repeated: boolean }>;

  /** Newest first. */
  list(): Promise<StoredRequest[]>;
  find(reference: string): Promise<StoredRequest | null>;
  answered(reference: string, at: number): Promise<boolean>;
  /** Both answer with the ids of what is gone; the embedded store's files keep no trace of it. */
  remove(reference: string): Promise<string[]>;
  purge(deliveredBefore: number): Promise<string[]>;

  /** Not yet marked as answered, oldest first. */
  unanswered(): Promise<StoredRequest[]>;
  unreminded(receivedBefore: number): Promise<StoredRequest[]>;
  reminded(ids: string[], at: number): Promise<void>;
}

/** What is still to be delivered to the owner. */
export interface Queue {
  /** How many undelivered requests whose time has come were never tried. */
  fresh(now: number): Promise<number>;
  /**
   * Undelivered requests whose time has come; those never tried first, then the longest waiting. Until a time they
   * are this caller's alone, however many ask; then, should the caller have died, somebody else's.
   */
  claim(now: number, limit: number, until: number): Promise<StoredRequest[]>;
  delivered(ids: string[], at: number): Promise<void>;
  failed(ids: string[], error: string, retryAt: number): Promise<void>;
  waiting(): Promise<{ count: number; since: number | null }>;
  resend(reference: string, at: number): Promise<boolean>;

  /** References queued before a time whose owner has not yet been warned at this level. */
  late(queuedBefore: number, level: number): Promise<string[]>;
  warned(references: string[], level: number): Promise<void>;
}

/** What processes note, in the table `facts`, for each other and for later: whose a duty is, when it was last done. */
export interface Notes {
  recall(name: string): Promise<string | null>;
  remember(name: string, value: string): Promise<void>;
  /** True for one caller until a time, or until the duty is released. */
  lease(duty: string, now: number, until: number): Promise<boolean>;
  release(duty: string): Promise<void>;
}
