import type { OldestRequests, OwnerVerdict, StoredRequest } from "./stored-request.ts";

export type HistoryEvent = {
  at: number;
  event:
    | "sent"
    | "sent again"
    | "reminded"
    | "announced"
    | "not announced"
    | "confirmed"
    | "answered"
    | "taken back"
    | OwnerVerdict;
};

/** A device that is signed in. `name` identifies it in a list; the device holds a secret of which we keep only a hash. */
export type Session = { name: string; device: string; since: number; usedAt: number; epoch: string };

/** Calls that only the owner's desk makes: her verdicts and notes, the history of requests, and who is signed in. */
export interface DeskStore {
  /** What happened since the request was received, oldest first. */
  history(reference: string): Promise<HistoryEvent[]>;
  /** Makes the request unanswered again, with its old deadline. This and the next two are true when it exists. */
  undoAnswered(reference: string, at: number): Promise<boolean>;
  setVerdict(reference: string, verdict: OwnerVerdict, at: number): Promise<boolean>;
  setNote(reference: string, note: string): Promise<boolean>;
  markReminded(ids: string[], at: number): Promise<void>;
  /**
   * True once for a request whose visitor may be told that it arrived: it is not spam, nobody at its mailbox was told
   * within `confirmationInterval`, and fewer than `confirmationsPerHour` were told at all.
   */
  markConfirmed(id: string, now: number): Promise<boolean>;

  /** Unanswered requests that look like spam, or that the owner called spam. */
  listSpam(skip?: number): Promise<OldestRequests>;
  listAnsweredSince(time: number, skip?: number): Promise<{ count: number; newest: StoredRequest[] }>;

  /** Stores a sign-in link, unless another was stored within `linkInterval` and is not used yet. */
  createSignInLink(hash: string, now: number): Promise<boolean>;
  /** For a link whose email could not be sent. */
  deleteSignInLink(hash: string): Promise<void>;
  /** Whether it is younger than `linkLifetime` and not used yet. */
  isSignInLinkValid(hash: string, now: number): Promise<boolean>;
  /** True for only one caller. */
  redeemSignInLink(hash: string, now: number): Promise<boolean>;

  /** Also deletes sessions that have ended by now, and those of another epoch. */
  createSession(hash: string, session: Session): Promise<void>;
  /** Finds a session that is younger than `sessionLifetime`. It writes nothing, so it works on a full disk. */
  findSession(hash: string, now: number): Promise<Session | null>;
  /** Records that a session was used, at most once in `usedAtInterval`. */
  markSessionUsed(hash: string, now: number): Promise<void>;
  /** Sessions of this epoch that `findSession` would find, newest first. */
  listSessions(epoch: string, now: number): Promise<Session[]>;
  deleteSession(name: string): Promise<void>;
  /** Deletes every session and every link that is not used yet. */
  deleteAllSessions(): Promise<void>;
}

/**
 * One link for all who ask in this time. It is shorter than the lifetime of a link, so that a link which still works is
 * in the owner's mailbox however often strangers ask. A used link does not count, because only she can have used it.
 */
export const linkInterval = 10 * 60_000;
export const linkLifetime = 15 * 60_000;
export const sessionLifetime = 30 * 24 * 60 * 60_000;

export const confirmationInterval = 24 * 60 * 60_000;
/** For all visitors together, so that the form cannot be used to send many emails to strangers. */
export const confirmationsPerHour = 20;

export type Confirmation = { id: string; email: string; at: number };

/** Whether a visitor may be told, if these were told before, of whom all but herself were told since yesterday. */
export function mayConfirm(id: string, email: string, told: Confirmation[], now: number): boolean {
  const lastHour = told.filter(({ at }) => at > now - 60 * 60_000);
  const isTold = told.some((other) => other.id === id || mailbox(other.email) === mailbox(email));
  return !isTold && lastHour.length < confirmationsPerHour;
}

/** One mailbox has many addresses: ana+1@example.com is ana@example.com, and a.na@gmail.com is ana@gmail.com. */
function mailbox(email: string): string {
  const [, name = "", host = ""] = /^([^+]*).*@(.*)$/s.exec(email.toLowerCase()) ?? [];
  return /^(gmail|googlemail)\.com$/.test(host) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${host}`;
}

/** The use of a session is recorded at most this often, because the owner does not need it more exactly. */
export const usedAtInterval = 60 * 60_000;
