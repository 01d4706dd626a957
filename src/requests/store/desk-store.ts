import type { OldestRequests, StoredRequest, Verdict } from "./stored-request.ts";

export type HistoryEvent = {
  at: number;
  event: "sent" | "sent again" | "reminded" | "answered" | "taken back" | Verdict;
};

/** A phone that is signed in. `name` is for pointing at it; who holds it knows something else, of which we keep a hash. */
export type Session = { name: string; device: string; since: number; usedAt: number; epoch: string };

/** What only the owner's desk asks for: her marks on requests, their history, and who is signed in. */
export interface DeskStore {
  /** What happened since it was received, oldest first. */
  history(reference: string): Promise<HistoryEvent[]>;
  /** Looked at as not answered again, with its old deadline. All three are true when the request exists. */
  undoAnswered(reference: string, at: number): Promise<boolean>;
  setVerdict(reference: string, verdict: Verdict, at: number): Promise<boolean>;
  setNote(reference: string, note: string): Promise<boolean>;
  markReminded(ids: string[], at: number): Promise<void>;

  /** Unanswered and taken for automated, by us or by the owner. */
  listSuspect(skip?: number): Promise<OldestRequests>;
  listAnsweredSince(time: number, skip?: number): Promise<{ count: number; newest: StoredRequest[] }>;

  /** Notes a link for signing in, unless so many were asked for since a time. */
  createSignInLink(hash: string, at: number, since: number, max: number): Promise<boolean>;
  /** Whether it was asked for since a time, and not used yet. */
  isSignInLinkValid(hash: string, since: number): Promise<boolean>;
  /** True for one caller. */
  redeemSignInLink(hash: string, since: number, at: number): Promise<boolean>;

  createSession(hash: string, session: Session): Promise<void>;
  /** One that began after a time; it is noted that it was used. */
  findSession(hash: string, after: number, now: number): Promise<Session | null>;
  /** Those of this epoch that began after a time, newest first. The others are forgotten. */
  listSessions(epoch: string, after: number): Promise<Session[]>;
  deleteSession(name: string): Promise<void>;
}

/** So often is noted that a session was used: a page is looked at more often than that matters. */
export const usedAtInterval = 60 * 60_000;
