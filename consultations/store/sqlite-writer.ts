import { existsSync } from "node:fs";
import { messageOf, traceOf } from "../thrown.ts";
import { type Call, calls as known, type Reply } from "./sqlite-calls.ts";
import { FilesReplaced, type OpenDatabase, openDatabase, rollBack } from "./sqlite-database.ts";
import { prepareStatements, type Sql } from "./sqlite-statements.ts";

// SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC. What the disk holds after a failed sync is unknown, and the next
// one may succeed although earlier data is gone: only a fresh start knows.
const syncErrors: unknown[] = [1034, 1290];

/** Performs the calls that have gathered in one transaction: one sync of the disk pays for them all. */
export function createWriter(file: string, open: (file: string) => OpenDatabase = openDatabase) {
  let opened: (OpenDatabase & { sql: Sql }) | null = null;
  let spoiled: Error | null = null;

  function settle(calls: Call[]): Reply[] {
    const checks = calls.filter(({ operation }) => operation === "check");
    const others = calls.filter(({ operation }) => operation !== "check");
    return [...attempt(others, () => transact(others)), ...attempt(checks, () => check(checks))];
  }

  function attempt(calls: Call[], work: () => Reply[]): Reply[] {
    if (calls.length === 0) return [];
    try {
      return work();
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      const fatal = error instanceof FilesReplaced || ("errcode" in error && syncErrors.includes(error.errcode));
      if (fatal && !spoiled) {
        spoiled = error;
        if (error instanceof FilesReplaced) error.message += `; ${saved()}`;
      }
      const trace = traceOf(error);
      return calls.map(({ id }) => ({ id, error: error.message, trace, fatal }));
    }
  }

  /** Nothing more is written there, but what was acknowledged must be found by the next start. */
  function saved(): string {
    try {
      return opened?.rescue() ?? "nothing was open";
    } catch (error) {
      return `not everything could be saved (${messageOf(error)})`;
    }
  }

  function transact(calls: Call[]): Reply[] {
    const { database, sql, assertInPlace } = ready();
    database.exec("BEGIN IMMEDIATE");
    let replies: Reply[];
    try {
      replies = calls.map((call) => ({ id: call.id, result: perform(sql, call) }));
    } catch (error) {
      rollBack(database);
      if (calls.length === 1) throw error;
      return calls.flatMap((call) => attempt([call], () => transact([call])));
    }
    try {
      database.exec("COMMIT");
    } catch (error) {
      rollBack(database);
      throw error;
    }
    // Until then the log still holds what was deleted.
    if (calls.some(erases)) database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    assertInPlace();
    return replies;
  }

  function check(calls: Call[]): Reply[] {
    const { assertInPlace, assertReadBack } = ready();
    assertInPlace();
    assertReadBack();
    return calls.map(({ id }) => ({ id }));
  }

  /** A database that could not be opened is tried again with every call: the disk may have come back. */
  function ready() {
    if (spoiled) throw spoiled;
    if (!opened) {
      const fresh = open(file);
      opened = { ...fresh, sql: prepareStatements(fresh.database) };
    }
    return opened;
  }

  function close(): void {
    // Whoever was removing files when that was noticed may since have removed what was saved.
    if (spoiled instanceof FilesReplaced && !existsSync(file)) saved();
    opened?.database.close();
  }

  return { settle, close };
}

const erases = ({ operation }: Call): boolean => operation === "remove" || operation === "purge";

function perform(sql: Sql, { operation, args }: Call): unknown {
  if (operation === "check") return;
  const call: (sql: Sql, ...args: never[]) => unknown = known[operation];
  return call(sql, ...(args as never[]));
}
