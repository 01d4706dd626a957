import type { SQLOutputValue } from "node:sqlite";
import { fields } from "../request.ts";
import { exists, noteEvent } from "./sqlite-desk.ts";
import { type InTransaction, inList, type Sql, select } from "./sqlite-statements.ts";
import { pageSize, purgeSize, type Receipt, type Requests, top } from "./store.ts";
import { comesLater, isReal, newRow, repeatWindow, type Submission } from "./stored-request.ts";

export const requests: InTransaction<Requests> = {
  save(sql, submission) {
    const known = earlier(sql, submission);
    if (known) return known;
    let row = newRow(submission);
    while (sql("SELECT 1 FROM requests WHERE reference = ?").get(row.reference)) row = newRow(submission);
    const names = Object.keys(row);
    sql(`INSERT INTO requests (${names.join()}) VALUES (${names.map(() => "?").join()})`).run(...Object.values(row));
    sql("INSERT INTO outbox (request_id, queued_at, due_at, flagged) VALUES (?1, ?2, ?2, ?3)").run(
      row.id,
      row.received_at,
      Number(comesLater(row.flags)),
    );
    return { reference: row.reference, repeated: false };
  },

  list: (sql, { receivedAt, id } = top) =>
    select(
      sql,
      "WHERE (received_at, id) < (?, ?) ORDER BY received_at DESC, id DESC LIMIT ?",
      receivedAt,
      id,
      pageSize,
    ),
  find: (sql, reference) => select(sql, "WHERE reference = ?", reference)[0] ?? null,
  answered(sql, reference, at) {
    const { changes } = sql("UPDATE requests SET answered_at = ? WHERE reference = ? AND answered_at IS NULL").run(
      at,
      reference,
    );
    if (changes) noteEvent(sql, reference, at, "answered");
    return exists(sql, reference);
  },
  remove: (sql, reference) => ids(sql("DELETE FROM requests WHERE reference = ? RETURNING id").all(reference)),
  expired: (sql, before) =>
    ids(
      sql(`SELECT id FROM outbox JOIN requests ON id = request_id WHERE delivered_at <= ?1 AND ${dealtWith}
        LIMIT ?2`).all(before, purgeSize),
    ),
  purge(sql, ids, before) {
    sql(`DELETE FROM requests WHERE ${dealtWith} AND id ${inList}
      AND id IN (SELECT request_id FROM outbox WHERE delivered_at <= ?1)`).run(before, JSON.stringify(ids));
  },

  unanswered(sql, after, until, skip = 0) {
    const open = `WHERE answered_at IS NULL AND ${isReal} AND received_at > ? AND received_at <= ?`;
    const row = sql(`SELECT count(*) AS count FROM requests ${open}`).get(after, until);
    const oldest = select(sql, `${open} ORDER BY received_at, id LIMIT ? OFFSET ?`, after, until, pageSize, skip);
    return { count: Number(row?.count), oldest };
  },
};

const dealtWith = "(answered_at <= ?1 OR (verdict = 'apart' AND judged_at <= ?1))";

const sameWords = fields.map((field) => `${field} = ?`).join(" AND ");

/** Asked with the words twice: a known key must bring the same ones. */
function earlier(sql: Sql, submission: Submission): Receipt | null {
  const words = fields.map((field) => submission[field]);
  const known = sql(`SELECT reference, ${sameWords} AS same FROM requests WHERE key = ?
    UNION ALL
    SELECT reference, 1 FROM requests WHERE received_at > ? AND ${sameWords}`).get(
    ...words,
    submission.key,
    submission.receivedAt - repeatWindow,
    ...words,
  );
  if (!known) return null;
  const receipt = { reference: String(known.reference), repeated: true };
  return known.same ? receipt : { ...receipt, conflict: true };
}

const ids = (rows: Record<string, SQLOutputValue>[]) => rows.map(({ id }) => String(id));
