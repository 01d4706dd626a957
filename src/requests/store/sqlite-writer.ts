import { existsSync } from "node:fs";
import { errorMessage } from "../../log/errors.ts";
import { describeFailure, operations, readingOperations, type StoreCall, type StoreReply } from "./operations.ts";
import { DatabaseFilesReplaced, type OpenDatabase, openDatabase, rollBack } from "./sqlite-database.ts";
import { openReadOnly } from "./sqlite-reader.ts";
import { perform, prepareStatements, type RunSql } from "./sqlite-statements.ts";
import type { Operation } from "./statement.ts";

// SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC. After a failed sync the content of the disk is unknown, and the next
// sync may succeed although earlier data is gone. Only a restart reads what is really there.
const syncErrors: unknown[] = [1034, 1290];
/** SQLITE_BUSY: another process has held the database for as long as we wait. */
const busyError = 5;

/** Runs all queued calls that write in one transaction, so that they share one sync of the disk. */
export function createWriter(file: string, open: (file: string) => OpenDatabase = openDatabase) {
  let opened: (OpenDatabase & { sql: RunSql }) | null = null;
  let fatalError: Error | null = null;

  function runBatch(calls: StoreCall[]): StoreReply[] {
    const checks = calls.filter(({ operation }) => operation === "check");
    const reads = calls.filter(({ operation }) => readingOperations.has(operation));
    const writes = calls.filter((call) => !checks.includes(call) && !reads.includes(call));
    const replies = [...attempt(writes, () => transact(writes)), ...attempt(reads, () => read(reads))];
    // A check would wait for the same lock again, and the requests of the next batch would wait behind it.
    const locked = replies.find(({ busy }) => busy);
    if (locked) return [...replies, ...checks.map(({ id }) => ({ ...locked, id }))];
    return [...replies, ...attempt(checks, () => check(checks))];
  }

  function attempt(calls: StoreCall[], work: () => StoreReply[]): StoreReply[] {
    if (calls.length === 0) return [];
    try {
      return work();
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      const fatal =
        error instanceof DatabaseFilesReplaced || ("errcode" in error && syncErrors.includes(error.errcode));
      if (fatal && !fatalError) {
        fatalError = error;
        if (error instanceof DatabaseFilesReplaced) error.message += `; ${tryRescue()}`;
      }
      const busy = "errcode" in error && error.errcode === busyError;
      return calls.map(({ id, operation }) => ({
        id,
        error: error.message,
        trace: describeFailure(error, operation),
        fatal,
        busy,
      }));
    }
  }

  /** Nothing more is written to the old files, but the next start must find everything that was acknowledged. */
  function tryRescue(): string {
    try {
      return opened?.rescue() ?? "nothing was open";
    } catch (error) {
      return `not everything could be saved (${errorMessage(error)})`;
    }
  }

  function transact(calls: StoreCall[], begin = "BEGIN IMMEDIATE"): StoreReply[] {
    const { database, sql, assertInPlace } = ensureOpen();
    database.exec(begin);
    let replies: StoreReply[];
    try {
      replies = runAll(sql, calls);
    } catch (error) {
      rollBack(database);
      if (calls.length === 1) throw error;
      return calls.flatMap((call) => attempt([call], () => transact([call], begin)));
    }
    try {
      database.exec("COMMIT");
    } catch (error) {
      rollBack(database);
      throw error;
    }
    // Until this checkpoint the log still holds the deleted data.
    if (calls.some(isErasing)) database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    assertInPlace();
    return replies;
  }

  function read(calls: StoreCall[]): StoreReply[] {
    const readable = fatalError ? null : openUnwritable();
    if (!readable) return transact(calls, "BEGIN");
    try {
      return runAll(readable.sql, calls);
    } finally {
      readable.close();
    }
  }

  /** Opens for these calls alone what cannot be opened for writing, as on a full or read-only disk. */
  function openUnwritable() {
    try {
      ensureOpen();
      return null;
    } catch (error) {
      try {
        return openReadOnly(file);
      } catch {
        throw error;
      }
    }
  }

  function check(calls: StoreCall[]): StoreReply[] {
    const { assertInPlace, assertReadBack } = ensureOpen();
    assertInPlace();
    assertReadBack();
    return calls.map(({ id }) => ({ id }));
  }

  /** A database that could not be opened is tried again with every call, because the disk may be back. */
  function ensureOpen() {
    if (fatalError) throw fatalError;
    if (!opened) {
      const fresh = open(file);
      opened = { ...fresh, sql: prepareStatements(fresh.database) };
    }
    return opened;
  }

  function close(): void {
    // If somebody was deleting the files, the rescued file may have been deleted since.
    if (fatalError instanceof DatabaseFilesReplaced && !existsSync(file)) tryRescue();
    opened?.database.close();
  }

  return { runBatch, close };
}

const isErasing = ({ operation }: StoreCall): boolean => operation === "remove" || operation === "purge";

const runAll = (sql: RunSql, calls: StoreCall[]): StoreReply[] =>
  calls.map((call) => ({ id: call.id, result: runOperation(sql, call) }));

function runOperation(sql: RunSql, { operation, args }: StoreCall): unknown {
  if (operation === "check") return;
  const call: (...args: never[]) => Operation<unknown> = operations[operation];
  return perform(sql, call(...(args as never[])));
}
