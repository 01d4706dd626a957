import { addEvent, selectIds } from "./request-operations.ts";
import { execute, type Operations, select, selectOne, selectRequests } from "./statement.ts";
import { pageSize, type Queue } from "./store.ts";
import { clockSkew, leaseSkew } from "./stored-request.ts";

export const queueOperations: Operations<Queue> = {
  *countDue(now) {
    const countQuery = (spam: number) =>
      `(SELECT count(*) FROM (SELECT 1 FROM consultations.outbox WHERE delivered_at IS NULL AND flagged = ${spam}
        AND refused = 0 AND due_at <= $1 AND claimed_until <= $1 LIMIT $2) AS few)`;
    return yield* selectOne(`SELECT ${countQuery(0)} AS plain, ${countQuery(1)} AS spam`, now, pageSize);
  },
  *claim(now, limit, until, { spam, refused } = {}) {
    const conditions = [
      ...(spam === undefined ? [] : [`AND flagged = ${Number(spam)}`]),
      ...(refused === undefined ? [] : [`AND refused = ${Number(refused)}`]),
    ];
    // A claim that ends later than one made now comes from a wrong clock and is ignored.
    const requests = yield* selectRequests(
      `WHERE delivered_at IS NULL AND due_at <= $1 AND (claimed_until <= $1 OR claimed_until > $2) ${conditions.join(" ")}
      ORDER BY flagged, refused, queued_at LIMIT $3 FOR UPDATE OF outbox SKIP LOCKED`,
      now,
      until + leaseSkew,
      limit,
    );
    if (requests.length > 0) {
      yield* execute(
        "UPDATE consultations.outbox SET claimed_until = $1 WHERE request_id = ANY($2)",
        until,
        requests.map(({ id }) => id),
      );
    }
    return requests;
  },
  *markDelivered(ids, at) {
    yield* execute(
      `UPDATE consultations.outbox SET delivered_at = $2, claimed_until = 0, attempts = attempts + 1, last_error = NULL
      WHERE request_id = ANY($1)`,
      ids,
      at,
    );
    yield* execute(
      `INSERT INTO consultations.history (request_id, at, event)
      SELECT request_id, $2, 'sent' FROM consultations.outbox WHERE request_id = ANY($1)`,
      ids,
      at,
    );
  },
  *markFailed(ids, error, retryAt, refused = false) {
    yield* execute(
      `UPDATE consultations.outbox
      SET due_at = $3, claimed_until = 0, attempts = attempts + 1, last_error = $2, refused = $4
      WHERE request_id = ANY($1)`,
      ids,
      error,
      retryAt,
      Number(refused),
    );
  },
  *retryNow(now, which) {
    return yield* execute(
      `UPDATE consultations.outbox SET due_at = $1 WHERE delivered_at IS NULL AND due_at > $1
      ${which === "all" ? "" : oldestClause}`,
      now,
    );
  },
  *clampFutureTimes(now, longestWait) {
    const clamp = (column: string, after: number, which = "") =>
      execute(
        `UPDATE consultations.outbox SET ${column} = $1 WHERE delivered_at IS NULL AND ${column} > $2 ${which}`,
        now,
        after,
      );
    yield* clamp("due_at", now + longestWait);
    yield* clamp("due_at", now + clockSkew, "AND attempts = 0");
    yield* clamp("queued_at", now + clockSkew);
  },
  *pending() {
    return yield* selectOne(
      "SELECT count(*) AS count, min(queued_at) AS since FROM consultations.outbox WHERE delivered_at IS NULL",
    );
  },
  *resend(reference, at) {
    const [id] = yield* selectIds(
      `UPDATE consultations.outbox SET delivered_at = NULL, queued_at = $2, due_at = $2, warned = 0,
      attempts = 0, refused = 0, copy = copy + CAST(delivered_at IS NOT NULL AS integer)
      WHERE request_id = (SELECT id FROM consultations.requests WHERE reference = $1) RETURNING request_id AS id`,
      reference,
      at,
    );
    return id !== undefined && (yield* addEvent(id, at, "sent again"));
  },

  *findLate(queuedBefore, level) {
    const lateClause = "FROM consultations.outbox WHERE delivered_at IS NULL AND queued_at <= $1 AND warned < $2";
    const rows = yield* select<{ count: number; reference: string }>(
      `SELECT (SELECT count(*) ${lateClause}) AS count, reference FROM consultations.requests
      WHERE id IN (SELECT request_id ${lateClause} ORDER BY queued_at LIMIT 10)`,
      queuedBefore,
      level,
    );
    return { count: rows[0]?.count ?? 0, references: rows.map(({ reference }) => reference) };
  },
  *markWarned(queuedBefore, level) {
    yield* execute(
      `UPDATE consultations.outbox SET warned = $2
      WHERE delivered_at IS NULL AND queued_at <= $1 AND warned < $2`,
      queuedBefore,
      level,
    );
  },
};

const oldestClause = `AND request_id = (SELECT request_id FROM consultations.outbox
  WHERE delivered_at IS NULL AND refused = 0 AND due_at > $1 ORDER BY queued_at LIMIT 1)`;
