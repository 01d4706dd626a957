import { change, type Query, select, toRequest } from "./postgres-query.ts";
import type { Queue } from "./store.ts";
import { columns } from "./stored-request.ts";

export function createQueue(query: Query): Queue {
  return {
    async fresh(now) {
      const { rows } = await query<{ count: number }>(
        `SELECT count(*) FROM consultations.outbox
        WHERE delivered_at IS NULL AND due_at <= $1 AND claimed_until <= $1 AND attempts = 0`,
        now,
      );
      return rows[0]?.count ?? 0;
    },
    async claim(now, limit, until) {
      const { rows } = await query(
        `WITH next AS MATERIALIZED (
          SELECT request_id AS next_id FROM consultations.outbox
          WHERE delivered_at IS NULL AND due_at <= $1 AND claimed_until <= $1
          ORDER BY attempts > 0, due_at LIMIT $2 FOR UPDATE SKIP LOCKED
        ), claimed AS (
          UPDATE consultations.outbox SET claimed_until = $3 FROM next WHERE request_id = next_id RETURNING outbox.*
        )
        SELECT ${columns} FROM consultations.requests JOIN claimed ON request_id = id ORDER BY attempts > 0, due_at`,
        now,
        limit,
        until,
      );
      return rows.map(toRequest);
    },
    async delivered(ids, at) {
      await query(
        `UPDATE consultations.outbox
        SET delivered_at = $2, claimed_until = 0, attempts = attempts + 1, last_error = NULL
        WHERE request_id = ANY($1::uuid[])`,
        ids,
        at,
      );
    },
    async failed(ids, error, retryAt) {
      await query(
        `UPDATE consultations.outbox SET due_at = $3, claimed_until = 0, attempts = attempts + 1, last_error = $2
        WHERE request_id = ANY($1::uuid[])`,
        ids,
        error,
        retryAt,
      );
    },
    async waiting() {
      const { rows } = await query<{ count: number; since: number | null }>(
        "SELECT count(*), min(queued_at) AS since FROM consultations.outbox WHERE delivered_at IS NULL",
      );
      return rows[0] ?? { count: 0, since: null };
    },
    resend: (reference, at) =>
      change(
        query,
        `UPDATE consultations.outbox SET delivered_at = NULL, queued_at = $2, due_at = $2, warned = 0,
        attempts = 0, copy = copy + (delivered_at IS NOT NULL)::integer
        WHERE request_id = (SELECT id FROM consultations.requests WHERE reference = $1)`,
        reference,
        at,
      ),

    async late(queuedBefore, level) {
      const rest = "WHERE delivered_at IS NULL AND queued_at <= $1 AND warned < $2";
      return (await select(query, rest, queuedBefore, level)).map(({ reference }) => reference);
    },
    async warned(references, level) {
      await query(
        `UPDATE consultations.outbox SET warned = $2
        WHERE request_id IN (SELECT id FROM consultations.requests WHERE reference = ANY($1::text[]))`,
        references,
        level,
      );
    },
  };
}
