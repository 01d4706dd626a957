import type { ErrorDescription } from "../../log/errors.ts";
import { deskOperations } from "./sqlite-desk.ts";
import { keyValueOperations } from "./sqlite-key-values.ts";
import { queueOperations } from "./sqlite-queue.ts";
import { requestOperations } from "./sqlite-requests.ts";
import { visitOperations } from "./sqlite-visits.ts";

/** The operations that the store's thread performs. */
export const operations = {
  ...requestOperations,
  ...queueOperations,
  ...keyValueOperations,
  ...deskOperations,
  ...visitOperations,
};

/**
 * These change nothing. They are answered also while another process holds the database, and on a disk that cannot be
 * written.
 */
export const readingOperations: ReadonlySet<StoreCall["operation"]> = new Set<keyof typeof operations>([
  "list",
  "find",
  "listExpired",
  "listUnannounced",
  "listUnanswered",
  "summarizeAnswers",
  "countDue",
  "pending",
  "findLate",
  "get",
  "history",
  "listSuspect",
  "listAnsweredSince",
  "isSignInLinkValid",
  "findSession",
  "listSessions",
  "listVisits",
]);

export type StoreCall = { id: number; operation: keyof typeof operations | "check"; args: unknown[] };
export type StoreReply = {
  id: number;
  result?: unknown;
  error?: string;
  trace?: ErrorDescription;
  fatal?: boolean;
  /** Another process held the database. */
  busy?: boolean;
};
