import type { Confirmation, DeskStore, HistoryEvent, Session } from "./desk-store.ts";
import {
  confirmationInterval,
  linkInterval,
  linkLifetime,
  mayConfirm,
  sessionLifetime,
  usedAtInterval,
  validTimes,
} from "./desk-store.ts";
import { execute, type Query, type RunTransaction, selectOne, selectRequests } from "./postgres-query.ts";
import { pageSize } from "./store.ts";
import { notSuspectSql } from "./stored-request.ts";

/** Updates a request and, if that changed something, adds a history event. The result counts the request either way. */
export const withHistoryEvent = (update: string): string =>
  `WITH done AS (${update} RETURNING id),
  noted AS (INSERT INTO consultations.history (request_id, at, event) SELECT id, $2, $3 FROM done)
  SELECT FROM consultations.requests WHERE reference = $1`;

export function createDeskStore(query: Query, transact: RunTransaction): DeskStore {
  const countRequests = async (whereClause: string, ...values: unknown[]) => {
    const text = `SELECT count(*) FROM consultations.requests ${whereClause}`;
    return (await selectOne<{ count: number }>(query, text, ...values)).count;
  };

  return {
    async history(reference) {
      const { rows } = await query<HistoryEvent>(
        `SELECT at, event FROM consultations.history JOIN consultations.requests ON id = request_id
        WHERE reference = $1 ORDER BY at, number`,
        reference,
      );
      return rows;
    },
    undoAnswered: (reference, at) =>
      execute(
        query,
        withHistoryEvent(
          "UPDATE consultations.requests SET answered_at = NULL WHERE reference = $1 AND answered_at IS NOT NULL",
        ),
        reference,
        at,
        "taken back",
      ),
    setVerdict: (reference, verdict, at) =>
      execute(
        query,
        withHistoryEvent(`UPDATE consultations.requests SET verdict = $3::text, judged_at = $2
          WHERE reference = $1 AND verdict IS DISTINCT FROM $3::text`),
        reference,
        at,
        verdict,
      ),
    setNote: (reference, note) =>
      execute(query, "UPDATE consultations.requests SET note = $2 WHERE reference = $1", reference, note),
    async markReminded(ids, at) {
      await query(
        `INSERT INTO consultations.history (request_id, at, event)
        SELECT id, $2, 'reminded' FROM consultations.requests WHERE id = ANY($1::uuid[])`,
        ids,
        at,
      );
    },

    markConfirmed: (id, now) =>
      transact(async (query) => {
        // The lock keeps two servers from telling the same visitor at once.
        await query("SELECT pg_advisory_xact_lock(hashtext('consultations: confirmations'))");
        const { rows } = await query<{ email: string }>(
          "SELECT email FROM consultations.requests WHERE id = $1 AND flags = ''",
          id,
        );
        const told = await query<Confirmation>(
          `SELECT id, email, at FROM consultations.history JOIN consultations.requests ON id = request_id
          WHERE event = 'confirmed' AND ((at > $1 AND at <= $2) OR id = $3)`,
          ...validTimes(now, confirmationInterval),
          id,
        );
        if (!rows[0] || !mayConfirm(id, rows[0].email, told.rows, now)) return false;
        return execute(
          query,
          "INSERT INTO consultations.history (request_id, at, event) VALUES ($1, $2, 'confirmed')",
          id,
          now,
        );
      }),

    async listSuspect(skip = 0) {
      const suspectClause = `WHERE answered_at IS NULL AND NOT ${notSuspectSql}`;
      return {
        count: await countRequests(suspectClause),
        oldest: await selectRequests(
          query,
          `${suspectClause} ORDER BY received_at, id LIMIT $1 OFFSET $2`,
          pageSize,
          skip,
        ),
      };
    },
    async listAnsweredSince(time, skip = 0) {
      return {
        count: await countRequests("WHERE answered_at > $1", time),
        newest: await selectRequests(
          query,
          "WHERE answered_at > $1 ORDER BY answered_at DESC, id LIMIT $2 OFFSET $3",
          time,
          pageSize,
          skip,
        ),
      };
    },

    createSignInLink: (hash, now) =>
      transact(async (query) => {
        // The lock lets one caller in at a time, so that two cannot both get the one link that is allowed.
        await query("LOCK TABLE consultations.sign_in_links IN SHARE ROW EXCLUSIVE MODE");
        await query(
          "DELETE FROM consultations.sign_in_links WHERE NOT (asked_at > $1 AND asked_at <= $2)",
          ...validTimes(now, linkLifetime),
        );
        return execute(
          query,
          `INSERT INTO consultations.sign_in_links (hash, asked_at) SELECT $1, $2
          WHERE NOT EXISTS (SELECT FROM consultations.sign_in_links WHERE asked_at > $3 AND used_at IS NULL)`,
          hash,
          now,
          now - linkInterval,
        );
      }),
    async deleteSignInLink(hash) {
      await query("DELETE FROM consultations.sign_in_links WHERE hash = $1", hash);
    },
    isSignInLinkValid: (hash, now) =>
      execute(
        query,
        `SELECT FROM consultations.sign_in_links WHERE ${usableLinkSql}`,
        hash,
        ...validTimes(now, linkLifetime),
      ),
    redeemSignInLink: (hash, now) =>
      execute(
        query,
        `UPDATE consultations.sign_in_links SET used_at = $4 WHERE ${usableLinkSql}`,
        hash,
        ...validTimes(now, linkLifetime),
        now,
      ),

    createSession: (hash, { name, device, since, usedAt, epoch }) =>
      transact(async (query) => {
        await query(
          `DELETE FROM consultations.sessions WHERE NOT (${currentSessionSql})`,
          ...validTimes(since, sessionLifetime),
          epoch,
        );
        await query(
          "INSERT INTO consultations.sessions (hash, name, device, since, used_at, epoch) VALUES ($1, $2, $3, $4, $5, $6)",
          hash,
          name,
          device,
          since,
          usedAt,
          epoch,
        );
      }),
    async findSession(hash, now) {
      const { rows } = await query<Session>(
        `SELECT ${sessionColumns} FROM consultations.sessions WHERE hash = $1 AND since > $2 AND since <= $3`,
        hash,
        ...validTimes(now, sessionLifetime),
      );
      return rows[0] ?? null;
    },
    async markSessionUsed(hash, now) {
      await query(
        "UPDATE consultations.sessions SET used_at = $1 WHERE hash = $2 AND used_at < $3",
        now,
        hash,
        now - usedAtInterval,
      );
    },
    async listSessions(epoch, now) {
      const { rows } = await query<Session>(
        `SELECT ${sessionColumns} FROM consultations.sessions WHERE ${currentSessionSql} ORDER BY since DESC`,
        ...validTimes(now, sessionLifetime),
        epoch,
      );
      return rows;
    },
    async deleteSession(name) {
      await query("DELETE FROM consultations.sessions WHERE name = $1", name);
    },
    deleteAllSessions: () =>
      transact(async (query) => {
        await query("DELETE FROM consultations.sessions");
        await query("DELETE FROM consultations.sign_in_links");
      }),
  };
}

const usableLinkSql = "hash = $1 AND asked_at > $2 AND asked_at <= $3 AND used_at IS NULL";
const currentSessionSql = "since > $1 AND since <= $2 AND epoch = $3";
const sessionColumns = 'name, device, since, used_at AS "usedAt", epoch';
