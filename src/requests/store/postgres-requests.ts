import { fields } from "../request.ts";
import type { HistoryEvent } from "./desk-store.ts";
import { withHistoryEvent } from "./postgres-desk.ts";
import { escapeFields, execute, type Query, type RunTransaction, selectOne, selectRequests } from "./postgres-query.ts";
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

// Separates our advisory locks from those of other programs that use the database.
const advisoryLockNamespace = 20_261_115;

export function createRequests(query: Query, transact: RunTransaction): RequestStore {
  const queryIds = async (text: string, ...values: unknown[]) =>
    (await query<{ id: string }>(text, ...values)).rows.map(({ id }) => id);

  return {
    save: (submission) => transact((query) => save(query, { ...submission, ...escapeFields(submission) })),

    list: ({ receivedAt, id } = startOfList) =>
      selectRequests(
        query,
        "WHERE (received_at, id) < ($1, $2::uuid) ORDER BY received_at DESC, id DESC LIMIT $3",
        receivedAt,
        id,
        pageSize,
      ),
    find: async (reference) => (await selectRequests(query, "WHERE reference = $1", reference))[0] ?? null,
    markAnswered: (reference, at) =>
      execute(
        query,
        withHistoryEvent(
          "UPDATE consultations.requests SET answered_at = $2 WHERE reference = $1 AND answered_at IS NULL",
        ),
        reference,
        at,
        "answered",
      ),
    remove: (reference) => queryIds("DELETE FROM consultations.requests WHERE reference = $1 RETURNING id", reference),
    async listExpired(before, now) {
      const handled = await queryIds(
        `SELECT id FROM consultations.outbox JOIN consultations.requests ON id = request_id
        WHERE delivered_at <= $1 AND ${isHandledSql} LIMIT $2`,
        before,
        purgeSize,
      );
      if (handled.length > 0 || now === undefined) return handled;
      return queryIds(
        `SELECT id FROM consultations.requests WHERE ${isOverdueSql} LIMIT $4`,
        now - keptUnanswered,
        now - noticePeriod,
        Math.min(before, now - keptUnanswered),
        purgeSize,
      );
    },
    async purge(ids, before, now) {
      await query(
        `DELETE FROM consultations.requests WHERE ${isHandledSql} AND id = ANY($2::uuid[])
        AND id IN (SELECT request_id FROM consultations.outbox WHERE delivered_at <= $1)`,
        before,
        ids,
      );
      if (now !== undefined)
        await query(
          `DELETE FROM consultations.requests WHERE ${isOverdueSql} AND id = ANY($4::uuid[])`,
          now - keptUnanswered,
          now - noticePeriod,
          Math.min(before, now - keptUnanswered),
          ids,
        );
    },
    async listUnannounced(until) {
      const { count, real } = await selectOne<{ count: number; real: number }>(
        query,
        `SELECT count(*), count(*) FILTER (WHERE ${notSuspectSql}) AS real
        FROM consultations.requests WHERE ${isUnannouncedSql}`,
        until,
      );
      const oldest = await selectRequests(
        query,
        `WHERE ${isUnannouncedSql} AND ${notSuspectSql} ORDER BY received_at, id LIMIT $2`,
        until,
        pageSize,
      );
      return { count: real, suspectCount: count - real, oldest };
    },
    async markAnnounced(until, at, event = "announced") {
      await query(
        `INSERT INTO consultations.history (request_id, at, event)
        SELECT id, $2, $3::text FROM consultations.requests WHERE ${isUnannouncedSql}
        AND NOT EXISTS (SELECT FROM consultations.history WHERE request_id = id AND event = $3::text)`,
        until,
        at,
        event,
      );
    },

    async listUnanswered(after, until, skip = 0) {
      const whereClause = `WHERE answered_at IS NULL AND ${notSuspectSql} AND received_at > $1 AND received_at <= $2`;
      const { count } = await selectOne<{ count: number }>(
        query,
        `SELECT count(*) FROM consultations.requests ${whereClause}`,
        after,
        until,
      );
      const oldest = await selectRequests(
        query,
        `${whereClause} ORDER BY received_at, id LIMIT $3 OFFSET $4`,
        after,
        until,
        pageSize,
        skip,
      );
      return { count, oldest };
    },
    summarizeAnswers: (from, before, within) =>
      selectOne(
        query,
        `SELECT count(*) AS count, count(answered_at) AS answered,
          count(*) FILTER (WHERE answered_at - received_at <= $3) AS "inTime",
          coalesce(percentile_disc(0.5) WITHIN GROUP (ORDER BY ${answerTimeSql}), 0) AS median,
          coalesce(max(${answerTimeSql}), 0) AS slowest
        FROM consultations.requests WHERE ${notSuspectSql} AND received_at >= $1 AND received_at < $2`,
        from,
        before,
        within,
      ),
  };
}

/** A clock that was set back must not make an answer earlier than its request. Null while there is no answer. */
const answerTimeSql = "(CASE WHEN answered_at IS NOT NULL THEN greatest(0, answered_at - received_at) END)";

const isUnannouncedSql = `answered_at IS NULL AND received_at <= $1
  AND NOT EXISTS (SELECT FROM consultations.history WHERE request_id = id AND event = 'announced')`;
const firstTimeSql = (event: HistoryEvent["event"]): string =>
  `(SELECT min(at) FROM consultations.history WHERE request_id = id AND event = '${event}')`;
const isOverdueSql = `(answered_at <= $3 OR (answered_at IS NULL AND received_at <= $1
  AND coalesce(${firstTimeSql("announced")}, ${firstTimeSql("not announced")}) <= $2))`;
const isHandledSql = "(answered_at <= $1 OR (verdict = 'apart' AND judged_at <= $1))";

const sameFieldsSql = fields.map((field, index) => `${field} = $${index + 3}`).join(" AND ");

async function save(query: Query, submission: Submission): Promise<SaveResult> {
  // The lock per email address keeps two identical requests from both being the first.
  await query("SELECT pg_advisory_xact_lock($1, hashtext($2))", advisoryLockNamespace, submission.email);
  for (;;) {
    const { rows } = await query<{ reference: string; same: boolean }>(
      `SELECT reference, ${sameFieldsSql} AS same FROM consultations.requests WHERE key = $1
      UNION ALL
      SELECT reference, true FROM consultations.requests WHERE received_at > $2 AND ${sameFieldsSql}`,
      submission.key,
      submission.receivedAt - duplicateWindow,
      ...fields.map((field) => submission[field]),
    );
    if (rows[0]) {
      // What a crash or a cut connection left behind may not have reached the standby. A lock is written to the log, so
      // that COMMIT waits until the standby has this row too.
      await query("SELECT FROM consultations.requests WHERE reference = $1 FOR KEY SHARE", rows[0].reference);
      const result = { reference: rows[0].reference, repeated: true };
      return rows[0].same ? result : { ...result, conflict: true };
    }
    const row = newRow(submission);
    const names = Object.keys(row);
    const added = await execute(
      query,
      `WITH request AS (
        INSERT INTO consultations.requests (${names.join()}) VALUES (${names.map((_, index) => `$${index + 1}`).join()})
        ON CONFLICT DO NOTHING RETURNING id, received_at
      )
      INSERT INTO consultations.outbox (request_id, queued_at, due_at, flagged)
      SELECT id, received_at, received_at, $${names.length + 1}::integer FROM request`,
      ...Object.values(row),
      Number(isDeliveredLast(row.flags)),
    );
    // No row is added when another address used the same key meanwhile, or the reference already exists: try again.
    if (added) return { reference: row.reference, repeated: false };
  }
}
