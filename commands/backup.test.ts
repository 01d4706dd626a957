import { chmodSync, copyFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { lockFolder } from "../src/files/folder-lock.ts";
import { openPostgresStore } from "../src/requests/store/postgres.ts";
import { migrate } from "../src/requests/store/postgres-migrate.ts";
import { migrations } from "../src/requests/store/sqlite-database.ts";
import type { Store } from "../src/requests/store/store.ts";
import type { Visits } from "../src/requests/store/visit-store.ts";
import { backUp, restore } from "../src/server/backup-commands.ts";
import { runCommand } from "../src/server/command-error.ts";
import { databaseFile } from "../src/server/data-paths.ts";
import { readSettings } from "../src/settings/settings.ts";
import { capturePrinted } from "../tests/kit/capture-printed.ts";
import { openPlainStore } from "../tests/kit/open-store.ts";
import { sampleEmail, sampleSubmission } from "../tests/kit/sample-request.ts";
import { createDatabase } from "../tests/kit/shared-postgres.ts";
import { readAllRequests } from "../tests/kit/stored-requests.ts";
import { temporaryFolder } from "../tests/kit/temporary-folder.ts";

type Result = { code: number; output: string; problem: string };
type Variables = Record<string, string>;

/** Runs the command in this process, and returns what it prints. */
async function run(command: "backup" | "restore", argument: string, variables: Variables): Promise<Result> {
  using printed = capturePrinted();
  try {
    await runCommand(async () => ({ backup: backUp, restore })[command](argument, readSettings(variables)));
    return { code: Number(process.exitCode ?? 0), output: printed.log, problem: printed.error };
  } finally {
    process.exitCode = undefined;
  }
}

async function saveRequests(store: Store, count: number) {
  for (let number = 0; number < count; number++) await store.save(sampleSubmission({ email: sampleEmail(number) }));
}
const references = async (store: Store) => (await readAllRequests(store)).map(({ reference }) => reference).sort();

/** Returns the path of the only file in a folder. */
function onlyFileIn(folder: string) {
  const [name = "", ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return join(folder, name);
}

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

async function copyOf(settings: Variables) {
  const copies = temporaryFolder();
  expect(await run("backup", copies, settings)).toMatchObject({ code: 0, problem: "" });
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

const inFile = async () => ({ DATA_DIR: temporaryFolder() });
const inPostgres = async () => ({ DATABASE_URL: await createDatabase() });
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
    expect(await run("backup", copies, settings)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^3 requests are in /),
    });
    const copy = onlyFileIn(copies);
    expect([copies, copy].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
    // Whoever reads a copy can sign in with nothing in it.
    expect(readFileSync(copy, "latin1").match(/a phone|of emails sent before/)).toBeNull();
    expect(Number(await store.get("backup"))).toBeGreaterThan(0);

    await saveRequests(store, 5);
    const since = await references(store);
    expect(await run("restore", copy, settings)).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/^A server is using the database\. Stop/),
    });
    expect(await references(store)).toEqual(since);
    await store.close();

    const { code, output } = await run("restore", copy, settings);
    expect([code, output]).toEqual([0, expect.stringMatching(/^3 requests are back/)]);
    const [, kept = ""] = /is kept as (\S+)\.\n/.exec(output) ?? [];
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    const again = open(settings);
    expect(await references(again)).toEqual(before);
    // What was signed out since the copy was made must not be signed in again.
    expect(await again.findSession("hash", 20)).toBeNull();
    expect(await again.isSignInLinkValid("link", 20)).toBe(false);
    expect(await again.get("desk key")).toBeNull();
    await again.close();
    const bytes = readFileSync(kept);
    expect(await run("restore", kept, settings)).toMatchObject({ code: 0, problem: "" });
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
    const flagged = await add({ message: "buy", flags: ["trap", "limit"] });
    const spam = await add({ message: "sell", flags: ["flood"] });
    const answered = await add({ message: "answered", receivedAt: 2_000 });
    const [sent, late] = await store.claim(3_000, 2, 9_000);
    await store.markDelivered([sent?.id ?? ""], 3_100);
    await store.markFailed([late?.id ?? ""], "550 no such mailbox ☹", 90_000, true);
    await store.resend(sent?.reference ?? "", 3_200);
    await store.markReminded([sent?.id ?? ""], 3_300);
    await store.markConfirmed(sent?.id ?? "", 3_300);
    await store.markWarned(1_500, 2);
    await store.markAnswered(answered, 4_000);
    await store.markAnswered(odd, 4_000);
    await store.undoAnswered(odd, 4_000);
    await store.setNote(odd, "Ring after six \\0\n– “soon” 👋");
    await store.setVerdict(flagged, "real", 5_000);
    await store.setVerdict(spam, "spam", 5_000);
    await store.set("reminded", "1000");
    await store.addVisits([visit, { ...visit, day: "2026-11-17" }, { ...visit, kind: "from", name: "é.example" }]);
  }

  async function contents(store: Store) {
    const requests = await readAllRequests(store);
    const histories = await Promise.all(requests.map(({ reference }) => store.history(reference)));
    const visits = await store.listVisits("2026-01-01", "2026-12-31");
    return { requests, histories, visits: visits.map((one) => JSON.stringify(one)).sort() };
  }

  /** Every row of a copy, but for who is signed in, and for facts that belong to one database. */
  function rowsOf(copy: string) {
    const database = new DatabaseSync(copy, { readOnly: true });
    const facts = "facts WHERE name NOT IN ('health', 'backup', 'schema')";
    const tables = ["requests", "outbox", "history", "visits", facts].map((source) =>
      database.prepare(`SELECT * FROM ${source}`).all(),
    );
    database.close();
    return tables.map((rows) => rows.map((row) => JSON.stringify(row)).sort());
  }

  it("every request, event, note, sum and fact comes through both databases unchanged", async () => {
    const [first, several, last] = [
      await inFile(),
      await inPostgres(),
      // On an empty machine the folder is not there yet.
      { DATA_DIR: join(temporaryFolder(), "data") },
    ];
    const store = open(first);
    await fill(store);
    // PostgreSQL keeps the version of its tables under this name.
    await store.set("schema", "99");
    const before = await contents(store);
    const outward = await copyOf(first);
    await store.close();

    const output = "604 requests are back in PostgreSQL.\n";
    expect(await run("restore", outward, several)).toMatchObject({ code: 0, output });
    const shared = open(several);
    expect(await contents(shared)).toEqual(before);
    await shared.close();
    const homeward = await copyOf(several);
    expect(rowsOf(homeward)).toEqual(rowsOf(outward));
    expect(await run("restore", homeward, last)).toMatchObject({ code: 0, problem: "" });
    expect(await contents(reopen(last))).toEqual(before);
  });

  it("a copy that PostgreSQL cannot take leaves its tables as they were, and no file", async () => {
    const { settings, copy } = await makeCopy(await inPostgres(), 2);
    const database = new DatabaseSync(copy);
    database.exec("PRAGMA foreign_keys = OFF; UPDATE requests SET id = 'no uuid' WHERE rowid = 2");
    database.close();
    expect(await run("restore", copy, settings)).toMatchObject({ code: 1, problem: expect.stringContaining("22P02") });
    truncateSync(copy, statSync(copy).size - 30);
    expect(await run("restore", copy, settings)).toMatchObject({
      code: 1,
      problem: expect.stringContaining("cut short"),
    });
    expect(onlyFileIn(dirname(copy))).toBe(copy);
    expect(await references(reopen(settings))).toHaveLength(2);
  });

  const postgresMigrations = readdirSync("supabase/migrations")
    .sort()
    .map((name) => readFileSync(join("supabase/migrations", name), "utf8"));

  async function connect({ DATABASE_URL }: { DATABASE_URL: string }) {
    const client = new Client(DATABASE_URL);
    await client.connect();
    return client;
  }

  it("both databases have the same columns after as many migrations", async () => {
    const postgres = await connect(await inPostgres());
    onTestFinished(() => postgres.end());
    const file = new DatabaseSync(":memory:");
    expect(postgresMigrations).toHaveLength(migrations.length);
    for (const migration of postgresMigrations) await postgres.query(migration);
    for (const migration of migrations) file.exec(migration);
    const inFile = file.prepare(`SELECT t.name || '.' || c.name AS name
      FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'`);
    const { rows } = await postgres.query(`SELECT table_name || '.' || column_name AS name
      FROM information_schema.columns WHERE table_schema = 'consultations'`);
    const known = inFile.all().map(({ name }) => name);
    // PostgreSQL needs a number to keep events in their order.
    expect(rows.map(({ name }) => name).sort()).toEqual([...known, "history.number"].sort());
  });

  it("tables of an older version are copied as they are, and brought up to date where the copy is restored", async () => {
    const [file, several, last] = [await inFile(), await inPostgres(), await inFile()];
    const insert = (id: string) => `INSERT INTO requests (id, reference, received_at, name, email, phone, treatment,
        message, flags, answered_at) VALUES ('${id}', 'K7QF3M2P', 10, 'Ana', 'a@example.com', '1', '', '', '', 20);
      INSERT INTO outbox (request_id, queued_at, due_at, delivered_at) SELECT id, 10, 10, 15 FROM requests;`;
    const id = "3b241101-e2bb-4255-8caf-4136c566a962";
    const older = new DatabaseSync(databaseFile(file.DATA_DIR));
    older.exec([...migrations.slice(0, 3), "PRAGMA user_version = 3", insert(id)].join(";\n"));
    const client = await connect(several);
    for (const migration of postgresMigrations.slice(0, 3)) await client.query(migration);
    await client.query(`SET search_path TO consultations; ${insert(id)}`);
    // Migrations wait for this lock, and a copy does not.
    await client.query("SELECT pg_advisory_lock(hashtext('consultations migrations'))");
    const fromPostgres = await copyOf(several);
    const fromFile = await copyOf(file);
    expect(older.prepare("PRAGMA user_version").get()).toEqual({ user_version: 3 });
    expect(older.prepare("SELECT count(*) AS tables FROM sqlite_schema WHERE type = 'table'").get()).toEqual({
      tables: 3,
    });
    expect(older.prepare("SELECT value FROM facts WHERE name = 'backup'").get()).toBeDefined();
    older.close();

    // A server that is still closing its connections is waited for.
    setTimeout(() => client.end(), 500);
    expect(await run("restore", fromFile, several)).toMatchObject({ code: 0, problem: "" });
    expect(await run("restore", fromPostgres, last)).toMatchObject({ code: 0, problem: "" });
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
  it("is not replaced by a copy that is cut short, changed or none", async () => {
    const { settings, copy } = await makeCopy(await inFile(), 1);
    const folder = temporaryFolder();
    changeCopy(copy, join(folder, "a table less"), "DROP TABLE history");
    changeCopy(copy, join(folder, "a newer version"), "PRAGMA user_version = 99");
    copyFileSync(copy, join(folder, "cut short"));
    truncateSync(join(folder, "cut short"), statSync(copy).size - 30);
    writeFileSync(join(folder, "no database"), "no database");
    const files = readdirSync(folder);
    for (const name of [...files, "absent"])
      expect(await run("restore", join(folder, name), settings), name).toMatchObject({
        code: 1,
        problem: expect.stringMatching(/ holds no requests: | was cut short|Name a copy that is there/),
      });
    expect(readdirSync(folder)).toEqual(files);
    expect(await references(reopen(settings))).toHaveLength(1);
  });

  it("comes from a copy without whatever else is in it", async () => {
    const { settings, copy } = await makeCopy(await inFile(), 1);
    const changed = join(dirname(copy), "changed.db");
    const trigger = "CREATE TRIGGER t AFTER INSERT ON outbox BEGIN DELETE FROM requests; END";
    changeCopy(copy, changed, `${trigger}; ALTER TABLE requests ADD COLUMN more TEXT`);
    expect(await run("restore", changed, settings)).toMatchObject({ code: 0, problem: "" });
    const store = reopen(settings);
    // With the trigger this would delete every request.
    await saveRequests(store, 3);
    expect(await references(store)).toHaveLength(3);
  });

  it("is not copied from a place without any, nor into a folder that others can read", async () => {
    const copies = temporaryFolder();
    const absent = { code: 1, problem: expect.stringMatching(/There is no database/) };
    expect(await run("backup", copies, await inFile())).toMatchObject(absent);
    chmodSync(copies, 0o755);
    const { settings } = await makeCopy(await inFile(), 1);
    const readable = { code: 1, problem: expect.stringMatching(/Other users can read/) };
    expect(await run("backup", copies, settings)).toMatchObject(readable);
    expect(readdirSync(copies)).toEqual([]);
  });

  it("is restored over a damaged one", async () => {
    const { copy } = await makeCopy(await inFile(), 2);
    const damaged = await inFile();
    writeFileSync(databaseFile(damaged.DATA_DIR), "no database");
    expect((await run("restore", copy, damaged)).code).toBe(0);
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
    const { code, output } = await run("restore", copy, crashed);
    expect(code).toBe(0);
    const [, kept = ""] = /is kept as (\S+)\.\n/.exec(output) ?? [];
    expect(readFileSync(`${kept}-wal`)).toEqual(log);
    expect(await references(reopen(crashed))).toHaveLength(2);
    // The log is complete: together with its database it still has all five requests.
    writeFileSync(kept, file ?? "");
    const rescued = openPlainStore(kept);
    onTestFinished(() => rescued.close());
    expect(await references(rescued)).toHaveLength(5);
  });

  it("is neither restored while a server uses its folder, nor copied into that folder", async () => {
    const { settings, copy } = await makeCopy(await inFile(), 1);
    writeFileSync(databaseFile(settings.DATA_DIR), "");
    onTestFinished(await lockFolder(settings.DATA_DIR));
    const refused = await run("restore", copy, settings);
    expect(refused).toMatchObject({ code: 1, problem: expect.stringMatching(/^A server is using the database/) });
    expect(await run("backup", settings.DATA_DIR, settings)).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/must not be beside/),
    });
  });
});
