import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { openPostgresStore } from "../src/requests/store/postgres.ts";
import { migrate } from "../src/requests/store/postgres-migrate.ts";
import type { Submission } from "../src/requests/store/stored-request.ts";
import { databaseFile, mailFolder } from "../src/server/data-paths.ts";
import { runRequestsCommand } from "../src/server/requests-command.ts";
import { readSettings } from "../src/settings/settings.ts";
import { openPlainStore } from "../tests/kit/open-store.ts";
import { sampleEmail, sampleSubmission } from "../tests/kit/sample-request.ts";
import { createDatabase } from "../tests/kit/shared-postgres.ts";
import { temporaryFolder } from "../tests/kit/temporary-folder.ts";

/** Runs the command in this process, and returns what it says. */
async function call(variables: Record<string, string>, ...args: string[]): Promise<string> {
  const settings = readSettings({ TIME_ZONE: "America/Edmonton", ...variables });
  return (await Readable.from(runRequestsCommand(args, () => settings)).toArray()).join("");
}

/** Opens a store that stays open, like the server's while the owner runs commands. */
async function openRequests(...submissions: Partial<Submission>[]) {
  const dataDir = temporaryFolder();
  const store = openPlainStore(databaseFile(dataDir));
  onTestFinished(() => store.close());
  const references: string[] = [];
  for (const [number, change] of submissions.entries()) {
    const submission = sampleSubmission({ email: sampleEmail(number), receivedAt: number, ...change });
    references.push((await store.save(submission)).reference);
  }
  const [first = "", second = ""] = references;
  return { dataDir, store, first, second, run: (...args: string[]) => call({ DATA_DIR: dataDir }, ...args) };
}

it("list and export have the newest first, and show prints one in full without control characters", async () => {
  const july = Date.UTC(2026, 6, 15, 21, 4);
  const { run, first, second } = await openRequests(
    { name: "Ana", receivedAt: july },
    { name: "Bea\u001b[2J\u202e", message: "one\ntwo", receivedAt: july + 60_000, flags: ["trap"] },
  );
  expect((await run("list")).split("\n")).toEqual([
    `${second}  2026-07-15 15:05  waiting    Bea[2J (spam)`,
    `${first}  2026-07-15 15:04  waiting    Ana`,
    "",
  ]);
  const rows = (await run("export")).split("\r\n");
  expect(rows.map((row) => row.split(",")[0])).toEqual([`"Reference"`, `"${second}"`, `"${first}"`, ""]);
  const shown = await run("show", second.toLowerCase());
  for (const line of [/^Full name: +Bea\[2J$/m, /^Message: +one\ntwo$/m, /^Spam: +trap$/m]) expect(shown).toMatch(line);
});

it("a running server sees a request that was marked as answered or is to be sent again", async () => {
  const { store, first, second, run } = await openRequests({}, {});
  expect(await run("answered", first)).toBe(`${first} is marked as answered.\n`);
  expect((await store.listUnanswered(-1, Date.now())).oldest.map(({ reference }) => reference)).toEqual([second]);
  const ids = (await store.list()).map(({ id }) => id);
  await store.markDelivered(ids, 5);
  await run("resend", second);
  expect(await store.claim(Date.now(), 9, Date.now())).toMatchObject([{ reference: second, copy: 2 }]);
});

it("delete leaves the text in no file", async () => {
  const { run, store, dataDir, first } = await openRequests({ name: "Canary One" }, { name: "Two" });
  const [one, two] = (await store.list()).toReversed();
  mkdirSync(mailFolder(dataDir));
  for (const name of [`${one?.id}.eml`, `${two?.id}.2.eml`, "digest-2026-07-15.eml"])
    writeFileSync(join(mailFolder(dataDir), name), "Canary");
  expect(await run("delete", first)).toBe(`${first} is gone.\n`);
  expect(readdirSync(mailFolder(dataDir))).toEqual([`${two?.id}.2.eml`]);
  expect((await store.list()).map(({ name }) => name)).toEqual(["Two"]);
  const files = readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of files) expect(readFileSync(join(dataDir, name), "latin1")).not.toContain("Canary");
});

it("the list reads a shared database, and what cannot be done is explained", async () => {
  const url = await createDatabase();
  const store = openPostgresStore(url, { connections: 1, prepare: migrate });
  const { reference } = await store.save(sampleSubmission());
  await store.close();
  const shared = { DATABASE_URL: url };
  expect(await call(shared, "list")).toContain(`${reference}  `);
  await expect(call(shared, "show", "nothing")).rejects.toThrow('There is no request "NOTHING".');
  await expect(call(shared, "dance")).rejects.toThrow("npm run requests -- list");
  const nowhere = { DATA_DIR: join(temporaryFolder(), "nowhere") };
  await expect(call(nowhere, "list")).rejects.toThrow("There are no requests yet");
});
