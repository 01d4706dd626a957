import { cpSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { forbidden } from "./file-access.ts";
import { newestVersion, timeout } from "./sqlite-database.ts";
import { requests } from "./sqlite-requests.ts";
import { prepareStatements } from "./sqlite-statements.ts";
import type { Requests, Store } from "./store.ts";

export type Reader = Pick<Requests, "list" | "find"> & Pick<Store, "close">;

/** For those who only look: nothing is migrated or written, so it works on a full disk, a read-only one, and beside a server. */
export function openSqliteReader(file: string): Reader {
  const { database, close } = open(file);
  const sql = prepareStatements(database);
  return {
    list: async (behind) => requests.list(sql, behind),
    find: async (reference) => requests.find(sql, reference),
    close: async () => close(),
  };
}

/** The version since which requests have a verdict and a note; an older one is read as if they had none. */
const withDesk = 4;
const beforeDesk = "CREATE TEMP VIEW requests AS SELECT *, NULL AS verdict, '' AS note FROM main.requests";

type Opened = { database: DatabaseSync; close: () => void };

function open(file: string): Opened {
  const reason = forbidden(file, "read");
  if (reason) throw new Error(reason);
  try {
    return checked(new DatabaseSync(file, { readOnly: true, timeout }));
  } catch (error) {
    // Beside a log SQLite needs a third file to read, which a full or read-only disk may not let it make.
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
    try {
      return log?.size ? openCopy(file) : openUnchanging(file);
    } catch {
      throw error;
    }
  }
}

function openUnchanging(file: string): Opened {
  const address = pathToFileURL(file);
  address.searchParams.set("immutable", "1");
  return checked(new DatabaseSync(address, { readOnly: true }));
}

function openCopy(file: string): Opened {
  const folder = mkdtempSync(join(tmpdir(), "requests-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, "requests.db");
    for (const end of ["", "-wal"]) if (existsSync(file + end)) cpSync(file + end, copy + end);
    return checked(new DatabaseSync(copy, { timeout }), remove);
  } catch (error) {
    remove();
    throw error;
  }
}

/** What cannot be read says so now, and not in the middle of a list. */
function checked(database: DatabaseSync, afterwards = () => {}): Opened {
  const close = () => {
    database.close();
    afterwards();
  };
  try {
    const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
    if (version > newestVersion) throw new Error("the database was made by a newer version");
    if (version < withDesk) database.exec(beforeDesk);
    database.prepare("SELECT count(*) FROM facts").get();
    return { database, close };
  } catch (error) {
    database.close();
    throw error;
  }
}
