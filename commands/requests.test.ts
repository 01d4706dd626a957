import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { openPostgresStore } from "../src/requests/store/postgres.ts";
import { migrate } from "../src/requests/store/postgres-migrate.ts";
import type { Submission } from "../src/requests/store/stored-request.ts";
import { runCommand } from "../src/server/command-error.ts";
import { databaseFile, mailFolder } from "../src/server/data-paths.ts";
import { runRequestsCommand } from "../src/server/requests-command.ts";
import { readSettings } from "../src/settings/settings.ts";
import { capturePrinted } from "../tests/kit/capture-printed.ts";
import { openPlainStore } from "../tests/kit/open-store.ts";
import { sampleEmail, sampleSubmission } from "../tests/kit/sample-request.ts";
import { createDatabase } from "../tests/kit/shared-postgres.ts";
import { temporaryFolder } from "../tests/kit/temporary-folder.ts";

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
  try {
    await runCommand(() => runRequestsCommand(args, () => settings, screen));
    return { code: Number(process.exitCode ?? 0), output, problem: printed.error };
  } finally {
    process.exitCode = undefined;
  }
}

it("list shows the newest first, and show prints one in full without control characters", async () => {
  const july = Date.UTC(2026, 6, 15, 21, 4);
  const { run, references } = await openRequests(
    { name: "Ana", receivedAt: july },
    { name: "Bea\u001b[2J\u202e", message: "one\ntwo", receivedAt: july + 60_000, flags: ["trap"] },
  );
  expect((await run("list")).output.split("\n")).toEqual([
    `${references[1]}  2026-07-15 15:05  waiting    Bea[2J (spam)`,
    `${references[0]}  2026-07-15 15:04  waiting    Ana`,
    "",
  ]);
  const { output } = await run("show", references[1]?.toLowerCase() ?? "");
  expect(output).toMatch(/^Full name: +Bea\[2J$/m);
  expect(output).toMatch(/^Message: +one\ntwo$/m);
  expect(output).toMatch(/^Spam: +trap$/m);
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

it("delete leaves the text in no file", async () => {
  const { run, store, dataDir, references } = await openRequests({ name: "Canary One" }, { name: "Two" });
  const [one, two] = (await store.list()).toReversed();
  mkdirSync(mailFolder(dataDir));
  for (const name of [`${one?.id}.eml`, `${two?.id}.2.eml`, "digest-2026-07-15.eml"]) {
    writeFileSync(join(mailFolder(dataDir), name), "Canary");
  }
  expect(await run("delete", references[0] ?? "")).toMatchObject({ code: 0, output: `${references[0]} is gone.\n` });
  expect(readdirSync(mailFolder(dataDir))).toEqual([`${two?.id}.2.eml`]);
  expect((await store.list()).map(({ name }) => name)).toEqual(["Two"]);
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
  expect((await call({ DATA_DIR: join(temporaryFolder(), "nowhere") }, ["list"])).problem).toContain(
    "There are no requests yet",
  );
});
