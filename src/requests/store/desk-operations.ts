import type { Confirmation, DeskStore, HistoryEvent, Session } from "./desk-store.ts";
import {
  confirmationInterval,
  linkInterval,
  linkLifetime,
  mayConfirm,
  sessionLifetime,
  usedAtInterval,
} from "./desk-store.ts";
import { addEvent, changeRequest, notSpam, selectPage } from "./request-operations.ts";
import { execute, lock, type Operations, Sql, select, sql } from "./statement.ts";
import { clockSkew, storedWord } from "./stored-request.ts";

export const deskOperations: Operations<DeskStore> = {
  *history(reference) {
    return yield* select<HistoryEvent>`
      SELECT at, CASE event WHEN ${storedWord("spam")} THEN 'spam' ELSE event END AS event
      FROM consultations.history JOIN consultations.requests ON id = request_id
      WHERE reference = ${reference} ORDER BY at, history.number`;
  },
  *undoAnswered(reference, at) {
    const update = sql`UPDATE consultations.requests SET answered_at = NULL
      WHERE reference = ${reference} AND answered_at IS NOT NULL`;
    return yield* changeRequest(reference, "taken back", at, update);
  },
  *setVerdict(reference, verdict, at) {
    const word = sql`CAST(${storedWord(verdict)} AS text)`;
    const update = sql`UPDATE consultations.requests SET verdict = ${word}, judged_at = ${at}
      WHERE reference = ${reference} AND verdict IS DISTINCT FROM ${word}`;
    return yield* changeRequest(reference, verdict, at, update);
  },
  *setNote(reference, note) {
    return yield* execute`UPDATE consultations.requests SET note = ${note} WHERE reference = ${reference}`;
  },
  *markReminded(ids, at) {
    yield* execute`INSERT INTO consultations.history (request_id, at, event)
      SELECT id, ${at}, 'reminded' FROM consultations.requests WHERE id = ANY(${ids})`;
  },

  *markConfirmed(id, now) {
    // The lock keeps two servers from telling the same visitor at once.
    yield* lock`SELECT pg_advisory_xact_lock(hashtext('consultations: confirmations'))`;
    const [own] = yield* select<{ email: string }>`SELECT email FROM consultations.requests
      WHERE id = ${id} AND flags = ''`;
    const told = yield* select<Confirmation>`
      SELECT id, email, at FROM consultations.history JOIN consultations.requests ON id = request_id
      WHERE event = 'confirmed' AND (${isRecent("at", now, confirmationInterval)} OR id = ${id})`;
    if (!own || !mayConfirm(id, own.email, told, now)) return false;
    return yield* addEvent(id, now, "confirmed");
  },

  *listSpam(skip = 0) {
    const { count, page } = yield* selectPage(sql`answered_at IS NULL AND NOT ${notSpam}`, sql`received_at, id`, skip);
    return { count, oldest: page };
  },
  *listAnsweredSince(time, skip = 0) {
    const { count, page } = yield* selectPage(sql`answered_at > ${time}`, sql`answered_at DESC, id`, skip);
    return { count, newest: page };
  },

  *createSignInLink(hash, now) {
    // The lock lets one caller in at a time, so that two cannot both get the one link that is allowed.
    yield* lock`LOCK TABLE consultations.sign_in_links IN SHARE ROW EXCLUSIVE MODE`;
    yield* execute`DELETE FROM consultations.sign_in_links WHERE NOT ${isRecent("asked_at", now, linkLifetime)}`;
    return yield* execute`INSERT INTO consultations.sign_in_links (hash, asked_at) SELECT ${hash}, ${now}
      WHERE NOT EXISTS (SELECT 1 FROM consultations.sign_in_links
        WHERE asked_at > ${now - linkInterval} AND used_at IS NULL)`;
  },
  *deleteSignInLink(hash) {
    yield* execute`DELETE FROM consultations.sign_in_links WHERE hash = ${hash}`;
  },
  *isSignInLinkValid(hash, now) {
    return yield* execute`SELECT 1 FROM consultations.sign_in_links WHERE ${isUsableLink(hash, now)}`;
  },
  *redeemSignInLink(hash, now) {
    return yield* execute`UPDATE consultations.sign_in_links SET used_at = ${now} WHERE ${isUsableLink(hash, now)}`;
  },

  *createSession(hash, { name, device, since, usedAt, epoch }) {
    yield* execute`DELETE FROM consultations.sessions WHERE NOT (${isCurrentSession(epoch, since)})`;
    yield* execute`INSERT INTO consultations.sessions (hash, name, device, since, used_at, epoch)
      VALUES (${hash}, ${name}, ${device}, ${since}, ${usedAt}, ${epoch})`;
  },
  *findSession(hash, now) {
    const [found] = yield* select<Session>`SELECT ${sessionColumns} FROM consultations.sessions
      WHERE hash = ${hash} AND ${isRecent("since", now, sessionLifetime)}`;
    return found ?? null;
  },
  *markSessionUsed(hash, now) {
    yield* execute`UPDATE consultations.sessions SET used_at = ${now}
      WHERE hash = ${hash} AND used_at < ${now - usedAtInterval}`;
  },
  *listSessions(epoch, now) {
    return yield* select<Session>`SELECT ${sessionColumns} FROM consultations.sessions
      WHERE ${isCurrentSession(epoch, now)} ORDER BY since DESC`;
  },
  *deleteSession(name) {
    yield* execute`DELETE FROM consultations.sessions WHERE name = ${name}`;
  },
  *deleteAllSessions() {
    yield* execute`DELETE FROM consultations.sessions`;
    yield* execute`DELETE FROM consultations.sign_in_links`;
  },
};

/** What is too old has ended, and what is in the future was never true. */
const isRecent = (column: string, now: number, lifetime: number) =>
  sql`(${new Sql(column)} > ${now - lifetime} AND ${new Sql(column)} <= ${now + clockSkew})`;
const isUsableLink = (hash: string, now: number) =>
  sql`hash = ${hash} AND ${isRecent("asked_at", now, linkLifetime)} AND used_at IS NULL`;
const isCurrentSession = (epoch: string, now: number) =>
  sql`${isRecent("since", now, sessionLifetime)} AND epoch = ${epoch}`;
const sessionColumns = sql`name, device, since, used_at AS "usedAt", epoch`;
