import { describeError, type ErrorDescription } from "../../log/errors.ts";
import { deskOperations } from "./desk-operations.ts";
import { keyValueOperations } from "./key-value-operations.ts";
import { queueOperations } from "./queue-operations.ts";
import { requestOperations } from "./request-operations.ts";
import { visitOperations } from "./visit-operations.ts";

export const operations = {
  ...requestOperations,
  ...queueOperations,
  ...keyValueOperations,
  ...deskOperations,
  ...visitOperations,
};

export type OperationName = keyof typeof operations;

/**
 * These change nothing, so they need no transaction in PostgreSQL, and SQLite answers them also while another process
 * holds the database, and on a disk that cannot be written.
 */
export const readingOperations: ReadonlySet<StoreCall["operation"]> = new Set<OperationName>([
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
  "listSpam",
  "listAnsweredSince",
  "isSignInLinkValid",
  "findSession",
  "listSessions",
  "listVisits",
]);

/** A statement fails in the code that runs them all, so the log also names the operation that it belongs to. */
export function describeFailure(thrown: unknown, operation: StoreCall["operation"]): ErrorDescription {
  const { place, ...description } = describeError(thrown);
  return { ...description, place: `${place} in ${operation}` };
}

/** A call to the thread of the embedded store. */
export type StoreCall = { id: number; operation: OperationName | "check"; args: unknown[] };
export type StoreReply = {
  id: number;
  result?: unknown;
  error?: string;
  trace?: ErrorDescription;
  fatal?: boolean;
  /** Another process held the database. */
  busy?: boolean;
};
