import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { listen } from "../../src/http/http-server.ts";
import { endpoint } from "../../src/requests/request.ts";
import { openPostgresStore } from "../../src/requests/store/postgres.ts";
import { migrate } from "../../src/requests/store/postgres-migrate.ts";
import { patient } from "../kit/patience.ts";
import { type ResendBehaviour, resendTestKey, startResendServer } from "../kit/resend-server.ts";
import { sampleEmail, sampleRequest, sampleSubmission } from "../kit/sample-request.ts";
import { createDatabase } from "../kit/shared-postgres.ts";
import { spawnServer } from "../kit/spawn-server.ts";

// The machine may be busy with other things.
const timeout = patient(60_000);

const hour = 60 * 60_000;
const day = 24 * hour;
const secret = "a secret of the database";

const functionFolder = resolve("supabase/functions/send-contact-email");
/** What Deno has compiled and checked. It is kept, so that each start and the next run need not do it again. */
const denoCache = resolve(".cache/deno");
/** Its package puts it in place when asked, so it needs no script at installation. */
const deno: string = createRequire(import.meta.url)("deno/install_api.cjs").runInstall();

let hosted: Awaited<ReturnType<typeof startHostedStack>>;
let database: Client;
let behaviour: ResendBehaviour = "accept";
const alerts: string[] = [];
const webhookServer = createServer(async (request, response) => {
  for await (const chunk of request) alerts.push(JSON.parse(String(chunk)).text);
  response.end();
});

/** What the migrations find at the vendor's: a vault, and the two extensions that call. */
async function prepareVendorSchema(url: string) {
  database = new Client(url);
  await database.connect();
  await database.query(`
    CREATE SCHEMA vault; CREATE TABLE vault.decrypted_secrets (name text, decrypted_secret text);
    CREATE SCHEMA cron; CREATE TABLE cron.job (name text, schedule text, command text);
    CREATE FUNCTION cron.schedule(text, text, text) RETURNS bigint LANGUAGE sql
      AS 'INSERT INTO cron.job VALUES ($1, $2, $3); SELECT 1::bigint';
    CREATE SCHEMA net; CREATE TABLE net.calls (url text, headers jsonb);
    CREATE FUNCTION net.http_post(url text, body jsonb DEFAULT '{}', params jsonb DEFAULT '{}', headers jsonb DEFAULT '{}',
      timeout_milliseconds integer DEFAULT 5000) RETURNS bigint LANGUAGE sql
      AS 'INSERT INTO net.calls VALUES (url, headers); SELECT 1::bigint'`);
}

/** The function under a real Deno, with the packages of this project in place of the network, and the email service. */
async function startHostedStack(url: string, variables: Record<string, string>) {
  const resend = await startResendServer(() => behaviour);
  const store = openPostgresStore(url, { connections: 2, prepare: migrate });
  await store.check();
  const args = ["run", "--no-prompt", "--cached-only", "--node-modules-dir=manual", "--allow-net", "--allow-env"];
  // What the platform adds to Deno: it is told of work that goes on after the answer.
  const edgeRuntime = "globalThis.EdgeRuntime = { waitUntil: () => console.log('kept alive') }";
  const preload = ["--preload", `data:text/javascript,${encodeURIComponent(edgeRuntime)}`];
  const script = ["--config", join(functionFolder, "deno.json"), join(functionFolder, "index.ts")];
  const env = {
    DENO_DIR: denoCache,
    DENO_NO_UPDATE_CHECK: "1",
    DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0",
    SUPABASE_DB_URL: url,
    RESEND_API_KEY: resendTestKey,
    RESEND_URL: resend.url,
    MAIL_TO: "studio@example.com",
    MAIL_FROM: "Website <website@example.com>",
    RATE_LIMIT: "off",
    DIGEST: "off",
    WEEKLY_EMAIL: "off",
    ...variables,
  };
  const announcement = /Listening on (http:\S+?)\/\s/;
  const { ready, output, terminate } = spawnServer([deno, ...args, ...preload, ...script], { env }, announcement);
  const stop = () => Promise.all([terminate("SIGKILL"), store.close(), resend.close()]);
  return { url: await ready(), output, store, resend, stop };
}

