import { type InTransaction, inList, select } from "./sqlite-statements.ts";
import type { Queue } from "./store.ts";

export const queue: InTransaction<Queue> = {
  fresh: (sql, now) =>
    Number(
      sql(`SELECT count(*) AS count FROM outbox
        WHERE delivered_at IS NULL AND due_at <= ?1 AND claimed_until <= ?1 AND attempts = 0`).get(now)?.count,
    ),
  claim(sql, now, limit, until) {
    const requests = select(
      sql,
      `WHERE delivered_at IS NULL AND due_at <= ?1 AND claimed_until <= ?1
      ORDER BY attempts > 0, due_at LIMIT ?2`,
      now,
      limit,
    );
    const ids = JSON.stringify(requests.map(({ id }) => id));
    sql(`UPDATE outbox SET claimed_until = ? WHERE request_id ${inList}`).run(until, ids);
    return requests;
  },
  delivered(sql, ids, at) {
    sql(`UPDATE outbox SET delivered_at = ?, claimed_until = 0, attempts = attempts + 1, last_error = NULL
      WHERE request_id ${inList}`).run(at, JSON.stringify(ids));
  },
  failed(sql, ids, error, retryAt) {
    sql(`UPDATE outbox SET due_at = ?, claimed_until = 0, attempts = attempts + 1, last_error = ?
      WHERE request_id ${inList}`).run(retryAt, error, JSON.stringify(ids));
  },
  waiting(sql) {
    const row = sql("SELECT count(*) AS count, min(queued_at) AS since FROM outbox WHERE delivered_at IS NULL").get();
    return { count: Number(row?.count), since: row?.since == null ? null : Number(row.since) };
  },
  resend: (sql, reference, at) =>
    sql(`UPDATE outbox SET delivered_at = NULL, queued_at = ?2, due_at = ?2, warned = 0,
      attempts = 0, copy = copy + (delivered_at IS NOT NULL)
      WHERE request_id = (SELECT id FROM requests WHERE reference = ?1)`).run(reference, at).changes > 0,

  late: (sql, queuedBefore, level) =>
    select(sql, "WHERE delivered_at IS NULL AND queued_at <= ? AND warned < ?", queuedBefore, level).map(
      ({ reference }) => reference,
    ),
  warned(sql, references, level) {
    sql(`UPDATE outbox SET warned = ?
      WHERE request_id IN (SELECT id FROM requests WHERE reference ${inList})`).run(level, JSON.stringify(references));
  },
};
