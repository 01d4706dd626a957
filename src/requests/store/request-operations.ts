import { fields, mapFields } from "../request.ts";
import type { HistoryEvent } from "./desk-store.ts";
import {
  execute,
  list,
  lock,
  type Operation,
  type Operations,
  Sql,
  select,
  selectIds,
  selectOne,
  selectRequests,
  sql,
} from "./statement.ts";
import { keptUnanswered, noticePeriod, pageSize, purgeSize, type RequestStore, startOfList } from "./store.ts";
import {
  duplicateWindow,
  isDeliveredLast,
  newRow,
  type StoredRequest,
  type Submission,
  storedWord,
} from "./stored-request.ts";

// Separates our advisory locks from those of other programs that use the database.
const advisoryLockNamespace = 20_261_115;

/** SQL for !isSpam. */
export const notSpam = sql`(CASE WHEN verdict IS NULL THEN flags = '' ELSE verdict = 'real' END)`;

export const requestOperations: Operations<RequestStore> = {
  *save(submission) {
    // The lock per email address keeps two identical requests from both being the first.
    yield* lock`SELECT pg_advisory_xact_lock(${advisoryLockNamespace}, hashtext(${submission.email}))`;
    for (;;) {
      // A known key counts as a repeat only with the same fields.
      const same = hasFieldsOf(submission);
      const [known] = yield* select<{ reference: string; same: unknown }>`
        SELECT reference, ${same} AS same FROM consultations.requests WHERE key = ${submission.key}
        UNION ALL SELECT reference, true FROM consultations.requests
        WHERE received_at > ${submission.receivedAt - duplicateWindow} AND ${same}`;
      if (known) {
        // What a crash or a cut connection left behind may not have reached the standby. A lock is written to the log,
        // so that COMMIT waits until the standby has this row too.
        yield* lock`SELECT FROM consultations.requests WHERE reference = ${known.reference} FOR KEY SHARE`;
        const result = { reference: known.reference, repeated: true };
        return known.same ? result : { ...result, conflict: true };
      }
      const row = newRow(submission);
      const columns = new Sql(Object.keys(row).join());
      const added = yield* execute`INSERT INTO consultations.requests (${columns}) VALUES (${list(Object.values(row))})
        ON CONFLICT DO NOTHING`;
      // Another address used the same key meanwhile, or the reference already exists: try again.
      if (!added) continue;
      yield* execute`INSERT INTO consultations.outbox (request_id, queued_at, due_at, flagged)
        VALUES (${row.id}, ${row.received_at}, ${row.received_at}, ${Number(isDeliveredLast(row.flags))})`;
      return { reference: row.reference, repeated: false };
    }
  },

  *list({ receivedAt, id } = startOfList) {
    return yield* selectRequests`WHERE (received_at, id) < (${receivedAt}, ${id})
      ORDER BY received_at DESC, id DESC LIMIT ${pageSize}`;
  },
  *find(reference) {
    return (yield* selectRequests`WHERE reference = ${reference}`)[0] ?? null;
  },
  *markAnswered(reference, at) {
    const update = sql`UPDATE consultations.requests SET answered_at = ${at}
      WHERE reference = ${reference} AND answered_at IS NULL`;
    return yield* changeRequest(reference, "answered", at, update);
  },
  *remove(reference) {
    return yield* selectIds`DELETE FROM consultations.requests WHERE reference = ${reference} RETURNING id`;
  },
  *listExpired(before, now) {
    const handled = yield* selectIds`SELECT id FROM consultations.outbox JOIN consultations.requests ON id = request_id
      WHERE delivered_at <= ${before} AND ${isHandled(before)} LIMIT ${purgeSize}`;
    if (handled.length > 0 || now === undefined) return handled;
    return yield* selectIds`SELECT id FROM consultations.requests WHERE ${isOverdue(before, now)} LIMIT ${purgeSize}`;
  },
  *purge(ids, before, now) {
    yield* execute`DELETE FROM consultations.requests WHERE ${isHandled(before)} AND id = ANY(${ids})
      AND id IN (SELECT request_id FROM consultations.outbox WHERE delivered_at <= ${before})`;
    if (now === undefined) return;
    yield* execute`DELETE FROM consultations.requests WHERE ${isOverdue(before, now)} AND id = ANY(${ids})`;
  },
  *listUnannounced(until) {
    const { count, real } = yield* selectOne<{ count: number; real: number }>`
      SELECT count(*) AS count, count(*) FILTER (WHERE ${notSpam}) AS real
      FROM consultations.requests WHERE ${isUnannounced(until)}`;
    const oldest = yield* selectRequests`WHERE ${isUnannounced(until)} AND ${notSpam}
      ORDER BY received_at, id LIMIT ${pageSize}`;
    return { count: real, spamCount: count - real, oldest };
  },
  *markAnnounced(until, at, event = "announced") {
    yield* execute`INSERT INTO consultations.history (request_id, at, event)
      SELECT id, ${at}, ${event} FROM consultations.requests WHERE ${isUnannounced(until)}
      AND NOT EXISTS (SELECT 1 FROM consultations.history WHERE request_id = id AND event = ${event})`;
  },

  *listUnanswered(after, until, skip = 0) {
    const condition = sql`answered_at IS NULL AND ${notSpam} AND received_at > ${after} AND received_at <= ${until}`;
    const { count, page } = yield* selectPage(condition, sql`received_at, id`, skip);
    return { count, oldest: page };
  },
  *summarizeAnswers(from, before, within) {
    const isReceived = sql`${notSpam} AND received_at >= ${from} AND received_at < ${before}`;
    const summary = yield* selectOne<{ count: number; answered: number; inTime: number; slowest: number }>`
      SELECT count(*) AS count, count(answered_at) AS answered, coalesce(max(${answerTime}), 0) AS slowest,
        count(*) FILTER (WHERE ${answerTime} <= ${within}) AS "inTime"
      FROM consultations.requests WHERE ${isReceived}`;
    const [middle] = yield* select<{ median: number }>`SELECT ${answerTime} AS median FROM consultations.requests
      WHERE ${isReceived} AND answered_at IS NOT NULL
      ORDER BY median LIMIT 1 OFFSET ${Math.floor(Math.max(0, summary.answered - 1) / 2)}`;
    return { ...summary, median: middle?.median ?? 0 };
  },
};

