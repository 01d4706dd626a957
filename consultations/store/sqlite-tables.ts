import type { DatabaseSync, SQLInputValue, SQLOutputValue } from "node:sqlite";
import { fields } from "../request.ts";
import { columns, newReference, readRow, repeatWindow, type Store, type Submission } from "./store.ts";

/** What the store does, call by call, inside a transaction that somebody else opens and commits. */
export type Tables = {
  [Call in Exclude<keyof Store, "check" | "close">]: (
    ...args: Parameters<Store[Call]>
  ) => Awaited<ReturnType<Store[Call]>>;
};

const inserted = ["id", "reference", "key", "received_at", ...fields, "flags"];
const joined = "requests JOIN outbox ON request_id = id";

export function createTables(database: DatabaseSync): Tables {
  const prepared = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  const sql = (text: string) => {
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
  const select = (rest: string, ...values: SQLInputValue[]) =>
    sql(`SELECT ${columns} FROM ${joined} ${rest}`)
      .all(...values)
      .map(readRow);
  const list = (values: string[]) => JSON.stringify(values);
  const ids = (rows: Record<string, SQLOutputValue>[]) => rows.map(({ id }) => String(id));

  const earlier = (submission: Submission) =>
    sql(`SELECT reference FROM requests WHERE key = ?
      UNION ALL
      SELECT reference FROM requests WHERE received_at > ? AND ${fields.map((field) => `${field} = ?`).join(" AND ")}`).get(
      submission.key,
      submission.receivedAt - repeatWindow,
      ...fields.map((field) => submission[field]),
    )?.reference;

  const unusedReference = () => {
    let reference = newReference();
    while (sql("SELECT 1 FROM requests WHERE reference = ?").get(reference)) reference = newReference();
    return reference;
  };

  return {
    save(submission) {
      const known = earlier(submission);
      if (known) return { reference: String(known), repeated: true };
      const { key, receivedAt, flags } = submission;
      const id = crypto.randomUUID();
      const reference = unusedReference();
      const words = fields.map((field) => submission[field]);
      sql(`INSERT INTO requests (${inserted.join()}) VALUES (${inserted.map(() => "?").join()})`).run(
        ...[id, reference, key, receivedAt, ...words, flags.join()],
      );
      sql("INSERT INTO outbox (request_id, queued_at, due_at) VALUES (?, ?, ?)").run(id, receivedAt, receivedAt);
      return { reference, repeated: false };
    },

    fresh: (now) =>
      Number(
        sql(`SELECT count(*) AS count FROM outbox
          WHERE delivered_at IS NULL AND due_at <= ?1 AND claimed_until <= ?1 AND attempts = 0`).get(now)?.count,
      ),
    claim(now, limit, until) {
      const requests = select(
        `WHERE delivered_at IS NULL AND due_at <= ?1 AND claimed_until <= ?1
        ORDER BY attempts > 0, due_at LIMIT ?2`,
        now,
        limit,
      );
      sql("UPDATE outbox SET claimed_until = ? WHERE request_id IN (SELECT value FROM json_each(?))").run(
        until,
        list(requests.map(({ id }) => id)),
      );
      return requests;
    },
    delivered(ids, at) {
      sql(`UPDATE outbox SET delivered_at = ?, claimed_until = 0, attempts = attempts + 1, last_error = NULL
        WHERE request_id IN (SELECT value FROM json_each(?))`).run(at, list(ids));
    },
    failed(ids, error, retryAt) {
      sql(`UPDATE outbox SET due_at = ?, claimed_until = 0, attempts = attempts + 1, last_error = ?
        WHERE request_id IN (SELECT value FROM json_each(?))`).run(retryAt, error, list(ids));
    },
    waiting() {
      const row = sql("SELECT count(*) AS count, min(queued_at) AS since FROM outbox WHERE delivered_at IS NULL").get();
      return { count: Number(row?.count), since: row?.since == null ? null : Number(row.since) };
    },

    late: (queuedBefore, level) =>
      select("WHERE delivered_at IS NULL AND queued_at <= ? AND warned < ?", queuedBefore, level).map(
        ({ reference }) => reference,
      ),
    warned(references, level) {
      sql(`UPDATE outbox SET warned = ? WHERE request_id IN
        (SELECT id FROM requests WHERE reference IN (SELECT value FROM json_each(?)))`).run(level, list(references));
    },

    unanswered: () => select("WHERE answered_at IS NULL ORDER BY received_at"),
    unreminded: (receivedBefore) =>
      select(
        "WHERE answered_at IS NULL AND reminded_at IS NULL AND received_at <= ? ORDER BY received_at",
        receivedBefore,
      ),
    reminded(ids, at) {
      sql("UPDATE requests SET reminded_at = ? WHERE id IN (SELECT value FROM json_each(?))").run(at, list(ids));
    },

    list: () => select("ORDER BY received_at DESC"),
    find: (reference) => select("WHERE reference = ?", reference)[0] ?? null,
    answered: (reference, at) =>
      sql("UPDATE requests SET answered_at = ? WHERE reference = ?").run(at, reference).changes > 0,
    resend: (reference, at) =>
      sql(`UPDATE outbox SET delivered_at = NULL, queued_at = ?2, due_at = ?2, warned = 0,
        attempts = 0, copy = copy + (delivered_at IS NOT NULL)
        WHERE request_id = (SELECT id FROM requests WHERE reference = ?1)`).run(reference, at).changes > 0,
    remove: (reference) => ids(sql("DELETE FROM requests WHERE reference = ? RETURNING id").all(reference)),
    purge: (deliveredBefore) =>
      ids(
        sql(`DELETE FROM requests WHERE id IN (SELECT request_id FROM outbox WHERE delivered_at <= ?)
          RETURNING id`).all(deliveredBefore),
      ),

    recall: (fact) => {
      const value = sql("SELECT value FROM facts WHERE name = ?").get(fact)?.value;
      return value === undefined ? null : String(value);
    },
    remember(fact, value) {
      sql("INSERT OR REPLACE INTO facts VALUES (?, ?)").run(fact, value);
    },
    take: (turn, now, until) =>
      sql(`INSERT INTO facts VALUES (?1, ?3) ON CONFLICT DO UPDATE SET value = ?3
        WHERE CAST(value AS INTEGER) <= ?2`).run(turn, now, String(until)).changes > 0,
  };
}
