// Over 250 lines: Backup and restore are one promise: each copy that one test makes, another damages or restores, on both databases.
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
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
import { cleanEnvironment } from "../tests/kit/clean-environment.ts";
import { openPlainStore } from "../tests/kit/open-store.ts";
import { sampleEmail, sampleSubmission } from "../tests/kit/sample-request.ts";
import { createDatabase } from "../tests/kit/shared-postgres.ts";
import { temporaryFolder } from "../tests/kit/temporary-folder.ts";

const root = temporaryFolder();

type Result = { code: number; output: string; problem: string };

/** Runs the command as its own process, beside a server that uses the database. */
function run(command: "backup" | "restore", argument: string, variables: Record<string, string>) {
  const env = { ...cleanEnvironment, ...variables };
  return new Promise<Result>((done) => {
    execFile(process.execPath, [resolve(`commands/${command}.ts`), argument], { env, cwd: root }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, output: out, problem: err }),
    );
  });
}

/** Does the same in this process, which takes a tenth of the time. */
async function call(
  command: "backup" | "restore",
  argument: string,
  variables: Record<string, string>,
): Promise<Result> {
  using printed = capturePrinted();
  try {
    await runCommand(async () => ({ backup: backUp, restore })[command](argument, readSettings(variables)));
    return { code: Number(process.exitCode ?? 0), output: printed.log, problem: printed.error };
  } finally {
    process.exitCode = undefined;
  }
}

const tablesOf = (database: DatabaseSync) =>
  database.prepare("SELECT name, sql FROM sqlite_master ORDER BY name").all();

async function saveRequests(store: Store, count: number) {
  for (let number = 0; number < count; number++) await store.save(sampleSubmission({ email: sampleEmail(number) }));
}
const references = async (store: Store) => (await store.list()).map(({ reference }) => reference).sort();

async function signIn(store: Store) {
  await store.createSignInLink("link", 10);
  await store.createSession("hash", { name: "phone", device: "a phone", since: 10, usedAt: 10, epoch: "" });
}
/** Returns whether the phone is still signed in, and whether the link would still open a session. */
const signedIn = async (store: Store) => [
  (await store.findSession("hash", 20)) !== null,
  await store.isSignInLinkValid("link", 20),
];

