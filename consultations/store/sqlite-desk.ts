import type { DeskStore, Moment, Session } from "./desk-store.ts";
import { usePause } from "./desk-store.ts";
import { type InTransaction, inList, type Sql, select } from "./sqlite-statements.ts";
import { pageSize } from "./store.ts";
import { isReal } from "./stored-request.ts";

/** Notes what happened, where the statement before has changed something. */
export function noteEvent(sql: Sql, reference: string, at: number, event: Moment["event"]): void {
  sql("INSERT INTO history SELECT id, ?, ? FROM requests WHERE reference = ?").run(at, event, reference);
}

export const exists = (sql: Sql, reference: string): boolean =>
  sql("SELECT 1 FROM requests WHERE reference = ?").get(reference) !== undefined;

export const desk: InTransaction<DeskStore> = {
  history: (sql, reference) =>
    sql(`SELECT at, event FROM history JOIN requests ON id = request_id WHERE reference = ?
      ORDER BY at, history.rowid`).all(reference) as Moment[],
  takeBack(sql, reference, at) {
    const { changes } = sql(
      "UPDATE requests SET answered_at = NULL WHERE reference = ? AND answered_at IS NOT NULL",
    ).run(reference);
    if (changes) noteEvent(sql, reference, at, "taken back");
    return exists(sql, reference);
  },
  judge(sql, reference, verdict, at) {
    const { changes } = sql(`UPDATE requests SET verdict = ?1, judged_at = ?2
      WHERE reference = ?3 AND verdict IS NOT ?1`).run(verdict, at, reference);
    if (changes) noteEvent(sql, reference, at, verdict);
    return exists(sql, reference);
  },
  annotate: (sql, reference, note) =>
    sql("UPDATE requests SET note = ? WHERE reference = ?").run(note, reference).changes > 0,
  remindedOf(sql, ids, at) {
    sql(`INSERT INTO history SELECT id, ?, 'reminded' FROM requests WHERE id ${inList}`).run(at, JSON.stringify(ids));
  },

  setApart(sql, skip = 0) {
    const apart = `WHERE answered_at IS NULL AND NOT ${isReal}`;
    const row = sql(`SELECT count(*) AS count FROM requests ${apart}`).get();
    const oldest = select(sql, `${apart} ORDER BY received_at, id LIMIT ? OFFSET ?`, pageSize, skip);
    return { count: Number(row?.count), oldest };
  },
  answeredSince(sql, time, skip = 0) {
    const row = sql("SELECT count(*) AS count FROM requests WHERE answered_at > ?").get(time);
    const newest = select(
      sql,
      "WHERE answered_at > ? ORDER BY answered_at DESC, id LIMIT ? OFFSET ?",
      time,
      pageSize,
      skip,
    );
    return { count: Number(row?.count), newest };
  },

  offerLink(sql, hash, at, since, most) {
    sql("DELETE FROM sign_in_links WHERE asked_at <= ?").run(since);
    return (
      sql(`INSERT INTO sign_in_links (hash, asked_at) SELECT ?, ?
        WHERE (SELECT count(*) FROM sign_in_links) < ?`).run(hash, at, most).changes > 0
    );
  },
  linkStands: (sql, hash, since) =>
    sql("SELECT 1 FROM sign_in_links WHERE hash = ? AND asked_at > ? AND used_at IS NULL").get(hash, since) !==
    undefined,
  spendLink: (sql, hash, since, at) =>
    sql("UPDATE sign_in_links SET used_at = ? WHERE hash = ? AND asked_at > ? AND used_at IS NULL").run(at, hash, since)
      .changes > 0,

  openSession(sql, hash, { name, device, since, usedAt, epoch }) {
    sql("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)").run(hash, name, device, since, usedAt, epoch);
  },
  session(sql, hash, after, now) {
    const found = sql(`SELECT ${sessionColumns} FROM sessions WHERE hash = ? AND since > ?`).get(hash, after);
    if (found) sql("UPDATE sessions SET used_at = ?1 WHERE hash = ?2 AND used_at < ?3").run(now, hash, now - usePause);
    return (found as Session | undefined) ?? null;
  },
  sessions(sql, epoch, after) {
    sql("DELETE FROM sessions WHERE since <= ? OR epoch <> ?").run(after, epoch);
    return sql(`SELECT ${sessionColumns} FROM sessions ORDER BY since DESC`).all() as Session[];
  },
  endSession(sql, name) {
    sql("DELETE FROM sessions WHERE name = ?").run(name);
  },
};

const sessionColumns = 'name, device, since, used_at AS "usedAt", epoch';
