import { fields } from "../request.ts";
import type { HistoryEvent } from "./desk-store.ts";
import { execute, lock, type Operation, type Operations, select, selectOne, selectRequests } from "./statement.ts";
import { keptUnanswered, noticePeriod, pageSize, purgeSize, type RequestStore, startOfList } from "./store.ts";
import {
  duplicateWindow,
  isDeliveredLast,
  newRow,
  newRowColumns,
  notSpamSql,
  type StoredRequest,
  storedWord,
} from "./stored-request.ts";

// Separates our advisory locks from those of other programs that use the database.
const advisoryLockNamespace = 20_261_115;

export const requestOperations: Operations<RequestStore> = {
  *save(submission) {
    // The lock per email address keeps two identical requests from both being the first.
    yield* lock("SELECT pg_advisory_xact_lock($1, hashtext($2))", advisoryLockNamespace, submission.email);
    for (;;) {
      // A known key counts as a repeat only with the same fields.
      const [known] = yield* select<{ reference: string; same: unknown }>(
        knownRequestSql,
        submission.key,
        submission.receivedAt - duplicateWindow,
        ...fields.map((field) => submission[field]),
      );
      if (known) {
        // What a crash or a cut connection left behind may not have reached the standby. A lock is written to the log,
        // so that COMMIT waits until the standby has this row too.
        yield* lock("SELECT FROM consultations.requests WHERE reference = $1 FOR KEY SHARE", known.reference);
        const result = { reference: known.reference, repeated: true };
        return known.same ? result : { ...result, conflict: true };
      }
      const row = newRow(submission);
      // No row is added when another address used the same key meanwhile, or the reference already exists: try again.
      if (!(yield* execute(addRequestSql, ...Object.values(row)))) continue;
      yield* execute(
        "INSERT INTO consultations.outbox (request_id, queued_at, due_at, flagged) VALUES ($1, $2, $2, $3)",
        row.id,
        row.received_at,
        Number(isDeliveredLast(row.flags)),
      );
      return { reference: row.reference, repeated: false };
    }
  },

  *list({ receivedAt, id } = startOfList) {
    return yield* selectRequests(
      "WHERE (received_at, id) < ($1, $2) ORDER BY received_at DESC, id DESC LIMIT $3",
      receivedAt,
      id,
      pageSize,
    );
  },
  *find(reference) {
    return (yield* selectRequests("WHERE reference = $1", reference))[0] ?? null;
  },
  *markAnswered(reference, at) {
    return yield* changeRequest(
      "answered",
      at,
      "UPDATE consultations.requests SET answered_at = $2 WHERE reference = $1 AND answered_at IS NULL",
      reference,
      at,
    );
  },
  *remove(reference) {
    return yield* selectIds("DELETE FROM consultations.requests WHERE reference = $1 RETURNING id", reference);
  },
  *listExpired(before, now) {
    const handled = yield* selectIds(
      `SELECT id FROM consultations.outbox JOIN consultations.requests ON id = request_id
      WHERE delivered_at <= $1 AND ${isHandledSql} LIMIT $2`,
      before,
      purgeSize,
    );
    if (handled.length > 0 || now === undefined) return handled;
    return yield* selectIds(
      `SELECT id FROM consultations.requests WHERE ${isOverdueSql} LIMIT $4`,
      ...overdueTimes(before, now),
      purgeSize,
    );
  },
  *purge(ids, before, now) {
    yield* execute(
      `DELETE FROM consultations.requests WHERE ${isHandledSql} AND id = ANY($2)
      AND id IN (SELECT request_id FROM consultations.outbox WHERE delivered_at <= $1)`,
      before,
      ids,
    );
    if (now === undefined) return;
    yield* execute(
      `DELETE FROM consultations.requests WHERE ${isOverdueSql} AND id = ANY($4)`,
      ...overdueTimes(before, now),
      ids,
    );
  },
  *listUnannounced(until) {
    const { count, real } = yield* selectOne<{ count: number; real: number }>(
      `SELECT count(*) AS count, count(*) FILTER (WHERE ${notSpamSql}) AS real
      FROM consultations.requests WHERE ${isUnannouncedSql}`,
      until,
    );
    const oldest = yield* selectRequests(
      `WHERE ${isUnannouncedSql} AND ${notSpamSql} ORDER BY received_at, id LIMIT $2`,
      until,
      pageSize,
    );
    return { count: real, spamCount: count - real, oldest };
  },
  *markAnnounced(until, at, event = "announced") {
    yield* execute(
      `INSERT INTO consultations.history (request_id, at, event)
      SELECT id, $2, CAST($3 AS text) FROM consultations.requests WHERE ${isUnannouncedSql}
      AND NOT EXISTS (SELECT 1 FROM consultations.history WHERE request_id = id AND event = CAST($3 AS text))`,
      until,
      at,
      event,
    );
  },

  *listUnanswered(after, until, skip = 0) {
    const { count, page } = yield* selectPage(
      `answered_at IS NULL AND ${notSpamSql} AND received_at > $1 AND received_at <= $2`,
      "received_at, id",
      skip,
      after,
      until,
    );
    return { count, oldest: page };
  },
  *summarizeAnswers(from, before, within) {
    const isReceivedSql = `${notSpamSql} AND received_at >= $1 AND received_at < $2`;
    const summary = yield* selectOne<{ count: number; answered: number; inTime: number; slowest: number }>(
      `SELECT count(*) AS count, count(answered_at) AS answered, coalesce(max(${answerTimeSql}), 0) AS slowest,
        count(*) FILTER (WHERE ${answerTimeSql} <= $3) AS "inTime"
      FROM consultations.requests WHERE ${isReceivedSql}`,
      from,
      before,
      within,
    );
    const [middle] = yield* select<{ median: number }>(
      `SELECT ${answerTimeSql} AS median FROM consultations.requests
      WHERE ${isReceivedSql} AND answered_at IS NOT NULL ORDER BY median LIMIT 1 OFFSET $3`,
      from,
      before,
      Math.floor(Math.max(0, summary.answered - 1) / 2),
    );
    return { ...summary, median: middle?.median ?? 0 };
  },
};