beforeAll(async () => {
  const webhookPort = await listen(webhookServer, { port: 0, host: "127.0.0.1" });
  const url = await createDatabase();
  await prepareVendorSchema(url);
  hosted = await startHostedStack(url, {
    SITE_URL: "https://studio.example",
    ALLOWED_ORIGINS: "https://studio.example",
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${webhookPort}`,
    DRAIN_SECRET: secret,
  });
});
afterAll(async () => {
  webhookServer.close();
  await database?.end();
  await hosted?.stop();
});
beforeEach(async () => {
  behaviour = "accept";
  // After an email has left, its delivery looks for a next one. A drain ends after it, so it takes none of this test's.
  await drain();
  await database.query(
    "TRUNCATE consultations.requests CASCADE; DELETE FROM consultations.facts WHERE name <> 'schema'",
  );
  hosted.resend.sent.length = 0;
  alerts.length = 0;
});

const call = (path: string, init: RequestInit = {}) => fetch(`${hosted.url}${endpoint}${path}`, init);
const drain = () => call("/drain", { method: "POST", headers: { "x-drain-secret": secret } });
const save = (number: number, receivedAt: number) =>
  hosted.store.save(sampleSubmission({ email: sampleEmail(number), receivedAt }));

describe("the function under Deno", () => {
  it("satisfies the vendor's own client, and sends the email without waiting to be drained", async () => {
    const client = createClient(hosted.url, "public-anonymous-key", {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { data, error } = await client.functions.invoke("send-contact-email", { body: sampleRequest });
    expect(error).toBeNull();
    expect(data).toEqual({ ok: true, reference: expect.stringMatching(/^[2-9A-Z]{8}$/) });
    const bad = await client.functions.invoke("send-contact-email", { body: { ...sampleRequest, email: "ana" } });
    expect(bad.error).toMatchObject({ name: "FunctionsHttpError" });
    await vi.waitFor(() => expect(hosted.resend.sent).toMatchObject([{ to: ["studio@example.com"] }]), timeout);
    await vi.waitFor(async () => expect((await hosted.store.pending()).count).toBe(0), timeout);
    const [request] = await hosted.store.list();
    expect(hosted.resend.sent[0]).toMatchObject({ key: `contact/${request?.id}`, reply_to: sampleRequest.email });
    expect(request?.reference).toBe(data.reference);
    expect(hosted.output()).toContain("kept alive");
  });

  it("sends a form without script back to the site", async () => {
    const post = (fields: Record<string, string>) =>
      call("", { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
    expect((await post(sampleRequest)).headers.get("location")).toBe("https://studio.example/contact#sent");
    expect((await post({ ...sampleRequest, email: "ana" })).headers.get("location")).toBe(
      "https://studio.example/contact#failed",
    );
    expect(await hosted.store.list()).toHaveLength(1);
  });

  it("drains for those alone who know the secret: sends, reminds once, and erases what is old enough", async () => {
    // Its answer is overdue, so the reminder waits for no morning.
    const { reference } = await save(1, Date.now() - 25 * hour);
    const old = await save(2, Date.now() - 40 * day);
    const { id = "" } = (await hosted.store.find(old.reference)) ?? {};
    await hosted.store.markDelivered([id], Date.now() - 31 * day);
    await hosted.store.markAnswered(old.reference, Date.now() - 31 * day);
    await hosted.store.set("reminded", String(Date.now() - 30 * day));
    for (const headers of [{}, { "x-drain-secret": "" }, { "x-drain-secret": `${secret}!` }]) {
      expect((await call("/drain", { method: "POST", headers })).status).toBe(401);
    }
    expect(hosted.resend.sent).toEqual([]);
    for (let time = 0; time < 2; time++) await drain();
    const response = await drain();
    expect([response.status, await response.json()]).toEqual([200, { ok: true, store: "ok", mail: "ok", waiting: 0 }]);
    expect(hosted.resend.sent.map(({ subject }) => subject).sort()).toEqual([
      expect.stringContaining(reference),
      "Not yet marked as answered: 1 request",
    ]);
    expect((await hosted.store.list()).map((request) => request.reference)).toEqual([reference]);
  });

  it("reports what cannot be delivered, once, to the webhook", async () => {
    const { reference } = await save(1, Date.now() - 3 * hour);
    behaviour = { status: 403, name: "invalid_api_key" };
    for (let time = 0; time < 3; time++) await drain();
    expect(alerts.sort()).toEqual([
      expect.stringContaining("does not accept our name and password (403 invalid_api_key)"),
      expect.stringContaining(`Urgent: undelivered for two hours: consultation request ${reference}`),
    ]);
    await vi.waitFor(async () => expect((await call("/health")).status).toBe(503), { timeout, interval: 200 });
    expect(await hosted.store.list()).toMatchObject([{ deliveredAt: null, lastError: "403 invalid_api_key" }]);
  });

  it("keeps what visitors type out of its log", () => {
    expect(hosted.output()).toMatch(/request reference=\w{8} status=200/);
    expect(hosted.output()).not.toMatch(/canary|780-?555/i);
  });

  it("has the types and the versions of packages that the rest of the project has", () => {
    const args = ["check", "--no-config", "--node-modules-dir=manual", join(functionFolder, "index.ts")];
    const { status, stderr } = spawnSync(deno, args, { encoding: "utf8", env: { DENO_DIR: denoCache } });
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    const { imports } = JSON.parse(readFileSync(join(functionFolder, "deno.json"), "utf8"));
    for (const [name, place] of Object.entries(imports)) expect(place).toBe(`npm:${name}@${dependencies[name]}`);
  });
});

it("the database calls the drain once a minute, and not before it was told where", async () => {
  expect((await database.query("SELECT * FROM cron.job")).rows).toMatchObject([
    { schedule: "* * * * *", command: "select consultations.call_drain()" },
  ]);
  const run = () => database.query("select consultations.call_drain()");
  await run();
  expect((await database.query("SELECT * FROM net.calls")).rows).toEqual([]);
  await database.query("INSERT INTO vault.decrypted_secrets VALUES ('drain_url', $1), ('drain_secret', $2)", [
    `${hosted.url}${endpoint}/drain`,
    secret,
  ]);
  await run();
  const [{ url, headers }] = (await database.query("SELECT * FROM net.calls")).rows;
  expect((await fetch(url, { method: "POST", headers, body: "{}" })).status).toBe(200);
});
