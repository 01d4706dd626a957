import type { QueryResultRow } from "pg";
import { type ConsultationRequest, fields, mapFields } from "../request.ts";
import {
  columns,
  newReference,
  readRow,
  repeatWindow,
  type Store,
  type StoredRequest,
  type Submission,
} from "./store.ts";

/** Runs a statement with its values in place of $1, $2 and so on. */
export type Query = <Row extends QueryResultRow>(
  text: string,
  ...values: unknown[]
) => Promise<{ rows: Row[]; count: number }>;

/** What the store does, call by call, rejecting with whatever the database says. */
export type Tables = Omit<Store, "check" | "close">;

// Keeps our locks apart from those of others who use the database.
const lockSpace = 20_261_115;

const inserted = ["id", "reference", "key", "received_at", ...fields, "flags"];
const joined = "consultations.requests JOIN consultations.outbox ON request_id = id";

export function createTables(
  query: Query,
  transact: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>,
): Tables {
  const select = async (rest: string, ...values: unknown[]) =>
    (await query(`SELECT ${columns} FROM ${joined} ${rest}`, ...values)).rows.map(toRequest);
  const change = async (text: string, ...values: unknown[]) => (await query(text, ...values)).count > 0;
  const ids = async (text: string, ...values: unknown[]) =>
    (await query<{ id: string }>(text, ...values)).rows.map(({ id }) => id);

  return {
    save: (submission) => transact((query) => save(query, submission)),

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

    late: async (queuedBefore, level) =>
      (await select("WHERE delivered_at IS NULL AND queued_at <= $1 AND warned < $2", queuedBefore, level)).map(
        ({ reference }) => reference,
      ),
    async warned(references, level) {
      await query(
        `UPDATE consultations.outbox SET warned = $2
        WHERE request_id IN (SELECT id FROM consultations.requests WHERE reference = ANY($1::text[]))`,
        references,
        level,
      );
    },

    unanswered: () => select("WHERE answered_at IS NULL ORDER BY received_at"),
    unreminded: (receivedBefore) =>
      select(
        "WHERE answered_at IS NULL AND reminded_at IS NULL AND received_at <= $1 ORDER BY received_at",
        receivedBefore,
      ),
    async reminded(ids, at) {
      await query("UPDATE consultations.requests SET reminded_at = $2 WHERE id = ANY($1::uuid[])", ids, at);
    },

    list: () => select("ORDER BY received_at DESC"),
    find: async (reference) => (await select("WHERE reference = $1", reference))[0] ?? null,
    answered: (reference, at) =>
      change("UPDATE consultations.requests SET answered_at = $2 WHERE reference = $1", reference, at),
    resend: (reference, at) =>
      change(
        `UPDATE consultations.outbox SET delivered_at = NULL, queued_at = $2, due_at = $2, warned = 0,
        attempts = 0, copy = copy + (delivered_at IS NOT NULL)::integer
        WHERE request_id = (SELECT id FROM consultations.requests WHERE reference = $1)`,
        reference,
        at,
      ),
    remove: (reference) => ids("DELETE FROM consultations.requests WHERE reference = $1 RETURNING id", reference),
    purge: (deliveredBefore) =>
      ids(
        `DELETE FROM consultations.requests
        WHERE id IN (SELECT request_id FROM consultations.outbox WHERE delivered_at <= $1) RETURNING id`,
        deliveredBefore,
      ),

    async recall(fact) {
      const { rows } = await query<{ value: string }>("SELECT value FROM consultations.facts WHERE name = $1", fact);
      return rows[0]?.value ?? null;
    },
    async remember(fact, value) {
      await query(
        "INSERT INTO consultations.facts VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        fact,
        value,
      );
    },
    take: (turn, now, until) =>
      change(
        `INSERT INTO consultations.facts VALUES ($1, $3) ON CONFLICT (name) DO UPDATE SET value = excluded.value
        WHERE facts.value::bigint <= $2`,
        turn,
        now,
        String(until),
      ),
  };
}

async function save(query: Query, submission: Submission): Promise<{ reference: string; repeated: boolean }> {
  const { key, receivedAt, flags } = submission;
  const storable = toText(submission);
  const words = fields.map((field) => storable[field]);
  // One at a time for each address, so that two of the same words cannot both be the first.
  await query("SELECT pg_advisory_xact_lock($1, hashtext($2))", lockSpace, storable.email);
  for (;;) {
    const { rows } = await query<{ reference: string }>(
      `SELECT reference FROM consultations.requests WHERE key = $1
      UNION ALL
      SELECT reference FROM consultations.requests
        WHERE received_at > $2 AND ${fields.map((field, index) => `${field} = $${index + 3}`).join(" AND ")}`,
      key,
      receivedAt - repeatWindow,
      ...words,
    );
    if (rows[0]) return { reference: rows[0].reference, repeated: true };
    const reference = newReference();
    const { count } = await query(
      `WITH request AS (
        INSERT INTO consultations.requests (${inserted.join()})
        VALUES (${inserted.map((_, index) => `$${index + 1}`).join()})
        ON CONFLICT DO NOTHING RETURNING id, received_at
      )
      INSERT INTO consultations.outbox (request_id, queued_at, due_at) SELECT id, received_at, received_at FROM request`,
      crypto.randomUUID(),
      reference,
      key,
      receivedAt,
      ...words,
      flags.join(),
    );
    // None where another address used the same key meanwhile, or the reference is taken: look again.
    if (count > 0) return { reference, repeated: false };
  }
}

function toRequest(row: unknown): StoredRequest {
  const request = readRow(row);
  const restore = (text: string) => text.replace(/\\([\\0])/g, (_, sign) => (sign === "0" ? "\0" : sign));
  return { ...request, ...mapFields((field) => restore(request[field])) };
}

/** PostgreSQL's text cannot hold the character NUL: it is written as \0, and a backslash as two. */
const toText = (words: ConsultationRequest): ConsultationRequest =>
  mapFields((field) => words[field].replaceAll("\\", "\\\\").replaceAll("\0", "\\0"));
