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
import { type InTransaction, inJsonList, type Sql, selectRequests } from "./sqlite-statements.ts";
import { pageSize } from "./store.ts";
import { notSuspectSql } from "./stored-request.ts";

/** Call this only when the statement before has changed something. */
export function addHistoryEvent(sql: Sql, reference: string, at: number, event: HistoryEvent["event"]): void {
  sql("INSERT INTO history SELECT id, ?, ? FROM requests WHERE reference = ?").run(at, event, reference);
}

export const requestExists = (sql: Sql, reference: string): boolean =>
  sql("SELECT 1 FROM requests WHERE reference = ?").get(reference) !== undefined;

export const deskOperations: InTransaction<DeskStore> = {
  history: (sql, reference) =>
    sql(`SELECT at, event FROM history JOIN requests ON id = request_id WHERE reference = ?
      ORDER BY at, history.rowid`).all(reference) as HistoryEvent[],
  undoAnswered(sql, reference, at) {
    const { changes } = sql(
      "UPDATE requests SET answered_at = NULL WHERE reference = ? AND answered_at IS NOT NULL",
    ).run(reference);
    if (changes) addHistoryEvent(sql, reference, at, "taken back");
    return requestExists(sql, reference);
  },
  setVerdict(sql, reference, verdict, at) {
    const { changes } = sql(`UPDATE requests SET verdict = ?1, judged_at = ?2
      WHERE reference = ?3 AND verdict IS NOT ?1`).run(verdict, at, reference);
    if (changes) addHistoryEvent(sql, reference, at, verdict);
    return requestExists(sql, reference);
  },
  setNote: (sql, reference, note) =>
    sql("UPDATE requests SET note = ? WHERE reference = ?").run(note, reference).changes > 0,
  markReminded(sql, ids, at) {
    sql(`INSERT INTO history SELECT id, ?, 'reminded' FROM requests WHERE id ${inJsonList}`).run(
      at,
      JSON.stringify(ids),
    );
  },

  markConfirmed(sql, id, now) {
    const own = sql("SELECT email FROM requests WHERE id = ? AND flags = ''").get(id);
    const told = sql(`SELECT id, email, at FROM history JOIN requests ON id = request_id
      WHERE event = 'confirmed' AND ((at > ? AND at <= ?) OR id = ?)`).all(
      ...validTimes(now, confirmationInterval),
      id,
    ) as Confirmation[];
    if (!own || !mayConfirm(id, String(own.email), told, now)) return false;
    sql("INSERT INTO history VALUES (?, ?, 'confirmed')").run(id, now);
    return true;
  },

  listSuspect(sql, skip = 0) {
    const suspectClause = `WHERE answered_at IS NULL AND NOT ${notSuspectSql}`;
    const row = sql(`SELECT count(*) AS count FROM requests ${suspectClause}`).get();
    const oldest = selectRequests(sql, `${suspectClause} ORDER BY received_at, id LIMIT ? OFFSET ?`, pageSize, skip);
    return { count: Number(row?.count), oldest };
  },
  listAnsweredSince(sql, time, skip = 0) {
    const row = sql("SELECT count(*) AS count FROM requests WHERE answered_at > ?").get(time);
    const newest = selectRequests(
      sql,
      "WHERE answered_at > ? ORDER BY answered_at DESC, id LIMIT ? OFFSET ?",
      time,
      pageSize,
      skip,
    );
    return { count: Number(row?.count), newest };
  },

  createSignInLink(sql, hash, now) {
    sql("DELETE FROM sign_in_links WHERE NOT (asked_at > ? AND asked_at <= ?)").run(...validTimes(now, linkLifetime));
    return (
      sql(`INSERT INTO sign_in_links (hash, asked_at) SELECT ?1, ?2
        WHERE NOT EXISTS (SELECT 1 FROM sign_in_links WHERE asked_at > ?3 AND used_at IS NULL)`).run(
        hash,
        now,
        now - linkInterval,
      ).changes > 0
    );
  },
  deleteSignInLink(sql, hash) {
    sql("DELETE FROM sign_in_links WHERE hash = ?").run(hash);
  },
  isSignInLinkValid: (sql, hash, now) =>
    sql(`SELECT 1 FROM sign_in_links WHERE ${usableLinkSql}`).get(hash, ...validTimes(now, linkLifetime)) !== undefined,
  redeemSignInLink: (sql, hash, now) =>
    sql(`UPDATE sign_in_links SET used_at = ?4 WHERE ${usableLinkSql}`).run(hash, ...validTimes(now, linkLifetime), now)
      .changes > 0,

  createSession(sql, hash, { name, device, since, usedAt, epoch }) {
    sql(`DELETE FROM sessions WHERE NOT (${currentSessionSql})`).run(...validTimes(since, sessionLifetime), epoch);
    sql("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)").run(hash, name, device, since, usedAt, epoch);
  },
  findSession(sql, hash, now) {
    const found = sql(`SELECT ${sessionColumns} FROM sessions WHERE hash = ? AND since > ? AND since <= ?`).get(
      hash,
      ...validTimes(now, sessionLifetime),
    );
    return (found as Session | undefined) ?? null;
  },
  markSessionUsed(sql, hash, now) {
    sql("UPDATE sessions SET used_at = ?1 WHERE hash = ?2 AND used_at < ?3").run(now, hash, now - usedAtInterval);
  },
  listSessions: (sql, epoch, now) =>
    sql(`SELECT ${sessionColumns} FROM sessions WHERE ${currentSessionSql} ORDER BY since DESC`).all(
      ...validTimes(now, sessionLifetime),
      epoch,
    ) as Session[],
  deleteSession(sql, name) {
    sql("DELETE FROM sessions WHERE name = ?").run(name);
  },
  deleteAllSessions(sql) {
    sql("DELETE FROM sessions").run();
    sql("DELETE FROM sign_in_links").run();
  },
};

const usableLinkSql = "hash = ?1 AND asked_at > ?2 AND asked_at <= ?3 AND used_at IS NULL";
const currentSessionSql = "since > ? AND since <= ? AND epoch = ?";
const sessionColumns = 'name, device, since, used_at AS "usedAt", epoch';
