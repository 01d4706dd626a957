import { chmodSync, closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { explainIfForbidden, findAccessProblem } from "../../settings/file-access.ts";

/** How long to wait for another process's lock. A call and a check behind it must both finish within three seconds. */
export const busyTimeout = 1_400;

/** Each entry raises the schema by one version. Entries are only ever added. */
export const migrations = [
  `CREATE TABLE requests (
    id TEXT PRIMARY KEY,
    reference TEXT NOT NULL UNIQUE,
    key TEXT UNIQUE,
    received_at INTEGER NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT NOT NULL,
    treatment TEXT NOT NULL,
    message TEXT NOT NULL,
    flags TEXT NOT NULL,
    answered_at INTEGER,
    reminded_at INTEGER
  ) STRICT;
  CREATE INDEX requests_by_email ON requests (email, received_at);
  CREATE INDEX requests_unanswered ON requests (received_at) WHERE answered_at IS NULL;
  CREATE TABLE outbox (
    request_id TEXT PRIMARY KEY REFERENCES requests ON DELETE CASCADE,
    queued_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    last_error TEXT,
    delivered_at INTEGER,
    warned INTEGER NOT NULL DEFAULT 0,
    copy INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  CREATE INDEX outbox_due ON outbox (attempts > 0, due_at) WHERE delivered_at IS NULL;
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;`,
  "ALTER TABLE outbox ADD COLUMN claimed_until INTEGER NOT NULL DEFAULT 0",
  `ALTER TABLE outbox ADD COLUMN flagged INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE outbox ADD COLUMN refused INTEGER NOT NULL DEFAULT 0;
  UPDATE outbox SET flagged = 1 WHERE request_id IN (SELECT id FROM requests WHERE flags <> '');
  DROP INDEX outbox_due;
  CREATE INDEX outbox_next ON outbox (flagged, refused, queued_at, due_at, claimed_until) WHERE delivered_at IS NULL;
  CREATE INDEX outbox_waiting ON outbox (queued_at) WHERE delivered_at IS NULL;
  CREATE INDEX outbox_delivered ON outbox (delivered_at) WHERE delivered_at IS NOT NULL;
  CREATE INDEX requests_by_time ON requests (received_at, id);
  INSERT OR REPLACE INTO facts SELECT 'reminded', max(received_at) FROM requests WHERE reminded_at IS NOT NULL
    HAVING max(received_at) IS NOT NULL;`,
  `ALTER TABLE requests ADD COLUMN verdict TEXT;
  ALTER TABLE requests ADD COLUMN judged_at INTEGER;
  ALTER TABLE requests ADD COLUMN note TEXT NOT NULL DEFAULT '';
  CREATE INDEX requests_answered ON requests (answered_at) WHERE answered_at IS NOT NULL;
  CREATE TABLE history (
    request_id TEXT NOT NULL REFERENCES requests ON DELETE CASCADE,
    at INTEGER NOT NULL,
    event TEXT NOT NULL
  ) STRICT;
  CREATE INDEX history_of_request ON history (request_id);
  INSERT INTO history SELECT * FROM (
    SELECT request_id, delivered_at AS at, 'sent' FROM outbox
    UNION ALL SELECT id, reminded_at, 'reminded' FROM requests
    UNION ALL SELECT id, answered_at, 'answered' FROM requests
  ) WHERE at IS NOT NULL ORDER BY at;
  CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    device TEXT NOT NULL,
    since INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    epoch TEXT NOT NULL
  ) STRICT;
  CREATE TABLE sign_in_links (hash TEXT PRIMARY KEY, asked_at INTEGER NOT NULL, used_at INTEGER) STRICT;`,
  `CREATE TABLE visits (
    day TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    views INTEGER NOT NULL,
    PRIMARY KEY (day, kind, name)
  ) STRICT, WITHOUT ROWID;`,
];

export const newestVersion = migrations.length;

export class DatabaseFilesReplaced extends Error {}

export type OpenDatabase = {
  database: DatabaseSync;
  /** Throws unless the path still leads to the files that are being written. */
  assertInPlace(): void;
  /** Throws unless what is written can be read back on a separate connection. */
  assertReadBack(): void;
  /** Saves the content of the open files after they were moved or replaced, and says where. */
  rescue(): string;
};

/** `exclusive` means that no other process delivers from this file, so claims of an earlier process are released. */
export function openDatabase(file: string, exclusive = true): OpenDatabase {
  try {
    return openAndPrepare(file, exclusive);
  } catch (error) {
    // SQLite says only "unable to open database file" or "attempt to write a readonly database", without the reason.
    const files = [dirname(file), file, `${file}-wal`, `${file}-shm`];
    const reason = files.map((path) => findAccessProblem(path, "written")).find((problem) => problem !== null);
    throw reason ? new Error(reason) : explainIfForbidden(error, dirname(file), "written");
  }
}

function openAndPrepare(file: string, exclusive: boolean): OpenDatabase {
  const isNew = !existsSync(file) && size(`${file}-wal`) === 0;
  makePrivate(file);
  if (!isNew) assertNotEmptied(file);
  const database = new DatabaseSync(file, { timeout: busyTimeout });
  try {
    configure(database);
    if (exclusive) database.exec("UPDATE outbox SET claimed_until = 0 WHERE claimed_until > 0");
    const watchedPaths = [file, `${file}-wal`];
    writeFact(database, "health", "opened");
    const inodes = watchedPaths.map(inode);
    const assertInPlace = () => {
      if (watchedPaths.some((path, index) => inode(path) !== inodes[index])) {
        throw new DatabaseFilesReplaced("the files of the database were moved or replaced");
      }
    };
    const assertReadBack = () => {
      // This is larger than any request and its indexes: a disk too full for one must not look healthy.
      const healthValue = crypto.randomUUID().repeat(2_000);
      writeFact(database, "health", healthValue);
      if (readHealthValue(file) !== healthValue) throw new Error("what was written cannot be read back");
    };
    const isInPlace = () => inode(file) === inodes[0];
    return { database, assertInPlace, assertReadBack, rescue: () => rescueDatabase(database, file, isInPlace()) };
  } catch (error) {
    database.close();
    // What a failed first start leaves would look like an emptied database to the next try.
    if (isNew && size(file) === 0) rmSync(file, { force: true });
    throw error;
  }
}

function configure(database: DatabaseSync): void {
  const mode = database.prepare("PRAGMA journal_mode = WAL").get();
  if (mode?.journal_mode !== "wal") throw new Error("the file system does not support a write-ahead log");
  // FULL syncs the log at each commit. NORMAL, which is usual with WAL, loses acknowledged requests in a power cut.
  database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON");
  const health = database.prepare("PRAGMA integrity_check(1)").get();
  if (health?.integrity_check !== "ok") throw new Error("the database is damaged");
  migrate(database);
}

/** The files hold personal data, so only the server's own user may read them, whatever their mode was before. */
function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // SQLite gives the log the mode of the database file.
  closeSync(openSync(file, "a", 0o600));
  const modes = { [dirname(file)]: 0o700, [file]: 0o600, [`${file}-wal`]: 0o600, [`${file}-shm`]: 0o600 };
  for (const [path, mode] of Object.entries(modes)) {
    const stats = statSync(path, { throwIfNoEntry: false });
    // A file of another user cannot be changed by us, but it may still be writable.
    if (stats && (stats.mode & 0o077) > 0 && stats.uid === (process.getuid?.() || stats.uid)) chmodSync(path, mode);
  }
}