/** Returns the path of the only file in a folder. */
function onlyFileIn(folder: string) {
  const [name = "", ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return join(folder, name);
}

const open = (settings: Record<string, string>) =>
  settings.DATA_DIR
    ? openPlainStore(databaseFile(settings.DATA_DIR))
    : openPostgresStore(settings.DATABASE_URL ?? "", { connections: 10, prepare: migrate });

/** Opens a database until the test ends. */
function reopen(settings: Record<string, string>) {
  const store = open(settings);
  onTestFinished(() => store.close());
  return store;
}

/** Makes a database with this many requests, and a copy of it. */
async function makeCopy<Settings extends Record<string, string>>(settings: Settings, count: number) {
  const store = open(settings);
  await saveRequests(store, count);
  const copies = temporaryFolder();
  await call("backup", copies, settings);
  return { settings, store, copy: onlyFileIn(copies) };
}

/** Makes a copy of requests in a file that no server uses. */
async function makeFileCopy(count: number) {
  const { store, ...made } = await makeCopy({ DATA_DIR: temporaryFolder() }, count);
  await store.close();
  return made;
}

const visit: Visits = { day: "2026-11-16", kind: "page", name: "/", views: 7 };

describe("requests in a file", () => {
  it("a copy is made while the server runs, readable by its user alone, and restored when it is stopped", async () => {
    const settings = { DATA_DIR: temporaryFolder() };
    const store = open(settings);
    await saveRequests(store, 3);
    const before = await references(store);
    const copies = join(temporaryFolder(), "copies");
    expect(await run("backup", copies, settings)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^3 requests are in /),
    });
    const copy = onlyFileIn(copies);
    expect([copies, copy].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);

    await saveRequests(store, 1);
    const refused = await run("restore", copy, settings);
    expect(refused).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/^A server is using the database\. Stop/),
    });
    await store.close();

    const done = await run("restore", copy, settings);
    expect(done).toMatchObject({ code: 0, output: expect.stringMatching(/^3 requests are back[\s\S]*kept as/) });
    expect(statSync(databaseFile(settings.DATA_DIR)).mode & 0o777).toBe(0o600);
    const again = reopen(settings);
    expect(await references(again)).toEqual(before);
  });

  it("a copy is made of the tables of an older version, which stay as they are", async () => {
    const settings = { DATA_DIR: temporaryFolder() };
    const file = databaseFile(settings.DATA_DIR);
    const older = new DatabaseSync(file);
    for (const migration of migrations.slice(0, 3)) older.exec(migration);
    older.exec("PRAGMA user_version = 3");
    const state = () => [older.prepare("PRAGMA user_version").get(), tablesOf(older)];
    const before = state();
    const started = Date.now();
    expect(await call("backup", temporaryFolder(), settings)).toMatchObject({ code: 0, problem: "" });
    expect(state()).toEqual(before);
    const recordedAt = Number(older.prepare("SELECT value FROM facts WHERE name = 'backup'").get()?.value);
    expect(recordedAt).toBeGreaterThanOrEqual(started);
    older.close();
    expect(await reopen(settings).get("backup")).toBe(String(recordedAt));
  });

  it("a copy is made and restored of a database that somebody has had analysed", async () => {
    const { settings } = await makeFileCopy(1);
    const database = new DatabaseSync(databaseFile(settings.DATA_DIR));
    database.exec("ANALYZE");
    database.close();
    const copies = temporaryFolder();
    expect(await call("backup", copies, settings)).toMatchObject({ code: 0, problem: "" });
    expect(await call("restore", onlyFileIn(copies), settings)).toMatchObject({ code: 0 });
  });

  it("a copy that lacks its last bytes is not restored", async () => {
    const { copy } = await makeFileCopy(1);
    truncateSync(copy, statSync(copy).size - 30);
    const refused = await call("restore", copy, { DATA_DIR: temporaryFolder() });
    expect(refused).toMatchObject({ code: 1, problem: expect.stringMatching(/cut short|holds no requests/) });
  });

  it("a copy is restored onto an empty machine, and over a damaged file", async () => {
    const { copy } = await makeFileCopy(2);
    const empty = { DATA_DIR: join(temporaryFolder(), "data") };
    expect((await call("restore", copy, empty)).code).toBe(0);
    const damaged = { DATA_DIR: temporaryFolder() };
    writeFileSync(databaseFile(damaged.DATA_DIR), "no database");
    expect((await call("restore", copy, damaged)).code).toBe(0);
    for (const settings of [empty, damaged]) expect(await references(reopen(settings))).toHaveLength(2);
  });

  it("a restored copy signs out the phones that were signed in when it was made", async () => {
    const settings = { DATA_DIR: temporaryFolder() };
    const store = open(settings);
    await saveRequests(store, 1);
    await signIn(store);
    await store.set("desk key", "of emails sent before");
    const copies = temporaryFolder();
    await call("backup", copies, settings);
    await store.deleteSession("phone");
    await store.close();
    expect((await call("restore", onlyFileIn(copies), settings)).code).toBe(0);
    const again = reopen(settings);
    expect(await signedIn(again)).toEqual([false, false]);
    expect(await again.get("desk key")).toBeNull();
    expect(await references(again)).toHaveLength(1);
  });

  it("a copy restored over an emptied database keeps the log beside it", async () => {
    const { settings: from, store, copy } = await makeCopy({ DATA_DIR: temporaryFolder() }, 2);
    await saveRequests(store, 5);
    // After a crash, the requests since the last checkpoint are only in the log.
    const crashed = { DATA_DIR: temporaryFolder() };
    const [file, log] = ["requests.db", "requests.db-wal"].map((name) => readFileSync(join(from.DATA_DIR, name)));
    await store.close();
    writeFileSync(databaseFile(crashed.DATA_DIR), "");
    writeFileSync(`${databaseFile(crashed.DATA_DIR)}-wal`, log ?? "");
    const { code, output } = await call("restore", copy, crashed);
    expect(code).toBe(0);
    const [, kept = ""] = /is kept as (\S+)\.\n/.exec(output) ?? [];
    expect(readFileSync(`${kept}-wal`)).toEqual(log);
    const restored = open(crashed);
    expect(await references(restored)).toHaveLength(2);
    await restored.close();
    // The log is complete: together with its database it still has all five requests.
    writeFileSync(kept, file ?? "");
    const rescued = openPlainStore(kept);
    onTestFinished(() => rescued.close());
    expect(await references(rescued)).toHaveLength(5);
  });

  it.each([
    ["a trigger", "CREATE TRIGGER t AFTER INSERT ON outbox BEGIN DELETE FROM requests; END"],
    ["a view", "CREATE VIEW v AS SELECT * FROM requests"],
    ["a foreign table", "CREATE TABLE more (words TEXT)"],
    ["a foreign column", "ALTER TABLE requests ADD COLUMN more TEXT"],
    ["a foreign index", "CREATE UNIQUE INDEX one_name ON requests (name)"],
    ["a table less", "DROP TABLE history"],
    ["tables of a newer version", "PRAGMA user_version = 99"],
  ])("a SQLite copy with %s is not restored", async (_, change) => {
    const { settings, copy } = await makeFileCopy(1);
    const database = new DatabaseSync(copy);
    database.exec(change);
    database.close();
    const before = readdirSync(settings.DATA_DIR).sort();
    const refused = await call("restore", copy, settings);
    expect(refused).toMatchObject({ code: 1, problem: expect.stringContaining("holds no requests: ") });
    expect(readdirSync(settings.DATA_DIR).sort()).toEqual(before);
  });

  it("a copy is not restored while a server uses the folder", async () => {
    const { settings, copy } = await makeFileCopy(1);
    writeFileSync(databaseFile(settings.DATA_DIR), "");
    onTestFinished(await lockFolder(settings.DATA_DIR));
    const refused = await call("restore", copy, settings);
    expect(refused).toMatchObject({ code: 1, problem: expect.stringMatching(/^A server is using the database/) });
  });

  it("no copy is made from a wrong place, nor to a folder that others can read", async () => {
    const empty = await call("backup", temporaryFolder(), { DATA_DIR: temporaryFolder() });
    expect(empty).toMatchObject({ code: 1, problem: expect.stringContaining("There is no database") });
    const foreign = { DATA_DIR: temporaryFolder() };
    writeFileSync(databaseFile(foreign.DATA_DIR), "");
    const copies = temporaryFolder();
    expect(await call("backup", copies, foreign)).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/holds no requests/),
    });
    expect(readdirSync(copies)).toEqual([]);
    chmodSync(copies, 0o755);
    expect(await call("backup", copies, foreign)).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/Other users can read/),
    });
    expect(await call("backup", foreign.DATA_DIR, foreign)).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/must not be beside/),
    });
  });

  it("requests are not replaced by a file that is no copy", async () => {
    const settings = { DATA_DIR: temporaryFolder() };
    await open(settings).close();
    const copies = temporaryFolder();
    mkdirSync(join(copies, "folder.db"));
    for (const [name, bytes] of Object.entries({ "a.db": "", "b.db": "words", "c.jsonl": "words" })) {
      writeFileSync(join(copies, name), bytes);
    }
    for (const name of [...readdirSync(copies), "absent.db"]) {
      expect((await call("restore", join(copies, name), settings)).code, name).toBe(1);
    }
    expect(readdirSync(settings.DATA_DIR).filter((name) => /restored|\d{14}/.test(name))).toEqual([]);
  });
});

