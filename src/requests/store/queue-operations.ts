import { addEvent } from "./request-operations.ts";
import { execute, type Operations, select, selectIds, selectOne, selectRequests, sql } from "./statement.ts";
import { pageSize, type Queue } from "./store.ts";
import { clockSkew, leaseSkew } from "./stored-request.ts";

export const queueOperations: Operations<Queue> = {
  *countDue(now) {
    const due = (flagged: number) =>
      sql`(SELECT count(*) FROM (SELECT 1 FROM consultations.outbox WHERE delivered_at IS NULL AND flagged = ${flagged}
        AND refused = 0 AND due_at <= ${now} AND claimed_until <= ${now} LIMIT ${pageSize}) AS few)`;
    return yield* selectOne`SELECT ${due(0)} AS plain, ${due(1)} AS spam`;
  },
  *claim(now, limit, until, { spam, refused } = {}) {
    const ofKind = spam === undefined ? sql`` : sql`AND flagged = ${Number(spam)}`;
    const ifRefused = refused === undefined ? sql`` : sql`AND refused = ${Number(refused)}`;
    // A claim that ends later than one made now comes from a wrong clock and is ignored.
    const requests = yield* selectRequests`WHERE delivered_at IS NULL AND due_at <= ${now}
      AND (claimed_until <= ${now} OR claimed_until > ${until + leaseSkew}) ${ofKind} ${ifRefused}
      ORDER BY flagged, refused, queued_at LIMIT ${limit} FOR UPDATE OF outbox SKIP LOCKED`;
    const ids = requests.map(({ id }) => id);
    if (ids.length > 0)
      yield* execute`UPDATE consultations.outbox SET claimed_until = ${until} WHERE request_id = ANY(${ids})`;
    return requests;
  },
  *markDelivered(ids, at) {
    yield* execute`UPDATE consultations.outbox
      SET delivered_at = ${at}, claimed_until = 0, attempts = attempts + 1, last_error = NULL
      WHERE request_id = ANY(${ids})`;
    yield* execute`INSERT INTO consultations.history (request_id, at, event)
      SELECT request_id, ${at}, 'sent' FROM consultations.outbox WHERE request_id = ANY(${ids})`;
  },
  *markFailed(ids, error, retryAt, refused = false) {
    yield* execute`UPDATE consultations.outbox SET due_at = ${retryAt}, claimed_until = 0, attempts = attempts + 1,
      last_error = ${error}, refused = ${Number(refused)} WHERE request_id = ANY(${ids})`;
  },
  *retryNow(now, which) {
    const ifOldest = sql`AND request_id = (SELECT request_id FROM consultations.outbox
      WHERE delivered_at IS NULL AND refused = 0 AND due_at > ${now} ORDER BY queued_at LIMIT 1)`;
    return yield* execute`UPDATE consultations.outbox SET due_at = ${now}
      WHERE delivered_at IS NULL AND due_at > ${now} ${which === "oldest" ? ifOldest : sql``}`;
  },
  *clampFutureTimes(now, longestWait) {
    const latest = now + clockSkew;
    yield* execute`UPDATE consultations.outbox SET due_at = ${now} WHERE delivered_at IS NULL
      AND (due_at > ${now + longestWait} OR (due_at > ${latest} AND attempts = 0))`;
    yield* execute`UPDATE consultations.outbox SET queued_at = ${now} WHERE delivered_at IS NULL AND queued_at > ${latest}`;
  },
  *pending() {
    return yield* selectOne`SELECT count(*) AS count, min(queued_at) AS since FROM consultations.outbox
      WHERE delivered_at IS NULL`;
  },
  *resend(reference, at) {
    const [id] =
      yield* selectIds`UPDATE consultations.outbox SET delivered_at = NULL, queued_at = ${at}, due_at = ${at},
      warned = 0, attempts = 0, refused = 0, copy = copy + CAST(delivered_at IS NOT NULL AS integer)
      WHERE request_id = (SELECT id FROM consultations.requests WHERE reference = ${reference}) RETURNING request_id AS id`;
    return id !== undefined && (yield* addEvent(id, at, "sent again"));
  },

  *findLate(queuedBefore, level) {
    const late = sql`FROM consultations.outbox
      WHERE delivered_at IS NULL AND queued_at <= ${queuedBefore} AND warned < ${level}`;
    const rows = yield* select<{ count: number; reference: string }>`
      SELECT (SELECT count(*) ${late}) AS count, reference FROM consultations.requests
      WHERE id IN (SELECT request_id ${late} ORDER BY queued_at LIMIT 10)`;
    return { count: rows[0]?.count ?? 0, references: rows.map(({ reference }) => reference) };
  },
  *markWarned(queuedBefore, level) {
    yield* execute`UPDATE consultations.outbox SET warned = ${level}
      WHERE delivered_at IS NULL AND queued_at <= ${queuedBefore} AND warned < ${level}`;
  },
};
