import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Refusal } from "./refusal.ts";

/** A copy of a database that may be in use: whole, as of one moment, and without what was erased. */
export function copyDatabase(from: string, to: string): number {
  if (!existsSync(from)) throw new Refusal(`There is no database at ${from}: DATA_DIR names its folder.`);
  countRequests(from);
  const database = new DatabaseSync(from, { timeout: 10_000 });
  try {
    database.prepare("VACUUM INTO ?").run(to);
  } finally {
    database.close();
  }
  chmodSync(to, 0o600);
  return countRequests(to);
}

/** Notes when a copy was made, and leaves the tables as they are. */
export function noteCopy(file: string, at: number): void {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  try {
    database.prepare("INSERT OR REPLACE INTO facts VALUES ('backup', ?)").run(String(at));
  } finally {
    database.close();
  }
}

/** Puts a copy in the place of the database. What was there is kept beside it, as nobody may have meant this. */
export function putBack(from: string, to: string): { requests: number; kept: string | undefined } {
  countRequests(from);
  if (statSync(from).size !== sizeOf(from)) throw new Refusal(`${from} was cut short: take another copy.`);
  if (existsSync(to) && isHeld(to)) {
    throw new Refusal(
      "A server is using the database. Stop it first: sudo systemctl stop studio.service studio.socket",
    );
  }
  const folder = dirname(to);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const partial = `${to}.restored`;
  copyFileSync(from, partial);
  chmodSync(partial, 0o600);
  // The server's user must be able to write what root has put back.
  if (process.getuid?.() === 0) chownSync(partial, statSync(folder).uid, statSync(folder).gid);
  const kept = existsSync(to) ? `${to}.${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}` : undefined;
  if (kept) {
    renameSync(to, kept);
    chmodSync(kept, 0o600);
  }
  for (const ending of ["-wal", "-shm"]) rmSync(to + ending, { force: true });
  renameSync(partial, to);
  return { requests: countRequests(to), kept };
}

/** Whatever is damaged, foreign or empty is no copy of requests. */
function countRequests(file: string): number {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const health = database.prepare("PRAGMA integrity_check(1)").get();
      if (health?.integrity_check !== "ok") throw new Error("it is damaged");
      database.prepare("SELECT 1 FROM outbox LIMIT 1").get();
      return Number(database.prepare("SELECT count(*) AS count FROM requests").get()?.count);
    } finally {
      database.close();
    }
  } catch (error) {
    throw new Refusal(`${file} holds no requests: ${error instanceof Error ? error.message : error}.`);
  }
}

/** What its pages come to. A copy has no log beside it that could hold some of them. */
function sizeOf(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const pages = database.prepare("PRAGMA page_count").get()?.page_count;
    return Number(pages) * Number(database.prepare("PRAGMA page_size").get()?.page_size);
  } finally {
    database.close();
  }
}

/** Only whoever is alone with a database can take it out of its write-ahead log. What cannot be opened is not in use. */
function isHeld(file: string): boolean {
  try {
    const database = new DatabaseSync(file, { timeout: 0 });
    try {
      database.exec("PRAGMA journal_mode = DELETE");
      return false;
    } finally {
      database.close();
    }
  } catch (error) {
    return /locked|busy/.test(String(error));
  }
}
