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
import { addEvent, changeRequest, selectPage } from "./request-operations.ts";
import { execute, lock, type Operations, select } from "./statement.ts";
import { notSpamSql, storedWord } from "./stored-request.ts";

export const deskOperations: Operations<DeskStore> = {
  *history(reference) {
    return yield* select<HistoryEvent>(
      `SELECT at, CASE event WHEN '${storedWord("spam")}' THEN 'spam' ELSE event END AS event
      FROM consultations.history JOIN consultations.requests ON id = request_id
      WHERE reference = $1 ORDER BY at, history.number`,
      reference,
    );
  },
  *undoAnswered(reference, at) {
    return yield* changeRequest(
      "taken back",
      at,
      "UPDATE consultations.requests SET answered_at = NULL WHERE reference = $1 AND answered_at IS NOT NULL",
      reference,
    );
  },
  *setVerdict(reference, verdict, at) {
    return yield* changeRequest(
      verdict,
      at,
      `UPDATE consultations.requests SET verdict = CAST($3 AS text), judged_at = $2
      WHERE reference = $1 AND verdict IS DISTINCT FROM CAST($3 AS text)`,
      reference,
      at,
      storedWord(verdict),
    );
  },
  *setNote(reference, note) {
    return yield* execute("UPDATE consultations.requests SET note = $2 WHERE reference = $1", reference, note);
  },
  *markReminded(ids, at) {
    yield* execute(
      `INSERT INTO consultations.history (request_id, at, event)
      SELECT id, $2, 'reminded' FROM consultations.requests WHERE id = ANY($1)`,
      ids,
      at,
    );
  },

  *markConfirmed(id, now) {
    // The lock keeps two servers from telling the same visitor at once.
    yield* lock("SELECT pg_advisory_xact_lock(hashtext('consultations: confirmations'))");
    const [own] = yield* select<{ email: string }>(
      "SELECT email FROM consultations.requests WHERE id = $1 AND flags = ''",
      id,
    );
    const told = yield* select<Confirmation>(
      `SELECT id, email, at FROM consultations.history JOIN consultations.requests ON id = request_id
      WHERE event = 'confirmed' AND ((at > $1 AND at <= $2) OR id = $3)`,
      ...validTimes(now, confirmationInterval),
      id,
    );
    if (!own || !mayConfirm(id, own.email, told, now)) return false;
    return yield* addEvent(id, now, "confirmed");
  },

  *listSpam(skip = 0) {
    const condition = `answered_at IS NULL AND NOT ${notSpamSql}`;
    const { count, page } = yield* selectPage(condition, "received_at, id", skip);
    return { count, oldest: page };
  },
  *listAnsweredSince(time, skip = 0) {
    const { count, page } = yield* selectPage("answered_at > $1", "answered_at DESC, id", skip, time);
    return { count, newest: page };
  },

  *createSignInLink(hash, now) {
    // The lock lets one caller in at a time, so that two cannot both get the one link that is allowed.
    yield* lock("LOCK TABLE consultations.sign_in_links IN SHARE ROW EXCLUSIVE MODE");
    yield* execute(
      "DELETE FROM consultations.sign_in_links WHERE NOT (asked_at > $1 AND asked_at <= $2)",
      ...validTimes(now, linkLifetime),
    );
    return yield* execute(
      `INSERT INTO consultations.sign_in_links (hash, asked_at) SELECT $1, $2
      WHERE NOT EXISTS (SELECT 1 FROM consultations.sign_in_links WHERE asked_at > $3 AND used_at IS NULL)`,
      hash,
      now,
      now - linkInterval,
    );
  },
  *deleteSignInLink(hash) {
    yield* execute("DELETE FROM consultations.sign_in_links WHERE hash = $1", hash);
  },
  *isSignInLinkValid(hash, now) {
    return yield* execute(
      `SELECT 1 FROM consultations.sign_in_links WHERE ${usableLinkSql}`,
      hash,
      ...validTimes(now, linkLifetime),
    );
  },
  *redeemSignInLink(hash, now) {
    return yield* execute(
      `UPDATE consultations.sign_in_links SET used_at = $4 WHERE ${usableLinkSql}`,
      hash,
      ...validTimes(now, linkLifetime),
      now,
    );
  },

  *createSession(hash, { name, device, since, usedAt, epoch }) {
    yield* execute(
      `DELETE FROM consultations.sessions WHERE NOT (${currentSessionSql})`,
      ...validTimes(since, sessionLifetime),
      epoch,
    );
    yield* execute(
      "INSERT INTO consultations.sessions (hash, name, device, since, used_at, epoch) VALUES ($1, $2, $3, $4, $5, $6)",
      hash,
      name,
      device,
      since,
      usedAt,
      epoch,
    );
  },
  *findSession(hash, now) {
    const [found] = yield* select<Session>(
      `SELECT ${sessionColumns} FROM consultations.sessions WHERE hash = $1 AND since > $2 AND since <= $3`,
      hash,
      ...validTimes(now, sessionLifetime),
    );
    return found ?? null;
  },
  *markSessionUsed(hash, now) {
    yield* execute(
      "UPDATE consultations.sessions SET used_at = $1 WHERE hash = $2 AND used_at < $3",
      now,
      hash,
      now - usedAtInterval,
    );
  },
  *listSessions(epoch, now) {
    return yield* select<Session>(
      `SELECT ${sessionColumns} FROM consultations.sessions WHERE ${currentSessionSql} ORDER BY since DESC`,
      ...validTimes(now, sessionLifetime),
      epoch,
    );
  },
  *deleteSession(name) {
    yield* execute("DELETE FROM consultations.sessions WHERE name = $1", name);
  },
  *deleteAllSessions() {
    yield* execute("DELETE FROM consultations.sessions");
    yield* execute("DELETE FROM consultations.sign_in_links");
  },
};

const usableLinkSql = "hash = $1 AND asked_at > $2 AND asked_at <= $3 AND used_at IS NULL";
const currentSessionSql = "since > $1 AND since <= $2 AND epoch = $3";
const sessionColumns = 'name, device, since, used_at AS "usedAt", epoch';
