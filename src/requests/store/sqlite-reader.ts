import { cpSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { findAccessProblem } from "../../settings/file-access.ts";
import { requestOperations } from "./request-operations.ts";
import { assertNotEmptied, busyTimeout, newestVersion } from "./sqlite-database.ts";
import { perform, prepareStatements, type RunSql } from "./sqlite-statements.ts";
import type { RequestStore, Store } from "./store.ts";

export type RequestReader = Pick<RequestStore, "list" | "find"> & Pick<Store, "close">;

/** Reads without migrating or writing, so it works on a full disk, on a read-only one, and beside a running server. */
export function openSqliteReader(file: string): RequestReader {
  const { sql, close } = openReadOnly(file);
  return {
    list: async (after) => perform(sql, requestOperations.list(after)),
    find: async (reference) => perform(sql, requestOperations.find(reference)),
    close: async () => close(),
  };
}

type ReadableDatabase = { sql: RunSql; close: () => void };

export function openReadOnly(file: string): ReadableDatabase {
  const problem = findAccessProblem(file, "read");
  if (problem) throw new Error(problem);
  assertNotEmptied(file);
  try {
    return checkReadable(new DatabaseSync(file, { readOnly: true, timeout: busyTimeout }));
  } catch (error) {
    // To read a database with a log, SQLite needs a third file, which it cannot create on a full or read-only disk.
    const walFile = statSync(`${file}-wal`, { throwIfNoEntry: false });
    try {
      return walFile?.size ? openCopy(file) : openImmutable(file);
    } catch {
      throw error;
    }
  }
}

function openImmutable(file: string): ReadableDatabase {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  return checkReadable(new DatabaseSync(url, { readOnly: true }));
}

function openCopy(file: string): ReadableDatabase {
  const folder = mkdtempSync(join(tmpdir(), "requests-"));
  const removeCopy = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, "requests.db");
    for (const suffix of ["", "-wal"]) if (existsSync(file + suffix)) cpSync(file + suffix, copy + suffix);
    return checkReadable(new DatabaseSync(copy, { timeout: busyTimeout }), removeCopy);
  } catch (error) {
    removeCopy();
    throw error;
  }
}

/** A database that cannot be read fails here and not in the middle of a list. */
function checkReadable(database: DatabaseSync, onClosed = () => {}): ReadableDatabase {
  const close = () => {
    database.close();
    onClosed();
  };
  try {
    const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
    if (version > newestVersion) throw new Error("the database was made by a newer version");
    database.prepare("SELECT note FROM requests LIMIT 1").get();
    return { sql: prepareStatements(database), close };
  } catch (error) {
    database.close();
    throw error;
  }
}
