import type { OldestRequests, StoredRequest, Verdict } from "./stored-request.ts";

export type HistoryEvent = {
  at: number;
  event: "sent" | "sent again" | "reminded" | "answered" | "taken back" | Verdict;
};

/** A device that is signed in. `name` identifies it in a list; the device holds a secret of which we keep only a hash. */
export type Session = { name: string; device: string; since: number; usedAt: number; epoch: string };

/** Calls that only the owner's desk makes: her verdicts and notes, the history of requests, and who is signed in. */
export interface DeskStore {
  /** What happened since the request was received, oldest first. */
  history(reference: string): Promise<HistoryEvent[]>;
  /** Makes the request unanswered again, with its old deadline. This and the next two are true when it exists. */
  undoAnswered(reference: string, at: number): Promise<boolean>;
  setVerdict(reference: string, verdict: Verdict, at: number): Promise<boolean>;
  setNote(reference: string, note: string): Promise<boolean>;
  markReminded(ids: string[], at: number): Promise<void>;

  /** Unanswered requests that were marked as suspect, by us or by the owner. */
  listSuspect(skip?: number): Promise<OldestRequests>;
  listAnsweredSince(time: number, skip?: number): Promise<{ count: number; newest: StoredRequest[] }>;

  /** Stores a sign-in link, unless `max` links were already requested since `since`. */
  createSignInLink(hash: string, at: number, since: number, max: number): Promise<boolean>;
  /** Whether it was requested after `since` and not used yet. */
  isSignInLinkValid(hash: string, since: number): Promise<boolean>;
  /** True for only one caller. */
  redeemSignInLink(hash: string, since: number, at: number): Promise<boolean>;

  createSession(hash: string, session: Session): Promise<void>;
  /** Finds a session that began after `after`, and records that it was used. */
  findSession(hash: string, after: number, now: number): Promise<Session | null>;
  /** Sessions of this epoch that began after `after`, newest first. All others are deleted. */
  listSessions(epoch: string, after: number): Promise<Session[]>;
  deleteSession(name: string): Promise<void>;
}

/** The use of a session is recorded at most this often, because the owner does not need it more exactly. */
export const usedAtInterval = 60 * 60_000;
