import * as v from "valibot";
import { type ConsultationRequest, fields } from "../request.ts";

/** Why a request is marked as suspect. It is stored and delivered all the same. */
const flag = v.picklist(["trap", "limit", "origin"]);
export type Flag = v.InferOutput<typeof flag>;

export type Submission = ConsultationRequest & { receivedAt: number; flags: Flag[]; key: string | null };

/** A row as either database has it. Its columns are named after the keys. */
const row = v.object({
  id: v.string(),
  reference: v.string(),
  receivedAt: v.number(),
  ...v.entriesFromList(fields, v.string()),
  flags: v.pipe(
    v.string(),
    v.transform((text) => text.split(",").filter((word) => v.is(flag, word))),
  ),
  answeredAt: v.nullable(v.number()),
  deliveredAt: v.nullable(v.number()),
  attempts: v.number(),
  lastError: v.nullable(v.string()),
  /** Grows with every copy the owner asks for, so that a mailbox does not hide it as one it has seen. */
  copy: v.number(),
});

export type StoredRequest = v.InferOutput<typeof row>;

export const columns = Object.keys(row.entries)
  .map((key) => `${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} AS "${key}"`)
  .join(", ");

export const readRow = (found: unknown): StoredRequest => v.parse(row, found);

/** Times are milliseconds since 1970. Every promise rejects with StoreUnavailable unless it is certain what was written. */
export interface Store {
  /** Resolves once request and outbox row are committed and synced; a repeat gets the first one's reference. */
  save(submission: Submission): Promise<{ reference: string; repeated: boolean }>;

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

  /** References queued before a time whose owner has not yet been warned at this level. */
  late(queuedBefore: number, level: number): Promise<string[]>;
  warned(references: string[], level: number): Promise<void>;

  /** Not yet marked as answered, oldest first. */
  unanswered(): Promise<StoredRequest[]>;
  unreminded(receivedBefore: number): Promise<StoredRequest[]>;
  reminded(ids: string[], at: number): Promise<void>;

  /** Newest first. */
  list(): Promise<StoredRequest[]>;
  find(reference: string): Promise<StoredRequest | null>;
  answered(reference: string, at: number): Promise<boolean>;
  resend(reference: string, at: number): Promise<boolean>;
  /** Both answer with the ids of what is gone; the embedded store's files keep no trace of it. */
  remove(reference: string): Promise<string[]>;
  purge(deliveredBefore: number): Promise<string[]>;

  recall(fact: string): Promise<string | null>;
  remember(fact: string, value: string): Promise<void>;
  /** True for one caller until a time, or until the turn is given back by remembering "0" for it. */
  take(turn: string, now: number, until: number): Promise<boolean>;

  /** Writes, and reads back by a second way. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export class StoreUnavailable extends Error {}

export const repeatWindow = 10 * 60_000;

// No 0, O, 1, I or L: a reference is read aloud on the telephone. 31 letters, so 248 is the last fair byte.
const letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

export function newReference(): string {
  let reference = "";
  while (reference.length < 8) {
    for (const byte of crypto.getRandomValues(new Uint8Array(8 - reference.length))) {
      if (byte < 248) reference += letters[byte % 31];
    }
  }
  return reference;
}