/**
 * SQLite treats an empty file as a new database and deletes the log beside it, with everything that is only there. A
 * file that was emptied by accident must not look like a first start either, or nobody would look for the backup.
 */
export function assertNotEmptied(file: string): void {
  if (size(file) > 0) return;
  throw new Error(
    `${file} is empty: put the database back from a backup, or, to start with an empty one, move it and its log away`,
  );
}

function migrate(database: DatabaseSync): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
    if (version > migrations.length) throw new Error("the database was made by a newer version");
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec("COMMIT");
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** On a full disk SQLite has already rolled back, and a second rollback would hide the error that matters. */
export function rollBack(database: DatabaseSync): void {
  if (database.isTransaction) database.exec("ROLLBACK");
}

const size = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function inode(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return `${stats?.dev}:${stats?.ino}`;
}

export function writeFact(database: DatabaseSync, name: string, value: string): void {
  database.prepare("INSERT OR REPLACE INTO facts VALUES (?, ?)").run(name, value);
}

function readHealthValue(file: string): unknown {
  const reader = new DatabaseSync(file, { readOnly: true, timeout: busyTimeout });
  try {
    return reader.prepare("SELECT value FROM facts WHERE name = 'health'").get()?.value;
  } finally {
    reader.close();
  }
}

/**
 * Somebody has moved, removed or replaced the open database files. This writes their content back to where the next
 * start looks for it. A file that is there now is never overwritten: then the copy gets another name beside it.
 */
function rescueDatabase(database: DatabaseSync, file: string, isInPlace: boolean): string {
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  if (isInPlace) return "all of it was written to the database";
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const copy = `${file}-rescued-${new Date().toISOString().replaceAll(":", "-")}`;
  database.prepare("VACUUM INTO ?").run(copy);
  chmodSync(copy, 0o600);
  // SQLite would apply a leftover log to the copy and corrupt it.
  if (existsSync(file) || size(`${file}-wal`) > 0) return `all of it was copied to ${copy}`;
  for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
  renameSync(copy, file);
  return `all of it was written to ${file} again`;
}
