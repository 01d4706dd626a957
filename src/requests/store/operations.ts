import { describeError, type ErrorDescription } from "../../log/errors.ts";
import { deskOperations } from "./desk-operations.ts";
import { queueOperations } from "./queue-operations.ts";
import { requestOperations } from "./request-operations.ts";
import { execute, lock, type Operations, select, selectOne } from "./statement.ts";
import type { KeyValues, StoreCalls } from "./store.ts";
import { leaseSkew } from "./stored-request.ts";
import { limitHosts, type VisitStore, type Visits } from "./visit-store.ts";

const keyValueOperations: Operations<KeyValues> = {
  *get(name) {
    const [found] = yield* select<{ value: string }>`SELECT value FROM consultations.facts WHERE name = ${name}`;
    return found?.value ?? null;
  },
  *set(name, value) {
    yield* execute`INSERT INTO consultations.facts VALUES (${name}, ${value})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
  },
  *getOrSet(name, value) {
    const stored = yield* selectOne<{ value: string }>`INSERT INTO consultations.facts VALUES (${name}, ${value})
      ON CONFLICT (name) DO UPDATE SET value = facts.value RETURNING value`;
    return stored.value;
  },
  // A lease that ends later than one taken now comes from a wrong clock and is ignored.
  *lease(name, now, until) {
    return yield* execute`INSERT INTO consultations.facts VALUES (${name}, ${String(until)})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      WHERE CAST(facts.value AS bigint) <= ${now} OR CAST(facts.value AS bigint) > ${until + leaseSkew}`;
  },
  *release(name, until) {
    yield* execute`UPDATE consultations.facts SET value = '0' WHERE name = ${name} AND value = ${String(until)}`;
  },
};

const visitOperations: Operations<VisitStore> = {
  *addVisits(visits) {
    // The lock keeps two servers from filling the last places of a day at once.
    yield* lock`SELECT pg_advisory_xact_lock(hashtext('consultations: visits'))`;
    const days = [...new Set(visits.map(({ day }) => day))];
    const known = yield* select<Visits>`SELECT day, name FROM consultations.visits
      WHERE kind = 'from' AND day = ANY(${days})`;
    for (const { day, kind, name, views } of limitHosts(visits, known)) {
      yield* execute`INSERT INTO consultations.visits (day, kind, name, views) VALUES (${day}, ${kind}, ${name}, ${views})
        ON CONFLICT (day, kind, name) DO UPDATE SET views = visits.views + excluded.views`;
    }
  },
  *listVisits(from, to) {
    return yield* select<Visits>`SELECT day, kind, name, views FROM consultations.visits
      WHERE day BETWEEN ${from} AND ${to}`;
  },
  *deleteVisits(before) {
    yield* execute`DELETE FROM consultations.visits WHERE day < ${before}`;
  },
};

/** What both databases do. */
export const operations = {
  ...requestOperations,
  ...queueOperations,
  ...keyValueOperations,
  ...deskOperations,
  ...visitOperations,
};

export type OperationName = keyof typeof operations;

/** The calls of a store that runs each operation by its name. The compiler has checked them where they are defined. */
export function callsOf(run: (name: OperationName, ...args: never[]) => Promise<unknown>): StoreCalls {
  const names = Object.keys(operations) as OperationName[];
  return Object.fromEntries(names.map((name) => [name, run.bind(null, name)])) as object as StoreCalls;
}

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
