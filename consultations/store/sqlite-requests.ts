import type { SQLOutputValue } from "node:sqlite";
import { fields } from "../request.ts";
import { type InTransaction, inList, type Sql, select } from "./sqlite-statements.ts";
import type { Requests } from "./store.ts";
import { newRow, repeatWindow, type Submission } from "./stored-request.ts";

export const requests: InTransaction<Requests> = {
  save(sql, submission) {
    const known = earlier(sql, submission);
    if (known) return { reference: String(known), repeated: true };
    let row = newRow(submission);
    while (sql("SELECT 1 FROM requests WHERE reference = ?").get(row.reference)) row = newRow(submission);
    const names = Object.keys(row);
    sql(`INSERT INTO requests (${names.join()}) VALUES (${names.map(() => "?").join()})`).run(...Object.values(row));
    sql("INSERT INTO outbox (request_id, queued_at, due_at) VALUES (?1, ?2, ?2)").run(row.id, row.received_at);
    return { reference: row.reference, repeated: false };
  },

  list: (sql) => select(sql, "ORDER BY received_at DESC"),
  find: (sql, reference) => select(sql, "WHERE reference = ?", reference)[0] ?? null,
  answered: (sql, reference, at) =>
    sql("UPDATE requests SET answered_at = ? WHERE reference = ?").run(at, reference).changes > 0,
  remove: (sql, reference) => ids(sql("DELETE FROM requests WHERE reference = ? RETURNING id").all(reference)),
  purge: (sql, deliveredBefore) =>
    ids(
      sql(`DELETE FROM requests WHERE id IN (SELECT request_id FROM outbox WHERE delivered_at <= ?)
        RETURNING id`).all(deliveredBefore),
    ),

  unanswered: (sql) => select(sql, "WHERE answered_at IS NULL ORDER BY received_at"),
  unreminded: (sql, receivedBefore) =>
    select(
      sql,
      "WHERE answered_at IS NULL AND reminded_at IS NULL AND received_at <= ? ORDER BY received_at",
      receivedBefore,
    ),
  reminded(sql, ids, at) {
    sql(`UPDATE requests SET reminded_at = ? WHERE id ${inList}`).run(at, JSON.stringify(ids));
  },
};

const sameWords = fields.map((field) => `${field} = ?`).join(" AND ");

const earlier = (sql: Sql, submission: Submission) =>
  sql(`SELECT reference FROM requests WHERE key = ?
    UNION ALL
    SELECT reference FROM requests WHERE received_at > ? AND ${sameWords}`).get(
    submission.key,
    submission.receivedAt - repeatWindow,
    ...fields.map((field) => submission[field]),
  )?.reference;

const ids = (rows: Record<string, SQLOutputValue>[]) => rows.map(({ id }) => String(id));
