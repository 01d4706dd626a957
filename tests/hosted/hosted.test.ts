import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createClient } from "@supabase/supabase-js";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { endpoint } from "../../src/requests/request.ts";
import { patient } from "../kit/patience.ts";
import type { ResendBehaviour } from "../kit/resend-server.ts";
import { sampleEmail, sampleRequest, sampleSubmission } from "../kit/sample-request.ts";
import { createDatabase } from "../kit/shared-postgres.ts";
import { denoCache, findDeno, startHostedStack } from "./hosted-stack.ts";

// The machine may be busy with other things.
const timeout = patient(60_000);

const hour = 60 * 60_000;
const day = 24 * hour;
const secret = "a secret of the database";

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

beforeAll(async () => {
  await new Promise<void>((resolve) => webhookServer.listen(0, "127.0.0.1", resolve));
  const variables = {
    SITE_URL: "https://studio.example",
    ALLOWED_ORIGINS: "https://studio.example",
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${(webhookServer.address() as AddressInfo).port}`,
    DRAIN_SECRET: secret,
  };
  const url = await createDatabase();
  await prepareVendorSchema(url);
  hosted = await startHostedStack(url, variables, () => behaviour);
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
    await vi.waitFor(async () => expect((await call("/health")).status).toBe(503), {
      timeout,
      interval: 200,
    });
    expect(await hosted.store.list()).toMatchObject([{ deliveredAt: null, lastError: "403 invalid_api_key" }]);
  });

  it("keeps what visitors type out of its log", () => {
    expect(hosted.output()).toMatch(/request reference=\w{8} status=200/);
    expect(hosted.output()).not.toMatch(/canary|780-?555/i);
  });

  it("has the types and the versions of packages that the rest of the project has", () => {
    const folder = fileURLToPath(new URL("../../supabase/functions/send-contact-email/", import.meta.url));
    const args = ["check", "--no-config", "--node-modules-dir=manual", `${folder}index.ts`];
    const { status, stderr } = spawnSync(findDeno(), args, { encoding: "utf8", env: { DENO_DIR: denoCache } });
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    const { imports } = JSON.parse(readFileSync(`${folder}deno.json`, "utf8"));
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
