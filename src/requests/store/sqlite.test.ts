import {
  chmodSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { openPlainStore } from "../../../tests/kit/open-store.ts";
import { sampleEmail, sampleSubmission } from "../../../tests/kit/sample-request.ts";
import { mountSmallDisk } from "../../../tests/kit/small-disk.ts";
import { describeStore } from "../../../tests/kit/store-contract.ts";
import { temporaryFolder } from "../../../tests/kit/temporary-folder.ts";
import type { StoreCall } from "./operations.ts";
import { openSqliteStore } from "./sqlite.ts";
import { openDatabase } from "./sqlite-database.ts";
import { openSqliteReader } from "./sqlite-reader.ts";
import { createWriter } from "./sqlite-writer.ts";
import { StoreUnavailable } from "./store.ts";

const submission = sampleSubmission();
const save: StoreCall = { id: 1, operation: "save", args: [submission] };
const check: StoreCall = { id: 2, operation: "check", args: [] };

const newFile = () => join(temporaryFolder(), "requests.db");

function openStore(file = newFile()) {
  const onFatal = vi.fn();
  const store = openSqliteStore(file, onFatal);
  onTestFinished(() => store.close());
  return { file, store, onFatal };
}

/** Opens what another store has left, in this thread. */
function reopen(file: string) {
  const store = openPlainStore(file);
  onTestFinished(() => store.close());
  return store;
}

/** The part of the store that its thread runs, on a database that a test has changed. */
function openWriter(change: (opened: ReturnType<typeof openDatabase>) => void = () => {}, file = newFile()) {
  const writer = createWriter(file, (path) => {
    const opened = openDatabase(path);
    change(opened);
    return opened;
  });
  onTestFinished(() => writer.close());
  return writer;
}

// One thread serves the whole contract, and every test finds its file emptied.
const contractFile = newFile();
const contractStore = openSqliteStore(contractFile, () => {});
afterAll(() => contractStore.close());
async function openEmpty() {
  await contractStore.check();
  const database = new DatabaseSync(contractFile);
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  database.exec(`PRAGMA foreign_keys = OFF; ${tables.map(({ name }) => `DELETE FROM "${name}"`).join("; ")}`);
  database.close();
  return { ...contractStore, close: async () => {} };
}
describeStore("The embedded store", openEmpty);

describe("The embedded store on a failing disk", () => {
  it("opens as soon as the disk has space, although its first start found none", async ({ skip }) => {
    const disk = mountSmallDisk("tmpfs");
    if (!disk) return skip("no disk can be mounted here");
    onTestFinished(disk.unmount);
    disk.fill(0);
    const store = reopen(join(disk.folder, "requests.db"));
    await expect(store.save(submission)).rejects.toThrow("full");
    disk.free();
    await expect(store.save(submission)).resolves.toMatchObject({ repeated: false });
  });

  it.for(["full", "read-only"])(
    "shows its requests from a %s disk, after a stop and after a kill",
    async (state, { skip }) => {
      const disk = mountSmallDisk("tmpfs");
      if (!disk) return skip("no disk can be mounted here");
      onTestFinished(disk.unmount);
      const [stopped, killed] = [join(disk.folder, "stopped.db"), join(disk.folder, "killed.db")];
      const before = reopen(stopped);
      const { reference } = await before.save(submission);
      for (const suffix of ["", "-wal"]) cpSync(stopped + suffix, killed + suffix);
      await before.close();
      if (state === "full") disk.fill(0);
      else disk.makeReadOnly();
      for (const file of [stopped, killed]) {
        const command = openSqliteReader(file);
        onTestFinished(() => command.close());
        for (const reader of [reopen(file), command]) expect(await reader.list()).toMatchObject([{ reference }]);
      }
    },
  );

  it("refuses a damaged database until it is put back, and one made by a newer version", async () => {
    const whole = newFile();
    const before = reopen(whole);
    const { reference } = await before.save(submission);
    await before.close();
    const damaged = newFile();
    const text = "not a database at all, but long enough to look like one".repeat(20);
    writeFileSync(damaged, text);
    const store = reopen(damaged);
    await expect(store.save(submission)).rejects.toThrow("not a database");
    expect(readFileSync(damaged, "utf8")).toBe(text);
    cpSync(whole, damaged);
    expect(await store.list()).toMatchObject([{ reference }]);

    const newer = newFile();
    const database = new DatabaseSync(newer);
    database.exec("PRAGMA user_version = 99");
    database.close();
    await expect(reopen(newer).save(submission)).rejects.toThrow("newer version");
    expect(() => openSqliteReader(newer)).toThrow("newer version");
  });

  it.each<[string, (folder: string) => void]>([
    ["the log was moved", (folder) => renameSync(join(folder, "requests.db-wal"), join(folder, "moved-away"))],
    ["the folder was removed", (folder) => rmSync(folder, { recursive: true })],
  ])(
    "acknowledges nothing after %s, asks once for a restart, and then has every acknowledged request",
    async (_, damage) => {
      const folder = temporaryFolder();
      const { store, onFatal } = openStore(join(folder, "requests.db"));
      const { reference } = await store.save(sampleSubmission({ email: sampleEmail(1) }));
      damage(folder);
      await expect(store.save(submission)).rejects.toThrow("moved or replaced");
      await expect(store.check()).rejects.toThrow("moved or replaced");
      expect(onFatal).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("all of it was written"));
      // A copy of the folder stands for a process that was killed before it could close.
      const copy = join(temporaryFolder(), "copy");
      cpSync(folder, copy, { recursive: true });
      expect(await reopen(join(copy, "requests.db")).list()).toContainEqual(expect.objectContaining({ reference }));
    },
  );

  it("saves everything again when the removal continued after it was noticed", async () => {
    const { file, store } = openStore();
    const { reference } = await store.save(submission);
    // Like rm -r, this removes one file after the other, with a call of the store in between.
    rmSync(`${file}-wal`);
    await expect(store.check()).rejects.toThrow("moved or replaced");
    rmSync(file);
    await store.close();
    expect(await reopen(file).list()).toMatchObject([{ reference }]);
  });

  it("does not overwrite a file that replaced its own, and keeps a copy beside it", async () => {
    const { file, store, onFatal } = openStore();
    const { reference } = await store.save(submission);
    renameSync(file, `${file}-old`);
    rmSync(`${file}-wal`);
    writeFileSync(file, "a restored backup");
    await expect(store.check()).rejects.toThrow("moved or replaced");
    expect(readFileSync(file, "utf8")).toBe("a restored backup");
    const [, copy = ""] = /copied to (\S+)/.exec(String(onFatal.mock.calls[0]?.[0])) ?? [];
    expect(await reopen(copy).list()).toMatchObject([{ reference }]);
  });

  it("does not treat an emptied database as a new one, and keeps the log beside it", async () => {
    const { file, store } = openStore();
    await store.save(submission);
    const other = newFile();
    writeFileSync(other, "");
    cpSync(`${file}-wal`, `${other}-wal`);
    const { size } = statSync(`${other}-wal`);
    await expect(reopen(other).check()).rejects.toThrow("is empty");
    expect(() => openSqliteReader(other)).toThrow("is empty");
    expect(statSync(`${other}-wal`).size).toBe(size);

    await store.close();
    truncateSync(file);
    await expect(reopen(file).check()).rejects.toThrow("is empty");
    rmSync(file);
    await expect(reopen(file).check()).resolves.toBeUndefined();
  });

  it("is readable only by its own user, whatever the modes were before", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "requests.db");
    const before = reopen(file);
    await before.check();
    await before.close();
    chmodSync(folder, 0o755);
    chmodSync(file, 0o644);
    await reopen(file).save(submission);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
  });

  it("reports a failed sync as fatal, and writes nothing more", () => {
    const writer = openWriter(({ database }) => {
      const exec = database.exec.bind(database);
      database.exec = (sql) => {
        if (sql === "COMMIT") throw Object.assign(new Error("disk I/O error"), { errcode: 1034 });
        exec(sql);
      };
    });
    const [saved, checked] = writer.runBatch([save, check]);
    expect(saved).toMatchObject({ error: "disk I/O error", fatal: true, busy: false });
    expect(checked?.error).toBe("disk I/O error");
  });

  it("refuses to write while another process holds the lock, reads meanwhile, and recovers", () => {
    const file = newFile();
    const writer = openWriter(({ database }) => database.exec("PRAGMA busy_timeout = 0"), file);
    const set: StoreCall = { id: 1, operation: "set", args: ["name", "value"] };
    writer.runBatch([set]);
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec("BEGIN IMMEDIATE");
    expect(writer.runBatch([check, set, { id: 3, operation: "get", args: ["name"] }])).toMatchObject([
      { id: 1, error: "database is locked" },
      { id: 3, result: "value" },
      { id: 2, error: "database is locked" },
    ]);
    other.exec("ROLLBACK");
    expect(writer.runBatch([check, set]).map(({ error }) => error)).toEqual([undefined, undefined]);
  });

  it("does not let one failing call affect the others that share its transaction", () => {
    const replies = openWriter().runBatch([
      save,
      { id: 2, operation: "save", args: [{ ...submission, name: Symbol("unstorable") }] },
      { id: 3, operation: "list", args: [] },
    ]);
    expect(replies).toMatchObject([
      { id: 1, result: { repeated: false } },
      { id: 2, error: expect.any(String) },
      { id: 3, result: { length: 1 } },
    ]);
  });
});

