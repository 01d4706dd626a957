import { noteEvent } from "./sqlite-desk.ts";
import { type InTransaction, inList, select } from "./sqlite-statements.ts";
import { clockSkew, pageSize, type Queue } from "./store.ts";

/** A claim that ends later than one made now would is a wrong clock's. */
const free = "(claimed_until <= ?1 OR claimed_until > ?2)";

export const queue: InTransaction<Queue> = {
  due(sql, now) {
    const count = (flagged: number) =>
      Number(
        sql(`SELECT count(*) AS count FROM (SELECT 1 FROM outbox
          WHERE delivered_at IS NULL AND flagged = ?2 AND refused = 0 AND due_at <= ?1 AND claimed_until <= ?1
          LIMIT ?3)`).get(now, flagged, pageSize)?.count,
      );
    return { plain: count(0), flagged: count(1) };
  },
  claim(sql, now, limit, until, { flagged, refused } = {}) {
    const kind = [
      ...(flagged === undefined ? [] : [`AND flagged = ${Number(flagged)}`]),
      ...(refused === undefined ? [] : [`AND refused = ${Number(refused)}`]),
    ];
    const requests = select(
      sql,
      `WHERE delivered_at IS NULL AND due_at <= ?1 AND ${free} ${kind.join(" ")}
      ORDER BY flagged, refused, queued_at LIMIT ?3`,
      now,
      until + clockSkew,
      limit,
    );
    const ids = JSON.stringify(requests.map(({ id }) => id));
    if (requests.length > 0) sql(`UPDATE outbox SET claimed_until = ? WHERE request_id ${inList}`).run(until, ids);
    return requests;
  },
  delivered(sql, ids, at) {
    sql(`UPDATE outbox SET delivered_at = ?, claimed_until = 0, attempts = attempts + 1, last_error = NULL
      WHERE request_id ${inList}`).run(at, JSON.stringify(ids));
    sql(`INSERT INTO history SELECT id, ?, 'sent' FROM requests WHERE id ${inList}`).run(at, JSON.stringify(ids));
  },
  failed(sql, ids, error, retryAt, refused = false) {
    sql(`UPDATE outbox SET due_at = ?, claimed_until = 0, attempts = attempts + 1, last_error = ?, refused = ?
      WHERE request_id ${inList}`).run(retryAt, error, Number(refused), JSON.stringify(ids));
  },
  hasten: (sql, now, which) =>
    sql(
      `UPDATE outbox SET due_at = ?1 WHERE delivered_at IS NULL AND due_at > ?1 ${which === "all" ? "" : oldest}`,
    ).run(now).changes > 0,
  straighten(sql, now, longestWait) {
    const ahead = (column: string, after: number, which = "") =>
      sql(`UPDATE outbox SET ${column} = ? WHERE delivered_at IS NULL AND ${column} > ? ${which}`).run(now, after);
    ahead("due_at", now + longestWait);
    ahead("due_at", now + clockSkew, "AND attempts = 0");
    ahead("queued_at", now + clockSkew);
  },
  waiting(sql) {
    const row = sql("SELECT count(*) AS count, min(queued_at) AS since FROM outbox WHERE delivered_at IS NULL").get();
    return { count: Number(row?.count), since: row?.since == null ? null : Number(row.since) };
  },
  resend(sql, reference, at) {
    const { changes } = sql(`UPDATE outbox SET delivered_at = NULL, queued_at = ?2, due_at = ?2, warned = 0,
      attempts = 0, refused = 0, copy = copy + (delivered_at IS NOT NULL)
      WHERE request_id = (SELECT id FROM requests WHERE reference = ?1)`).run(reference, at);
    if (changes) noteEvent(sql, reference, at, "sent again");
    return changes > 0;
  },

  late(sql, queuedBefore, level) {
    const late = "FROM outbox WHERE delivered_at IS NULL AND queued_at <= ? AND warned < ?";
    const count = Number(sql(`SELECT count(*) AS count ${late}`).get(queuedBefore, level)?.count);
    const oldest = `SELECT request_id ${late} ORDER BY queued_at LIMIT 10`;
    const rows = sql(`SELECT reference FROM requests WHERE id IN (${oldest})`).all(queuedBefore, level);
    return { count, references: rows.map(({ reference }) => String(reference)) };
  },
  warned(sql, queuedBefore, level) {
    sql("UPDATE outbox SET warned = ?2 WHERE delivered_at IS NULL AND queued_at <= ?1 AND warned < ?2").run(
      queuedBefore,
      level,
    );
  },
};

const oldest = `AND request_id = (SELECT request_id FROM outbox
  WHERE delivered_at IS NULL AND refused = 0 AND due_at > ?1 ORDER BY queued_at LIMIT 1)`;
