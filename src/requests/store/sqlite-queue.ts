import { addHistoryEvent } from "./sqlite-desk.ts";
import { type InTransaction, inJsonList, selectRequests } from "./sqlite-statements.ts";
import { pageSize, type Queue } from "./store.ts";
import { clockSkew, leaseSkew } from "./stored-request.ts";

/** A claim that ends later than one made now comes from a wrong clock and is ignored. */
const isUnclaimedSql = "(claimed_until <= ?1 OR claimed_until > ?2)";

export const queueOperations: InTransaction<Queue> = {
  countDue(sql, now) {
    const count = (flagged: number) =>
      Number(
        sql(`SELECT count(*) AS count FROM (SELECT 1 FROM outbox
          WHERE delivered_at IS NULL AND flagged = ?2 AND refused = 0 AND due_at <= ?1 AND claimed_until <= ?1
          LIMIT ?3)`).get(now, flagged, pageSize)?.count,
      );
    return { plain: count(0), flagged: count(1) };
  },
  claim(sql, now, limit, until, { flagged, refused } = {}) {
    const conditions = [
      ...(flagged === undefined ? [] : [`AND flagged = ${Number(flagged)}`]),
      ...(refused === undefined ? [] : [`AND refused = ${Number(refused)}`]),
    ];
    const requests = selectRequests(
      sql,
      `WHERE delivered_at IS NULL AND due_at <= ?1 AND ${isUnclaimedSql} ${conditions.join(" ")}
      ORDER BY flagged, refused, queued_at LIMIT ?3`,
      now,
      until + leaseSkew,
      limit,
    );
    const ids = JSON.stringify(requests.map(({ id }) => id));
    if (requests.length > 0) sql(`UPDATE outbox SET claimed_until = ? WHERE request_id ${inJsonList}`).run(until, ids);
    return requests;
  },
  markDelivered(sql, ids, at) {
    sql(`UPDATE outbox SET delivered_at = ?, claimed_until = 0, attempts = attempts + 1, last_error = NULL
      WHERE request_id ${inJsonList}`).run(at, JSON.stringify(ids));
    sql(`INSERT INTO history SELECT id, ?, 'sent' FROM requests WHERE id ${inJsonList}`).run(at, JSON.stringify(ids));
  },
  markFailed(sql, ids, error, retryAt, refused = false) {
    sql(`UPDATE outbox SET due_at = ?, claimed_until = 0, attempts = attempts + 1, last_error = ?, refused = ?
      WHERE request_id ${inJsonList}`).run(retryAt, error, Number(refused), JSON.stringify(ids));
  },
  retryNow: (sql, now, which) =>
    sql(
      `UPDATE outbox SET due_at = ?1 WHERE delivered_at IS NULL AND due_at > ?1 ${which === "all" ? "" : oldestClause}`,
    ).run(now).changes > 0,
  clampFutureTimes(sql, now, longestWait) {
    const clamp = (column: string, after: number, which = "") =>
      sql(`UPDATE outbox SET ${column} = ? WHERE delivered_at IS NULL AND ${column} > ? ${which}`).run(now, after);
    clamp("due_at", now + longestWait);
    clamp("due_at", now + clockSkew, "AND attempts = 0");
    clamp("queued_at", now + clockSkew);
  },
  pending(sql) {
    const row = sql("SELECT count(*) AS count, min(queued_at) AS since FROM outbox WHERE delivered_at IS NULL").get();
    return { count: Number(row?.count), since: row?.since == null ? null : Number(row.since) };
  },
  resend(sql, reference, at) {
    const { changes } = sql(`UPDATE outbox SET delivered_at = NULL, queued_at = ?2, due_at = ?2, warned = 0,
      attempts = 0, refused = 0, copy = copy + (delivered_at IS NOT NULL)
      WHERE request_id = (SELECT id FROM requests WHERE reference = ?1)`).run(reference, at);
    if (changes) addHistoryEvent(sql, reference, at, "sent again");
    return changes > 0;
  },

  findLate(sql, queuedBefore, level) {
    const lateClause = "FROM outbox WHERE delivered_at IS NULL AND queued_at <= ? AND warned < ?";
    const count = Number(sql(`SELECT count(*) AS count ${lateClause}`).get(queuedBefore, level)?.count);
    const oldestIds = `SELECT request_id ${lateClause} ORDER BY queued_at LIMIT 10`;
    const rows = sql(`SELECT reference FROM requests WHERE id IN (${oldestIds})`).all(queuedBefore, level);
    return { count, references: rows.map(({ reference }) => String(reference)) };
  },
  markWarned(sql, queuedBefore, level) {
    sql("UPDATE outbox SET warned = ?2 WHERE delivered_at IS NULL AND queued_at <= ?1 AND warned < ?2").run(
      queuedBefore,
      level,
    );
  },
};

const oldestClause = `AND request_id = (SELECT request_id FROM outbox
  WHERE delivered_at IS NULL AND refused = 0 AND due_at > ?1 ORDER BY queued_at LIMIT 1)`;
