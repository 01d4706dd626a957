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