describe("requests in PostgreSQL", () => {
  it("PostgreSQL is copied while servers run, and restored without the phones that were signed in", async () => {
    const settings = { DATABASE_URL: await createDatabase() };
    const store = open(settings);
    await saveRequests(store, 3);
    await signIn(store);
    await store.addVisits([visit]);
    const before = await references(store);
    const copies = temporaryFolder();
    expect(await run("backup", copies, settings)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^3 requests/),
    });
    expect(Number(await store.get("backup"))).toBeGreaterThan(0);
    await saveRequests(store, 1);
    expect(await call("restore", onlyFileIn(copies), settings)).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/Stop every server/),
    });
    await store.close();
    expect(await run("restore", onlyFileIn(copies), settings)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^3 requests are back/),
    });
    const again = reopen(settings);
    expect(await references(again)).toEqual(before);
    expect(await signedIn(again)).toEqual([false, false]);
    expect(await again.listVisits(visit.day, visit.day)).toEqual([visit]);
  });

  it("a PostgreSQL copy from before visits were counted is restored and brought up to date", async () => {
    const settings = { DATABASE_URL: await createDatabase() };
    const client = new Client(settings.DATABASE_URL);
    await client.connect();
    for (const name of readdirSync("supabase/migrations").sort().slice(0, 4))
      await client.query(readFileSync(join("supabase/migrations", name), "utf8"));
    await client.query(`INSERT INTO consultations.requests (id, reference, received_at, name, email, phone, treatment, message, flags)
      VALUES (gen_random_uuid(), 'K7QF3M2P', 10, 'Ana', 'a@example.com', '1', '', '', '');
      INSERT INTO consultations.outbox (request_id, queued_at, due_at) SELECT id, 10, 10 FROM consultations.requests`);
    const copies = temporaryFolder();
    expect(await call("backup", copies, settings)).toMatchObject({ code: 0, problem: "" });
    // A server that is still closing its connections is waited for.
    setTimeout(() => client.end(), 500);
    expect(await call("restore", onlyFileIn(copies), settings)).toMatchObject({ code: 0, problem: "" });
    const again = reopen(settings);
    expect(await references(again)).toEqual(["K7QF3M2P"]);
    await again.addVisits([visit]);
    expect(await again.listVisits(visit.day, visit.day)).toEqual([visit]);
  });

  type Row = { table: string; row: Record<string, unknown> };
  const parse = (line: string) => JSON.parse(line) as Row & { end?: Record<string, number> };
  /** Inserts rows before the first fact, and adds them to the number of facts that the copy states. */
  const withFacts = (lines: string[], ...rows: Row[]) => {
    const first = lines.findIndex((line) => parse(line).table === "facts");
    const { end } = parse(lines.at(-1) ?? "");
    const facts = Number(end?.facts) + rows.filter(({ table }) => table === "facts").length;
    const added = rows.map((row) => JSON.stringify(row));
    return [...lines.slice(0, first), ...added, ...lines.slice(first, -1), JSON.stringify({ end: { ...end, facts } })];
  };
  const everywhere = (what: RegExp, by: string) => (lines: string[]) => lines.map((line) => line.replace(what, by));
  // PostgreSQL reads everything between two $q$ as text, so the rest of our own statement would be ignored.
  const aStatement = "name, value) SELECT coalesce(name, current_setting('data_directory')), $q$";
  const aTable = "facts (name, value) SELECT current_setting('data_directory'), strpos($q$";

  it.each<[string, (lines: string[]) => string[]]>([
    [
      "a table that is a statement",
      // The following fact is repeated, so that the numbers of rows agree.
      (lines) => {
        const known = parse(lines.find((line) => parse(line).table === "facts") ?? "");
        return withFacts(lines, known, { table: aTable, row: { name: "a" } });
      },
    ],
    ["a column that is a statement", (lines) => withFacts(lines, { table: "facts", row: { [aStatement]: 1 } })],
    [
      "a foreign column",
      (lines) => lines.map((line, number) => (number === 2 ? line.replace('{"id"', '{"more":1,"id"') : line)),
    ],
    ["tables of a newer version", everywhere(/"schema":/, '"schema":9')],
    ["tables that call themselves newer", everywhere(/"name":"schema","value":"\d+"/, '"name":"schema","value":"9"')],
  ])("a PostgreSQL copy with %s is not restored", async (_, change) => {
    const { settings, store, copy } = await makeCopy({ DATABASE_URL: await createDatabase() }, 2);
    await saveRequests(store, 3);
    await store.close();
    const lines = readFileSync(copy, "utf8").trimEnd().split("\n");
    const hostile = change(lines);
    expect(hostile).not.toEqual(lines);
    writeFileSync(copy, hostile.join("\n"));
    expect((await call("restore", copy, settings)).code).toBe(1);
    const again = reopen(settings);
    expect(await references(again)).toHaveLength(3);
  });
});

it("copying from PostgreSQL neither runs nor waits for migrations", async () => {
  const { settings, store } = await makeCopy({ DATABASE_URL: await createDatabase() }, 1);
  await store.close();
  const client = new Client(settings.DATABASE_URL);
  await client.connect();
  onTestFinished(() => client.end());
  const facts = async () =>
    Object.fromEntries(
      (await client.query("SELECT name, value FROM consultations.facts")).rows.map(({ name, value }) => [name, value]),
    );
  const { schema } = await facts();
  // Migrations wait for this lock.
  await client.query("SELECT pg_advisory_lock(hashtext('consultations migrations'))");
  expect(await call("backup", temporaryFolder(), settings)).toMatchObject({ code: 0, problem: "" });
  expect(await facts()).toMatchObject({ schema, backup: expect.stringMatching(/^\d{13}$/) });
});