/** Adds an event to the history of a request if the update changes it. True when there is such a request. */
export function* changeRequest(
  reference: string,
  event: HistoryEvent["event"],
  at: number,
  update: Sql,
): Operation<boolean> {
  const [id] = yield* selectIds`${update} RETURNING id`;
  if (id !== undefined) return yield* addEvent(id, at, event);
  return yield* execute`SELECT 1 FROM consultations.requests WHERE reference = ${reference}`;
}

export const addEvent = (id: string, at: number, event: HistoryEvent["event"]): Operation<boolean> =>
  execute`INSERT INTO consultations.history (request_id, at, event) VALUES (${id}, ${at}, ${storedWord(event)})`;

/** How many requests there are in all, and one page of them after `skip`. */
export function* selectPage(
  condition: Sql,
  order: Sql,
  skip: number,
): Operation<{ count: number; page: StoredRequest[] }> {
  const { count } = yield* selectOne<{ count: number }>`SELECT count(*) AS count FROM consultations.requests
    WHERE ${condition}`;
  const page = yield* selectRequests`WHERE ${condition} ORDER BY ${order} LIMIT ${pageSize} OFFSET ${skip}`;
  return { count, page };
}

/** A clock that was set back must not make an answer earlier than its request. Null while there is no answer. */
const answerTime = sql`(CASE WHEN answered_at < received_at THEN 0
  WHEN answered_at IS NOT NULL THEN answered_at - received_at END)`;

const isUnannounced = (until: number) => sql`answered_at IS NULL AND received_at <= ${until}
  AND NOT EXISTS (SELECT 1 FROM consultations.history WHERE request_id = id AND event = 'announced')`;
const firstTime = (event: HistoryEvent["event"]) =>
  sql`(SELECT min(at) FROM consultations.history WHERE request_id = id AND event = ${event})`;
const isOverdue = (before: number, now: number) => sql`(answered_at <= ${Math.min(before, now - keptUnanswered)}
  OR (answered_at IS NULL AND received_at <= ${now - keptUnanswered}
  AND coalesce(${firstTime("announced")}, ${firstTime("not announced")}) <= ${now - noticePeriod}))`;
const isHandled = (before: number) => sql`(answered_at <= ${before}
  OR (verdict = ${storedWord("spam")} AND judged_at <= ${before}))`;

const sameFields = fields.map((field) => `${field} = ?`).join(" AND ");
const hasFieldsOf = (submission: Submission) =>
  new Sql(sameFields, Object.values(mapFields((field) => submission[field])));
