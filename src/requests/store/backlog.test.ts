import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { cleanEnvironment } from "../../../tests/kit/clean-environment.ts";
import { temporaryFolder } from "../../../tests/kit/temporary-folder.ts";
import { fields, formFields, mapFields } from "../request.ts";
import { openDatabase } from "./sqlite-database.ts";

const root = temporaryFolder();

const requests = 6_000;
const day = 24 * 60 * 60_000;

/** Requests of the maximum size, in a script of three bytes a character. A tenth were delivered and answered long ago. */
function fill(file: string): void {
  openDatabase(file).database.close();
  const columns = {
    ...mapFields((field) => `'${"皮".repeat(formFields[field].maxLength)}'`),
    email: `printf('%0${formFields.email.maxLength}d', n)`,
    phone: "'7805550100'",
  };
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA synchronous = OFF; BEGIN;
    CREATE TEMP TABLE numbers AS WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < ${requests})
      SELECT n, printf('%08d-0000-4000-8000-000000000000', n) AS id FROM count;
    INSERT INTO requests (id, reference, received_at, flags, answered_at, ${fields})
      SELECT id, printf('R%07d', n), ${Date.now() - 40 * day} + n, '', iif(n % 10, NULL, ${Date.now() - 40 * day}),
        ${Object.values(columns)} FROM numbers;
    INSERT INTO outbox (request_id, queued_at, due_at, delivered_at)
      SELECT id, ${Date.now() - 40 * day} + n, 0, iif(n % 10, NULL, ${Date.now() - 40 * day}) FROM numbers;
    COMMIT`);
  database.close();
}

/** Runs every job, sends some emails and lists all requests, in a process whose heap holds a fraction of the requests. */
const script = `
  const at = (path) => import(new URL(path, ${JSON.stringify(new URL("..", import.meta.url).href)}).href);
  const { openSqliteStore } = await at("store/sqlite.ts");
  const { createJobRunner } = await at("scheduled-jobs.ts");
  const { createDelivery } = await at("delivery.ts");
  const store = openSqliteStore(process.argv[2], (reason) => { throw new Error(reason) });
  const done = { emails: [], alerts: 0, faults: [] };
  await store.set("digest", "none yet");
  const settings = {
    store, now: Date.now, timeZone: "UTC", digestHour: 0, retentionDays: 30,
    log: (event, details) => { if (details?.message) done.faults.push([event, details]) },
    alert: async () => void done.alerts++,
    mailer: { pause: 1, send: async ({ subject, text }) => void done.emails.push([subject, text.length < 1_000_000]) },
  };
  await createJobRunner(settings)();
  for (let count = 0; count < 3; count++) await createDelivery(settings)();
  let listed = 0;
  for (let page = await store.list(); page.length > 0; page = await store.list(page.at(-1))) listed += page.length;
  await store.close();
  console.log(JSON.stringify({ ...done, listed, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }));
`;

async function runInSmallProcess(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ["--max-old-space-size=32", ...args], {
    env: { ...cleanEnvironment, DATA_DIR: root },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  expect(await once(child, "close")).toEqual([0, null]);
  return output;
}

it("A backlog many times the size of the memory is reported, listed, purged and delivered", async () => {
  const file = join(root, "requests.db");
  const jobsScript = join(root, "jobs.mjs");
  writeFileSync(jobsScript, script);
  fill(file);
  const result = JSON.parse(await runInSmallProcess(jobsScript, file));
  expect(result).toMatchObject({ alerts: 1, faults: [], listed: requests * 0.9 });
  const subjects = result.emails.map(([subject]: [string]) => subject).sort();
  expect(subjects).toEqual([
    "200 consultation requests at once",
    expect.stringMatching(/^Consultation request from/),
    expect.stringMatching(/^Consultation request from/),
    expect.stringMatching(/^Not yet marked as answered: \d+ requests$/),
    expect.stringMatching(/^Open this morning: \d+ requests$/),
  ]);
  expect(result.emails.every(([, short]: [string, boolean]) => short)).toBe(true);

  const command = fileURLToPath(new URL("../../../commands/requests.ts", import.meta.url));
  expect((await runInSmallProcess(command, "list")).split("\n")).toHaveLength(requests * 0.9 + 1);
  const bytes = (await runInSmallProcess(command, "export")).length;
  expect(bytes).toBeGreaterThan(requests * 0.9 * (formFields.message.maxLength + formFields.email.maxLength));
});
