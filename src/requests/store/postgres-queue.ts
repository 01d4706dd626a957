import { execute, parseRequestRow, type Query, selectOne } from "./postgres-query.ts";
import { pageSize, type Queue } from "./store.ts";
import { clockSkew, leaseSkew, selectColumns } from "./stored-request.ts";

const oldestClause = `AND request_id = (SELECT request_id FROM consultations.outbox
  WHERE delivered_at IS NULL AND refused = 0 AND due_at > $1 ORDER BY queued_at LIMIT 1)`;

export function createQueue(query: Query): Queue {
  return {
    countDue(now) {
      const countQuery = (flagged: number) =>
        `(SELECT count(*) FROM (SELECT FROM consultations.outbox WHERE delivered_at IS NULL AND flagged = ${flagged}
          AND refused = 0 AND due_at <= $1 AND claimed_until <= $1 LIMIT $2) AS few)`;
      return selectOne(query, `SELECT ${countQuery(0)} AS plain, ${countQuery(1)} AS flagged`, now, pageSize);
    },
    async claim(now, limit, until, { flagged, refused } = {}) {
      const conditions = [
        ...(flagged === undefined ? [] : [`AND flagged = ${Number(flagged)}`]),
        ...(refused === undefined ? [] : [`AND refused = ${Number(refused)}`]),
      ];
      const { rows } = await query(
        `WITH next AS MATERIALIZED (
          SELECT request_id AS next_id FROM consultations.outbox
          WHERE delivered_at IS NULL AND due_at <= $1 AND (claimed_until <= $1 OR claimed_until > $4) ${conditions.join(" ")}
          ORDER BY flagged, refused, queued_at LIMIT $2 FOR UPDATE SKIP LOCKED
        ), claimed AS (
          UPDATE consultations.outbox SET claimed_until = $3 FROM next WHERE request_id = next_id RETURNING outbox.*
        )
        SELECT ${selectColumns} FROM consultations.requests JOIN claimed ON request_id = id ORDER BY flagged, refused, queued_at`,
        now,
        limit,
        until,
        until + leaseSkew,
      );
      return rows.map(parseRequestRow);
    },
    async markDelivered(ids, at) {
      await query(
        `WITH done AS (
          UPDATE consultations.outbox
          SET delivered_at = $2, claimed_until = 0, attempts = attempts + 1, last_error = NULL
          WHERE request_id = ANY($1::uuid[]) RETURNING request_id
        )
        INSERT INTO consultations.history (request_id, at, event) SELECT request_id, $2, 'sent' FROM done`,
        ids,
        at,
      );
    },
    async markFailed(ids, error, retryAt, refused = false) {
      await query(
        `UPDATE consultations.outbox
        SET due_at = $3, claimed_until = 0, attempts = attempts + 1, last_error = $2, refused = $4
        WHERE request_id = ANY($1::uuid[])`,
        ids,
        error,
        retryAt,
        Number(refused),
      );
    },
    retryNow: (now, which) =>
      execute(
        query,
        `UPDATE consultations.outbox SET due_at = $1 WHERE delivered_at IS NULL AND due_at > $1
        ${which === "all" ? "" : oldestClause}`,
        now,
      ),
    async clampFutureTimes(now, longestWait) {
      const clamp = (column: string, after: number, which = "") =>
        query(
          `UPDATE consultations.outbox SET ${column} = $1 WHERE delivered_at IS NULL AND ${column} > $2 ${which}`,
          now,
          after,
        );
      await clamp("due_at", now + longestWait);
      await clamp("due_at", now + clockSkew, "AND attempts = 0");
      await clamp("queued_at", now + clockSkew);
    },
    pending: () =>
      selectOne(query, "SELECT count(*), min(queued_at) AS since FROM consultations.outbox WHERE delivered_at IS NULL"),
    resend: (reference, at) =>
      execute(
        query,
        `WITH done AS (
          UPDATE consultations.outbox SET delivered_at = NULL, queued_at = $2, due_at = $2, warned = 0,
          attempts = 0, refused = 0, copy = copy + (delivered_at IS NOT NULL)::integer
          WHERE request_id = (SELECT id FROM consultations.requests WHERE reference = $1) RETURNING request_id
        )
        INSERT INTO consultations.history (request_id, at, event) SELECT request_id, $2, 'sent again' FROM done`,
        reference,
        at,
      ),

    findLate(queuedBefore, level) {
      const lateClause = "FROM consultations.outbox WHERE delivered_at IS NULL AND queued_at <= $1 AND warned < $2";
      return selectOne(
        query,
        `SELECT (SELECT count(*) ${lateClause}), ARRAY(SELECT reference FROM consultations.requests
          WHERE id IN (SELECT request_id ${lateClause} ORDER BY queued_at LIMIT 10)) AS "references"`,
        queuedBefore,
        level,
      );
    },
    async markWarned(queuedBefore, level) {
      await query(
        `UPDATE consultations.outbox SET warned = $2
        WHERE delivered_at IS NULL AND queued_at <= $1 AND warned < $2`,
        queuedBefore,
        level,
      );
    },
  };
}
