import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Writable } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { fields, mapFields } from "../src/requests/request.ts";
import { openPostgresStore } from "../src/requests/store/postgres.ts";
import { migrate } from "../src/requests/store/postgres-migrate.ts";
import type { Submission } from "../src/requests/store/stored-request.ts";
import { databaseFile, mailFolder } from "../src/server/data-paths.ts";
import { runRequestsCommand } from "../src/server/requests-command.ts";
import { readSettings } from "../src/settings/settings.ts";
import { capturePrinted } from "../tests/kit/capture-printed.ts";
import { cleanEnvironment } from "../tests/kit/clean-environment.ts";
import { openPlainStore } from "../tests/kit/open-store.ts";
import { type Installation, installForEveryone, nobody } from "../tests/kit/other-user.ts";
import { sampleEmail, sampleSubmission } from "../tests/kit/sample-request.ts";
import { createDatabase } from "../tests/kit/shared-postgres.ts";
import { temporaryFolder } from "../tests/kit/temporary-folder.ts";

const root = temporaryFolder();

/** Opens a store that stays open, like the server's while the owner runs commands. */
async function openRequests(...submissions: Partial<Submission>[]) {
  const dataDir = temporaryFolder();
  const store = openPlainStore(databaseFile(dataDir));
  onTestFinished(() => store.close());
  const references: string[] = [];
  for (const [number, change] of submissions.entries()) {
    const submission = sampleSubmission({ email: sampleEmail(number), receivedAt: number, ...change });
    const { reference } = await store.save(submission);
    references.push(reference);
  }
  return { dataDir, store, references, run: (...args: string[]) => call({ DATA_DIR: dataDir }, args) };
}

/** Runs the command in this process, and returns what it prints. */
async function call(variables: Record<string, string>, args: string[]) {
  let output = "";
  const screen = new Writable({
    write(chunk, _, done) {
      output += chunk;
      done();
    },
  });
  using printed = capturePrinted();
  const settings = readSettings({ TIME_ZONE: "America/Edmonton", ...variables });
  const code = await runRequestsCommand(args, () => settings, screen);
  return { code, output, problem: printed.error };
}

const here: Installation = { node: process.execPath, project: join(import.meta.dirname, "..") };

function run(dataDir: string, args: string[], { node, project } = here, user = {}) {
  const script = join(project, "commands/requests.ts");
  const env = { ...cleanEnvironment, DATA_DIR: dataDir, TIME_ZONE: "America/Edmonton" };
  return new Promise<{ code: number; output: string; problem: string }>((resolve) => {
    execFile(node, [script, ...args], { cwd: root, env, ...user }, (error, output, problem) => {
      resolve({ code: error ? Number(error.code) : 0, output, problem });
    });
  });
}

