import { closeSync, copyFileSync, existsSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoreCall, StoreReply } from "../../../src/requests/store/operations.ts";
import { type OpenDatabase, openDatabase } from "../../../src/requests/store/sqlite-database.ts";
import { createWriter } from "../../../src/requests/store/sqlite-writer.ts";
import type { Random } from "../random.ts";

export type OpenFunction = typeof openDatabase;

/** "kill" loses nothing that was written, "power" loses unsynced data, "torn" cuts the last commit in the middle. */
export type Cut = "kill" | "power" | "torn";

/** SQLite's log: its number of pages, how many of them are synced into the database, and since when it grows. */
type Log = { frames: number; backfilled: number; salt: string };

const frameSize = 24 + 4_096;
const logLength = (frames: number): number => (frames === 0 ? 0 : 32 + frames * frameSize);

/**
 * The store's real writer and database, on a disk that can lose data. Data counts as synced by SQLite's own rules: with
 * FULL after a commit, otherwise after a checkpoint.
 */
export function createDisk(folder: string, exclusive: boolean, random: Random, open: OpenFunction = openDatabase) {
  let number = 0;
  let file = "";
  let opened: OpenDatabase | null = null;
  let writer = createWriter("");
  /** The log before the last commit, and after the last cut, until the database is opened again. */
  let logBeforeCommit: Log = { frames: 0, backfilled: 0, salt: "" };
  let logAtCut = logBeforeCommit;
  mount();

  function mount(): void {
    file = join(folder, `${++number}.db`);
    opened = null;
    writer = createWriter(file, (path) => {
      opened = open(path, exclusive);
      return opened;
    });
  }
  function readLog(): Log {
    const head = Buffer.alloc(100);
    if (!existsSync(`${file}-shm`)) return logAtCut;
    const shared = openSync(`${file}-shm`, "r");
    readSync(shared, head, 0, 100, 0);
    closeSync(shared);
    return { frames: head.readUInt32LE(16), backfilled: head.readUInt32LE(96), salt: head.toString("hex", 32, 40) };
  }
  function keptLength(cut: Cut): number {
    const now = readLog();
    if (cut === "kill") return logLength(now.frames);
    const level = Number(opened?.database.prepare("PRAGMA synchronous").get()?.synchronous);
    const synced = level >= 2 ? now.frames : now.backfilled;
    if (cut === "power") return random.between(logLength(synced), logLength(now.frames));
    // A checkpoint begins only after the whole log is synced.
    if (now.backfilled > (now.salt === logBeforeCommit.salt ? logBeforeCommit.backfilled : 0))
      return logLength(now.frames);
    return random.between(
      now.salt === logBeforeCommit.salt ? Math.min(logLength(logBeforeCommit.frames), logLength(synced)) : 0,
      logLength(now.frames),
    );
  }

  return {
    execute(calls: StoreCall[]): StoreReply[] {
      logBeforeCommit = readLog();
      return writer.runBatch(calls);
    },
    /** Reads the rows directly rather than through the store, which still opens the database. */
    rows(): Record<string, unknown>[] {
      if (!opened) writer.runBatch([{ id: 0, operation: "get", args: [""] }]);
      const all = "SELECT email, reference, delivered_at AS delivered FROM requests JOIN outbox ON request_id = id";
      return opened?.database.prepare(all).all() ?? [];
    },
    cut(how: Cut): void {
      if (!opened) return;
      const length = keptLength(how);
      const now = readLog();
      const whole = length === logLength(now.frames);
      logAtCut = {
        ...now,
        frames: whole ? now.frames : now.salt === logBeforeCommit.salt ? logBeforeCommit.frames : 0,
      };
      const [old, oldWriter] = [file, writer];
      mount();
      copyFileSync(old, file);
      if (length > 0) writeFileSync(`${file}-wal`, readFileSync(`${old}-wal`).subarray(0, length));
      oldWriter.close();
      for (const end of ["", "-wal", "-shm"]) rmSync(old + end, { force: true });
    },
    remove(): void {
      writer.close();
      for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
    },
  };
}

export type Disk = ReturnType<typeof createDisk>;