it("The embedded store finishes pending calls before it closes, refuses later ones and keeps its data", async () => {
  const { file, store, onFatal } = openStore();
  const saved = store.save(submission);
  await store.close();
  const { reference } = await saved;
  await expect(store.list()).rejects.toThrow(StoreUnavailable);
  expect(onFatal).not.toHaveBeenCalled();
  expect(await reopen(file).list()).toMatchObject([{ reference }]);
});

it("The embedded store reads the word by which spam was always stored", async () => {
  const { file, store } = openStore();
  const { reference } = await store.save(submission);
  await store.setVerdict(reference, "spam", 1_000);
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  expect(database.prepare("SELECT verdict, event FROM requests JOIN history ON request_id = id").all()).toEqual([
    { verdict: "apart", event: "apart" },
  ]);
  expect(await store.find(reference)).toMatchObject({ verdict: "spam" });
});

it.each(["remove", "purge"] as const)("After a %s no file of the embedded store contains the text", async (how) => {
  const folder = temporaryFolder();
  const store = reopen(join(folder, "requests.db"));
  const filesContainText = () =>
    readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes("Canary"));
  const { reference } = await store.save(submission);
  const [claimed] = await store.claim(2_000, 1, 1_000);
  const ids = [claimed?.id ?? ""];
  await store.markDelivered(ids, 2_000);
  await store.markAnswered(reference, 2_000);
  expect(filesContainText()).toBe(true);
  if (how === "remove") await store.remove(reference);
  else await store.purge(ids, 2_000);
  expect(filesContainText()).toBe(false);
});
