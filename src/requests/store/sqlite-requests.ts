import type { SQLOutputValue } from "node:sqlite";
import { fields } from "../request.ts";
import type { HistoryEvent } from "./desk-store.ts";
import { addHistoryEvent, requestExists } from "./sqlite-desk.ts";
import { type InTransaction, inJsonList, type Sql, selectRequests } from "./sqlite-statements.ts";
import {
  keptUnanswered,
  noticePeriod,
  pageSize,
  purgeSize,
  type RequestStore,
  type SaveResult,
  startOfList,
} from "./store.ts";
import { duplicateWindow, isDeliveredLast, newRow, notSuspectSql, type Submission } from "./stored-request.ts";

export const requestOperations: InTransaction<RequestStore> = {
  save(sql, submission) {
    const duplicate = findDuplicate(sql, submission);
    if (duplicate) return duplicate;
    let row = newRow(submission);
    while (sql("SELECT 1 FROM requests WHERE reference = ?").get(row.reference)) row = newRow(submission);
    const names = Object.keys(row);
    sql(`INSERT INTO requests (${names.join()}) VALUES (${names.map(() => "?").join()})`).run(...Object.values(row));
    sql("INSERT INTO outbox (request_id, queued_at, due_at, flagged) VALUES (?1, ?2, ?2, ?3)").run(
      row.id,
      row.received_at,
      Number(isDeliveredLast(row.flags)),
    );
    return { reference: row.reference, repeated: false };
  },

  list: (sql, { receivedAt, id } = startOfList) =>
    selectRequests(
      sql,
      "WHERE (received_at, id) < (?, ?) ORDER BY received_at DESC, id DESC LIMIT ?",
      receivedAt,
      id,
      pageSize,
    ),
  find: (sql, reference) => selectRequests(sql, "WHERE reference = ?", reference)[0] ?? null,
  markAnswered(sql, reference, at) {
    const { changes } = sql("UPDATE requests SET answered_at = ? WHERE reference = ? AND answered_at IS NULL").run(
      at,
      reference,
    );
    if (changes) addHistoryEvent(sql, reference, at, "answered");
    return requestExists(sql, reference);
  },
  remove: (sql, reference) => readIds(sql("DELETE FROM requests WHERE reference = ? RETURNING id").all(reference)),
  listExpired(sql, before, now) {
    const handled = sql(`SELECT id FROM outbox JOIN requests ON id = request_id
      WHERE delivered_at <= ?1 AND ${isHandledSql} LIMIT ?2`).all(before, purgeSize);
    if (handled.length > 0 || now === undefined) return readIds(handled);
    return readIds(
      sql(`SELECT id FROM requests WHERE ${isOverdueSql} LIMIT ?4`).all(
        now - keptUnanswered,
        now - noticePeriod,
        Math.min(before, now - keptUnanswered),
        purgeSize,
      ),
    );
  },
  purge(sql, ids, before, now) {
    const list = JSON.stringify(ids);
    sql(`DELETE FROM requests WHERE ${isHandledSql} AND id ${inJsonList}
      AND id IN (SELECT request_id FROM outbox WHERE delivered_at <= ?1)`).run(before, list);
    if (now !== undefined)
      sql(`DELETE FROM requests WHERE ${isOverdueSql} AND id ${inJsonList}`).run(
        now - keptUnanswered,
        now - noticePeriod,
        Math.min(before, now - keptUnanswered),
        list,
      );
  },
  listUnannounced(sql, until) {
    const counts = sql(`SELECT count(*) AS count, count(*) FILTER (WHERE ${notSuspectSql}) AS real
      FROM requests WHERE ${isUnannouncedSql}`).get(until);
    const oldest = selectRequests(
      sql,
      `WHERE ${isUnannouncedSql} AND ${notSuspectSql} ORDER BY received_at, id LIMIT ?2`,
      until,
      pageSize,
    );
    return { count: Number(counts?.real), suspectCount: Number(counts?.count) - Number(counts?.real), oldest };
  },
  markAnnounced(sql, until, at, event = "announced") {
    sql(`INSERT INTO history SELECT id, ?2, ?3 FROM requests WHERE ${isUnannouncedSql}
      AND NOT EXISTS (SELECT 1 FROM history WHERE request_id = id AND event = ?3)`).run(until, at, event);
  },

  listUnanswered(sql, after, until, skip = 0) {
    const whereClause = `WHERE answered_at IS NULL AND ${notSuspectSql} AND received_at > ? AND received_at <= ?`;
    const row = sql(`SELECT count(*) AS count FROM requests ${whereClause}`).get(after, until);
    const oldest = selectRequests(
      sql,
      `${whereClause} ORDER BY received_at, id LIMIT ? OFFSET ?`,
      after,
      until,
      pageSize,
      skip,
    );
    return { count: Number(row?.count), oldest };
  },
  summarizeAnswers(sql, from, before, within) {
    const row = sql(`SELECT count(*) AS count, count(answered_at) AS answered, max(${answerTimeSql}) AS slowest,
      count(*) FILTER (WHERE ${answerTimeSql} <= ?3) AS in_time FROM requests WHERE ${isReceivedSql}`).get(
      from,
      before,
      within,
    );
    const answered = Number(row?.answered);
    const median = sql(`SELECT ${answerTimeSql} AS time FROM requests WHERE ${isReceivedSql} AND answered_at IS NOT NULL
      ORDER BY time LIMIT 1 OFFSET ?3`).get(from, before, Math.floor(Math.max(0, answered - 1) / 2));
    return {
      count: Number(row?.count),
      answered,
      inTime: Number(row?.in_time),
      median: Number(median?.time ?? 0),
      slowest: Number(row?.slowest ?? 0),
    };
  },
};

const isReceivedSql = `${notSuspectSql} AND received_at >= ?1 AND received_at < ?2`;
/** A clock that was set back must not make an answer earlier than its request. */
const answerTimeSql = "max(0, answered_at - received_at)";

const isUnannouncedSql = `answered_at IS NULL AND received_at <= ?1
  AND NOT EXISTS (SELECT 1 FROM history WHERE request_id = id AND event = 'announced')`;
const firstTimeSql = (event: HistoryEvent["event"]): string =>
  `(SELECT min(at) FROM history WHERE request_id = id AND event = '${event}')`;
const isOverdueSql = `(answered_at <= ?3 OR (answered_at IS NULL AND received_at <= ?1
  AND coalesce(${firstTimeSql("announced")}, ${firstTimeSql("not announced")}) <= ?2))`;
const isHandledSql = "(answered_at <= ?1 OR (verdict = 'apart' AND judged_at <= ?1))";

const sameFieldsSql = fields.map((field) => `${field} = ?`).join(" AND ");

/** The statement takes the fields twice, because a known key counts as a repeat only with the same fields. */
function findDuplicate(sql: Sql, submission: Submission): SaveResult | null {
  const values = fields.map((field) => submission[field]);
  const row = sql(`SELECT reference, ${sameFieldsSql} AS same FROM requests WHERE key = ?
    UNION ALL
    SELECT reference, 1 FROM requests WHERE received_at > ? AND ${sameFieldsSql}`).get(
    ...values,
    submission.key,
    submission.receivedAt - duplicateWindow,
    ...values,
  );
  if (!row) return null;
  const result = { reference: String(row.reference), repeated: true };
  return row.same ? result : { ...result, conflict: true };
}

const readIds = (rows: Record<string, SQLOutputValue>[]) => rows.map(({ id }) => String(id));
