import { chmodSync, copyFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { Client } from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { lockFolder } from "../src/files/folder-lock.ts";
import { openPostgresStore, queryOn } from "../src/requests/store/postgres.ts";
import { migrate } from "../src/requests/store/postgres-migrate.ts";
import { migrations } from "../src/requests/store/sqlite-database.ts";
import type { Store } from "../src/requests/store/store.ts";
import type { Visits } from "../src/requests/store/visit-store.ts";
import { backUp, restore } from "../src/server/backup-commands.ts";
import { databaseFile } from "../src/server/data-paths.ts";
import { tablesOf } from "../src/server/portable-copy.ts";
import { readSettings } from "../src/settings/settings.ts";
import { openPlainStore } from "../tests/kit/open-store.ts";
import { sampleEmail, sampleSubmission } from "../tests/kit/sample-request.ts";
import { createDatabase } from "../tests/kit/shared-postgres.ts";
import { readAllRequests } from "../tests/kit/stored-requests.ts";
import { temporaryFolder } from "../tests/kit/temporary-folder.ts";

type Variables = Record<string, string>;

/** Runs a command in this process, and returns what it says. */
async function run(command: typeof backUp, argument: string, variables: Variables): Promise<string> {
  return (await Readable.from(command(argument, readSettings(variables))).toArray()).join("");
}

const inFile = async () => ({ DATA_DIR: temporaryFolder() });
const inPostgres = async () => ({ DATABASE_URL: await createDatabase() });

const open = (settings: Variables) =>
  settings.DATA_DIR
    ? openPlainStore(databaseFile(settings.DATA_DIR))
    : openPostgresStore(settings.DATABASE_URL ?? "", { connections: 10, prepare: migrate });

/** Opens a database until the test ends. */
function reopen(settings: Variables) {
  const store = open(settings);
  onTestFinished(() => store.close());
  return store;
}

async function saveRequests(store: Store, count: number) {
  for (let number = 0; number < count; number++) await store.save(sampleSubmission({ email: sampleEmail(number) }));
}
const references = async (store: Store) => (await readAllRequests(store)).map(({ reference }) => reference).sort();

function onlyFileIn(folder: string) {
  const [name = "", ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return join(folder, name);
}

async function copyOf(settings: Variables, copies = temporaryFolder()) {
  await run(backUp, copies, settings);
  return onlyFileIn(copies);
}

/** Makes a database with this many requests that no server uses, and a copy of it. */
async function makeCopy<Settings extends Variables>(settings: Settings, count: number) {
  const store = open(settings);
  await saveRequests(store, count);
  await store.close();
  return { settings, copy: await copyOf(settings) };
}

/** Makes a copy of a copy in which somebody has changed something. */
function changeCopy(copy: string, changed: string, change: string) {
  copyFileSync(copy, changed);
  const database = new DatabaseSync(changed);
  database.exec(change);
  database.close();
}

const keptFile = (said: string) => /is kept as (\S+)\.\n/.exec(said)?.[1] ?? "";
const visit: Visits = { day: "2026-11-16", kind: "page", name: "/", views: 7 };

describe.each([
  ["a file", inFile],
  ["PostgreSQL", inPostgres],
])("requests in %s", (_, newDatabase) => {
  it("are copied while the server runs, and put back when it is stopped; what came since is set aside", async () => {
    const settings = await newDatabase();
    const store = open(settings);
    await saveRequests(store, 3);
    await store.createSignInLink("link", 10);
    await store.createSession("hash", { name: "phone", device: "a phone", since: 10, usedAt: 10, epoch: "" });
    await store.set("desk key", "of emails sent before");
    const before = await references(store);
    const copies = join(temporaryFolder(), "copies");
    expect(await run(backUp, copies, settings)).toMatch(/^3 requests are in /);
    const copy = onlyFileIn(copies);
    expect([copies, copy].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
    // Whoever reads a copy can sign in with nothing in it.
    expect(readFileSync(copy, "latin1").match(/a phone|of emails sent before/)).toBeNull();
    expect(Number(await store.get("backup"))).toBeGreaterThan(0);

    await saveRequests(store, 5);
    const since = await references(store);
    await expect(run(restore, copy, settings)).rejects.toThrow(/^A server is using the database\. Stop/);
    expect(await references(store)).toEqual(since);
    await store.close();

    const said = await run(restore, copy, settings);
    expect(said).toMatch(/^3 requests are back/);
    const kept = keptFile(said);
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    const again = open(settings);
    expect(await references(again)).toEqual(before);
    // What was signed out since the copy was made must not be signed in again.
    expect(await again.findSession("hash", 20)).toBeNull();
    expect(await again.isSignInLinkValid("link", 20)).toBe(false);
    expect(await again.get("desk key")).toBeNull();
    await again.close();
    const bytes = readFileSync(kept);
    await run(restore, kept, settings);
    expect(readFileSync(kept)).toEqual(bytes);
    const last = reopen(settings);
    expect(await references(last)).toEqual(since);
    // The file that was set aside has sessions, as copies of older versions do.
    expect(await last.findSession("hash", 20)).toBeNull();
  });
});

describe("from one small server to several, and back", () => {
  /** Puts requests in every state into a store, and more of them than one batch holds. */
  async function fill(store: Store) {
    const add = async (change: Parameters<typeof sampleSubmission>[0]) =>
      (await store.save(sampleSubmission(change))).reference;
    await saveRequests(store, 600);
    const odd = await add({ name: "李 \u202e\0 \\0 'x'", message: "=1+1\n<b>é</b> 😀 \\", key: "a key" });
    const spam = await add({ message: "sell", flags: ["flood", "limit"] });
    const [sent, late] = await store.claim(3_000, 2, 9_000);
    await store.markDelivered([sent?.id ?? ""], 3_100);
    await store.markFailed([late?.id ?? ""], "550 no such mailbox ☹", 90_000, true);
    await store.resend(sent?.reference ?? "", 3_200);
    await store.markReminded([sent?.id ?? ""], 3_300);
    await store.markConfirmed(sent?.id ?? "", 3_300);
    await store.markWarned(1_500, 2);
    await store.markAnswered(late?.reference ?? "", 4_000);
    await store.markAnswered(odd, 4_000);
    await store.undoAnswered(odd, 4_000);
    await store.setNote(odd, "Ring after six \\0\n– “soon” 👋");
    await store.setVerdict(spam, "spam", 5_000);
    await store.set("reminded", "1000");
    // PostgreSQL keeps the version of its tables under this name.
    await store.set("schema", "99");
    await store.addVisits([visit, { ...visit, day: "2026-11-17" }, { ...visit, kind: "from", name: "é.example" }]);
  }

  async function contents(store: Store) {
    const requests = await readAllRequests(store);
    const histories = await Promise.all(requests.map(({ reference }) => store.history(reference)));
    return { requests, histories };
  }

  /** Every row of a copy, but for facts that belong to one database. */
  function rowsOf(copy: string) {
    using database = new DatabaseSync(copy, { readOnly: true });
    const facts = "facts WHERE name NOT IN ('backup', 'schema')";
    return ["requests", "outbox", "history", "visits", facts].map((source) =>
      database
        .prepare(`SELECT * FROM ${source}`)
        .all()
        .map((row) => JSON.stringify(row))
        .sort(),
    );
  }

  async function connect({ DATABASE_URL }: { DATABASE_URL: string }) {
    const client = new Client(DATABASE_URL);
    await client.connect();
    return client;
  }

  it("every request, event, note, sum and fact, in each column there is, comes through both databases unchanged", async () => {
    // On an empty machine the folder is not there yet.
    const [first, several, last] = [await inFile(), await inPostgres(), { DATA_DIR: join(temporaryFolder(), "data") }];
    const store = open(first);
    await fill(store);
    const before = await contents(store);
    const outward = await copyOf(first);
    await store.close();
    expect(await run(restore, outward, several)).toBe("602 requests are back in PostgreSQL.\n");
    const shared = open(several);
    expect(await contents(shared)).toEqual(before);
    await shared.close();
    const homeward = await copyOf(several);
    expect(rowsOf(homeward)).toEqual(rowsOf(outward));
    expect(await run(restore, homeward, last)).toMatch(/^602 requests are back in /);

    const client = await connect(several);
    onTestFinished(() => client.end());
    const { rows } = await client.query(`SELECT table_name || '.' || column_name AS name
      FROM information_schema.columns WHERE table_schema = 'consultations'`);
    const copied = tablesOf(migrations.length).flatMap(([table, columns]) => columns.map((name) => `${table}.${name}`));
    const names = rows.map(({ name }) => name).filter((name) => !/^(sessions|sign_in_links)\./.test(name));
    // PostgreSQL needs a number to keep events in their order.
    expect(names.sort()).toEqual([...copied, "history.number"].sort());
  });

  it("a copy that PostgreSQL cannot take leaves its tables as they were, and no file", async () => {
    const { settings, copy } = await makeCopy(await inPostgres(), 2);
    changeCopy(copy, `${copy}.wrong`, "PRAGMA foreign_keys = OFF; UPDATE requests SET id = 'no uuid' WHERE rowid = 2");
    await expect(run(restore, `${copy}.wrong`, settings)).rejects.toThrow("22P02");
    expect(readdirSync(dirname(copy))).toHaveLength(2);
    expect(await references(reopen(settings))).toHaveLength(2);
  });

  it("tables of an older version are copied as they are, and brought up to date where the copy is restored", async () => {
    const [file, several, last] = [await inFile(), await inPostgres(), await inFile()];
    const insert = `INSERT INTO requests (id, reference, received_at, name, email, phone, treatment, message, flags,
        answered_at) VALUES ('3b241101-e2bb-4255-8caf-4136c566a962', 'K7QF3M2P', 10, 'Ana', 'a@b.ca', '1', '', '', '', 20);
      INSERT INTO outbox (request_id, queued_at, due_at, delivered_at) SELECT id, 10, 10, 15 FROM requests;`;
    using older = new DatabaseSync(databaseFile(file.DATA_DIR));
    older.exec([...migrations.slice(0, 3), "PRAGMA user_version = 3", insert].join(";\n"));
    const client = await connect(several);
    await migrate((work) => work(queryOn(client)), 3);
    await client.query(`SET search_path TO consultations; ${insert}`);
    // Migrations wait for this lock, and a copy does not.
    await client.query("SELECT pg_advisory_lock(hashtext('consultations migrations'))");
    const fromPostgres = await copyOf(several);
    const fromFile = await copyOf(file);
    expect(older.prepare("PRAGMA user_version").get()).toEqual({ user_version: 3 });
    expect(older.prepare("SELECT value FROM facts WHERE name = 'backup'").get()).toBeDefined();

    // A server that is still closing its connections is waited for.
    setTimeout(() => client.end(), 500);
    await run(restore, fromFile, several);
    await run(restore, fromPostgres, last);
    for (const settings of [several, last]) {
      const store = reopen(settings);
      expect(await store.history("K7QF3M2P")).toEqual([
        { at: 15, event: "sent" },
        { at: 20, event: "answered" },
      ]);
      await store.addVisits([visit]);
      expect(await store.listVisits(visit.day, visit.day)).toEqual([visit]);
    }
  });
});

describe("a file", () => {
  it("is not replaced by a copy that is cut short, changed or none, and takes our rows alone from any other", async () => {
    const { settings, copy } = await makeCopy(await inFile(), 1);
    const folder = temporaryFolder();
    changeCopy(copy, join(folder, "a table less"), "DROP TABLE history");
    changeCopy(copy, join(folder, "a newer version"), "PRAGMA user_version = 99");
    copyFileSync(copy, join(folder, "cut short"));
    truncateSync(join(folder, "cut short"), statSync(copy).size - 30);
    writeFileSync(join(folder, "no database"), "no database");
    const files = readdirSync(folder);
    for (const name of [...files, "absent"])
      await expect(run(restore, join(folder, name), settings), name).rejects.toThrow(
        / holds no requests: | was cut short|Name a copy that is there/,
      );
    expect(readdirSync(folder)).toEqual(files);

    const changed = join(dirname(copy), "changed.db");
    const trigger = "CREATE TRIGGER t AFTER INSERT ON outbox BEGIN DELETE FROM requests; END";
    changeCopy(copy, changed, `${trigger}; ALTER TABLE requests ADD COLUMN more TEXT`);
    await run(restore, changed, settings);
    const store = reopen(settings);
    // With the trigger this would delete every request.
    await saveRequests(store, 3);
    expect(await references(store)).toHaveLength(3);
  });

  it("is copied neither from a place without any, nor beside itself, nor into a folder that others can read", async () => {
    const copies = temporaryFolder();
    await expect(run(backUp, copies, await inFile())).rejects.toThrow(/There is no database/);
    chmodSync(copies, 0o755);
    const { settings } = await makeCopy(await inFile(), 1);
    await expect(run(backUp, copies, settings)).rejects.toThrow(/Other users can read/);
    expect(readdirSync(copies)).toEqual([]);
    await expect(run(backUp, settings.DATA_DIR, settings)).rejects.toThrow(/must not be beside/);
  });

  it("is restored over a damaged one, and not while a server that stores nothing yet uses its folder", async () => {
    const { copy } = await makeCopy(await inFile(), 2);
    const damaged = await inFile();
    writeFileSync(databaseFile(damaged.DATA_DIR), "no database");
    const unlock = await lockFolder(damaged.DATA_DIR);
    await expect(run(restore, copy, damaged)).rejects.toThrow(/^A server is using the database/);
    unlock();
    await run(restore, copy, damaged);
    expect(await references(reopen(damaged))).toHaveLength(2);
  });

  it("that was emptied keeps the log beside it", async () => {
    const { settings: from, copy } = await makeCopy(await inFile(), 2);
    const store = open(from);
    await saveRequests(store, 5);
    // After a crash, the requests since the last checkpoint are only in the log.
    const crashed = await inFile();
    const [file, log] = ["requests.db", "requests.db-wal"].map((name) => readFileSync(join(from.DATA_DIR, name)));
    await store.close();
    writeFileSync(databaseFile(crashed.DATA_DIR), "");
    writeFileSync(`${databaseFile(crashed.DATA_DIR)}-wal`, log ?? "");
    await expect(copyOf(crashed)).rejects.toThrow("it has none of the tables");
    const kept = keptFile(await run(restore, copy, crashed));
    expect(readFileSync(`${kept}-wal`)).toEqual(log);
    expect(await references(reopen(crashed))).toHaveLength(2);
    // The log is complete: together with its database it still has all five requests.
    writeFileSync(kept, file ?? "");
    const rescued = openPlainStore(kept);
    onTestFinished(() => rescued.close());
    expect(await references(rescued)).toHaveLength(5);
  });
});