it("list shows the newest first, and show prints one in full without control characters", async () => {
  const july = Date.UTC(2026, 6, 15, 21, 4);
  const { run, references } = await openRequests(
    { name: "Ana", receivedAt: july },
    { name: "Bea\u001b[2J\u202e", message: "one\ntwo", receivedAt: july + 60_000, flags: ["trap"] },
  );
  expect((await run("list")).output.split("\n")).toEqual([
    `${references[1]}  2026-07-15 15:05  waiting    Bea[2J (suspect)`,
    `${references[0]}  2026-07-15 15:04  waiting    Ana`,
    "",
  ]);
  const { output } = await run("show", references[1]?.toLowerCase() ?? "");
  expect(output).toMatch(/^Full name: +Bea\[2J$/m);
  expect(output).toMatch(/^Message: +one\ntwo$/m);
  expect(output).toMatch(/^Suspect: +trap$/m);
});

it("a read-only database is read with its log, and stays as it was", async () => {
  const { dataDir, store, references } = await openRequests({ name: "Ana" }, { name: "Bea" });
  const copy = temporaryFolder();
  // Root may write anything, so the test runs as another user.
  const isRoot = process.getuid?.() === 0;
  const installation = isRoot ? installForEveryone() : { ...here, remove: () => {} };
  onTestFinished(installation.remove);
  const read = async (withLog: boolean) => {
    for (const end of withLog ? ["", "-wal"] : [""]) {
      cpSync(databaseFile(dataDir) + end, databaseFile(copy) + end);
      chmodSync(databaseFile(copy) + end, 0o444);
    }
    const before = readdirSync(copy);
    chmodSync(copy, 0o555);
    const { code, output, problem } = await run(copy, ["list"], installation, isRoot ? nobody : {});
    expect([problem, code]).toEqual(["", 0]);
    expect(output.split("\n").map((line) => line.slice(0, 8))).toEqual([references[1], references[0], ""]);
    expect(readdirSync(copy)).toEqual(before);
    chmodSync(copy, 0o755);
    for (const name of before) rmSync(join(copy, name));
  };
  chmodSync(root, 0o755);
  await read(true);
  await store.close();
  await read(false);
});

it("a database of an earlier version is read without being migrated", async () => {
  const { dataDir, store, references, run } = await openRequests({ name: "Ana" });
  await store.close();
  const database = new DatabaseSync(databaseFile(dataDir));
  database.exec(
    "ALTER TABLE requests DROP COLUMN verdict; ALTER TABLE requests DROP COLUMN note; DROP INDEX outbox_next; ALTER TABLE outbox DROP COLUMN flagged; PRAGMA user_version = 2",
  );
  expect((await run("list")).output).toContain(references[0]);
  expect(database.prepare("PRAGMA user_version").get()).toEqual({ user_version: 2 });
  database.close();
});

it("the list ends quietly when its reader closes the pipe", async () => {
  const { dataDir, references } = await openRequests({}, {});
  const env = { ...cleanEnvironment, DATA_DIR: dataDir };
  const child = spawn(process.execPath, [join(here.project, "commands/requests.ts"), "list"], { cwd: root, env });
  const [line] = await once(child.stdout, "data");
  expect(String(line)).toContain(references[1]);
  child.stdout.destroy();
  expect(await once(child, "exit")).toEqual([0, null]);
});

it("show and export contain every field", async () => {
  const { run, references } = await openRequests(mapFields((field) => `the ${field}`));
  const [reference = ""] = references;
  for (const args of [["show", reference], ["export"], ["export", "--format", "json"]]) {
    const { output } = await run(...args);
    for (const field of fields) expect(output).toContain(`the ${field}`);
  }
  expect(JSON.parse((await run("export", "--format", "json")).output)).toMatchObject([{ reference }]);
});

it("a running server sees a request that was marked as answered or is to be sent again", async () => {
  const { store, references, run } = await openRequests({}, {});
  const [first = "", second = ""] = references;
  expect(await run("answered", first)).toMatchObject({ code: 0, output: `${first} is marked as answered.\n` });
  expect((await store.listUnanswered(-1, Date.now())).oldest.map(({ reference }) => reference)).toEqual([second]);
  const ids = (await store.list()).map(({ id }) => id);
  await store.markDelivered(ids, 5);
  expect(await run("resend", second)).toMatchObject({ code: 0 });
  expect(await store.claim(Date.now(), 9, Date.now())).toMatchObject([{ reference: second, copy: 2 }]);
});

it("delete and purge leave the text in no file", async () => {
  const { run, store, dataDir, references } = await openRequests(
    { name: "Canary One" },
    { name: "Canary Two" },
    mapFields(() => "Undelivered"),
  );
  const [one, two] = (await store.list()).toReversed();
  await store.markDelivered([two?.id ?? ""], 1_000);
  await store.markAnswered(two?.reference ?? "", 1_000);
  mkdirSync(mailFolder(dataDir));
  for (const name of [`${one?.id}.eml`, `${two?.id}.2.eml`, "digest-2026-07-15.eml"]) {
    writeFileSync(join(mailFolder(dataDir), name), "Canary");
  }
  expect(await run("delete", references[0] ?? "")).toMatchObject({ code: 0, output: `${references[0]} is gone.\n` });
  expect(readdirSync(mailFolder(dataDir))).toEqual([`${two?.id}.2.eml`]);
  expect((await run("purge")).output).toBe("1 removed, delivered and answered more than 30 days ago.\n");
  expect(readdirSync(mailFolder(dataDir))).toEqual([]);
  expect((await store.list()).map(({ name }) => name)).toEqual(["Undelivered"]);
  const files = readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of files) expect(readFileSync(join(dataDir, name), "latin1")).not.toContain("Canary");
});

it("the list reads a shared database", async () => {
  const url = await createDatabase();
  const store = openPostgresStore(url, { connections: 1, prepare: migrate });
  const { reference } = await store.save(sampleSubmission());
  await store.close();
  expect((await call({ DATABASE_URL: url }, ["list"])).output).toContain(`${reference}  `);
});

it("the command explains its usage", async () => {
  const { run: runHere } = await openRequests({});
  expect(await runHere("show", "nothing")).toMatchObject({ code: 1, problem: 'There is no request "NOTHING".\n' });
  expect((await runHere("dance")).problem).toContain("npm run requests -- list");
  expect((await runHere("export", "--format", "xml")).problem).toBe('The format is "xml", but must be csv or json.\n');
  expect((await call({ DATA_DIR: join(root, "nowhere") }, ["list"])).problem).toContain("There are no requests yet");
});
