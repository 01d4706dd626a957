import type { SQLOutputValue } from "node:sqlite";
import { fields } from "../request.ts";
import { addHistoryEvent, requestExists } from "./sqlite-desk.ts";
import { type InTransaction, inJsonList, type Sql, selectRequests } from "./sqlite-statements.ts";
import { pageSize, purgeSize, type RequestStore, type SaveResult, startOfList } from "./store.ts";
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
  listExpired: (sql, before) =>
    readIds(
      sql(`SELECT id FROM outbox JOIN requests ON id = request_id WHERE delivered_at <= ?1 AND ${isHandledSql}
        LIMIT ?2`).all(before, purgeSize),
    ),
  purge(sql, ids, before) {
    sql(`DELETE FROM requests WHERE ${isHandledSql} AND id ${inJsonList}
      AND id IN (SELECT request_id FROM outbox WHERE delivered_at <= ?1)`).run(before, JSON.stringify(ids));
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
};

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