/** Adds an event to the history of a request if the update changes it. True when there is such a request. */
export function* changeRequest(
  event: HistoryEvent["event"],
  at: number,
  update: string,
  ...values: [reference: string, ...unknown[]]
): Operation<boolean> {
  const [id] = yield* selectIds(`${update} RETURNING id`, ...values);
  if (id !== undefined) return yield* addEvent(id, at, event);
  return yield* execute("SELECT 1 FROM consultations.requests WHERE reference = $1", values[0]);
}

export const addEvent = (id: string, at: number, event: HistoryEvent["event"]): Operation<boolean> =>
  execute("INSERT INTO consultations.history (request_id, at, event) VALUES ($1, $2, $3)", id, at, storedWord(event));

/** How many requests there are in all, and one page of them after `skip`. */
export function* selectPage(
  condition: string,
  order: string,
  skip: number,
  ...values: unknown[]
): Operation<{ count: number; page: StoredRequest[] }> {
  const { count } = yield* selectOne<{ count: number }>(
    `SELECT count(*) AS count FROM consultations.requests WHERE ${condition}`,
    ...values,
  );
  const page = yield* selectRequests(
    `WHERE ${condition} ORDER BY ${order} LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    ...values,
    pageSize,
    skip,
  );
  return { count, page };
}

export function* selectIds(text: string, ...values: unknown[]): Operation<string[]> {
  return (yield* select<{ id: string }>(text, ...values)).map(({ id }) => id);
}

/** A clock that was set back must not make an answer earlier than its request. Null while there is no answer. */
const answerTimeSql =
  "(CASE WHEN answered_at < received_at THEN 0 WHEN answered_at IS NOT NULL THEN answered_at - received_at END)";

const isUnannouncedSql = `answered_at IS NULL AND received_at <= $1
  AND NOT EXISTS (SELECT 1 FROM consultations.history WHERE request_id = id AND event = 'announced')`;
const firstTimeSql = (event: HistoryEvent["event"]): string =>
  `(SELECT min(at) FROM consultations.history WHERE request_id = id AND event = '${event}')`;
const isOverdueSql = `(answered_at <= $3 OR (answered_at IS NULL AND received_at <= $1
  AND coalesce(${firstTimeSql("announced")}, ${firstTimeSql("not announced")}) <= $2))`;
const overdueTimes = (before: number, now: number): number[] => [
  now - keptUnanswered,
  now - noticePeriod,
  Math.min(before, now - keptUnanswered),
];
const isHandledSql = `(answered_at <= $1 OR (verdict = '${storedWord("spam")}' AND judged_at <= $1))`;

const sameFieldsSql = fields.map((field, index) => `${field} = $${index + 3}`).join(" AND ");
const knownRequestSql = `SELECT reference, ${sameFieldsSql} AS same FROM consultations.requests WHERE key = $1
  UNION ALL
  SELECT reference, true FROM consultations.requests WHERE received_at > $2 AND ${sameFieldsSql}`;

const addRequestSql = `INSERT INTO consultations.requests (${newRowColumns})
  VALUES (${newRowColumns.map((_, index) => `$${index + 1}`)}) ON CONFLICT DO NOTHING`;
