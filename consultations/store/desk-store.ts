import type { Unanswered } from "./store.ts";
import type { StoredRequest, Verdict } from "./stored-request.ts";

export type Moment = {
  at: number;
  event: "sent" | "sent again" | "reminded" | "answered" | "taken back" | Verdict;
};

/** A phone that is signed in. `name` is for pointing at it; who holds it knows something else, of which we keep a hash. */
export type Session = { name: string; device: string; since: number; usedAt: number; epoch: string };

/** What only the owner's desk asks for: her marks on requests, their history, and who is signed in. */
export interface DeskStore {
  /** What happened since it was received, oldest first. */
  history(reference: string): Promise<Moment[]>;
  /** Looked at as not answered again, with its old deadline. All three are true when the request exists. */
  takeBack(reference: string, at: number): Promise<boolean>;
  judge(reference: string, verdict: Verdict, at: number): Promise<boolean>;
  annotate(reference: string, note: string): Promise<boolean>;
  remindedOf(ids: string[], at: number): Promise<void>;

  /** Unanswered and taken for automated, by us or by the owner. */
  setApart(skip?: number): Promise<Unanswered>;
  answeredSince(time: number, skip?: number): Promise<{ count: number; newest: StoredRequest[] }>;

  /** Notes a link for signing in, unless so many were asked for since a time. */
  offerLink(hash: string, at: number, since: number, most: number): Promise<boolean>;
  /** Whether it was asked for since a time, and not used yet. */
  linkStands(hash: string, since: number): Promise<boolean>;
  /** True for one caller. */
  spendLink(hash: string, since: number, at: number): Promise<boolean>;

  openSession(hash: string, session: Session): Promise<void>;
  /** One that began after a time; it is noted that it was used. */
  session(hash: string, after: number, now: number): Promise<Session | null>;
  /** Those of this epoch that began after a time, newest first. The others are forgotten. */
  sessions(epoch: string, after: number): Promise<Session[]>;
  endSession(name: string): Promise<void>;
}

/** So often is noted that a session was used: a page is looked at more often than that matters. */
export const usePause = 60 * 60_000;
