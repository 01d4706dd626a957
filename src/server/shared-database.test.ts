import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished, vi } from "vitest";
import { cleanEnvironment } from "../../tests/kit/clean-environment.ts";
import { patient } from "../../tests/kit/patience.ts";
import { resendTestKey, startResendServer } from "../../tests/kit/resend-server.ts";
import { sampleEmail, sampleRequest, sampleSubmission } from "../../tests/kit/sample-request.ts";
import { createDatabase } from "../../tests/kit/shared-postgres.ts";
import { startSmtpServer } from "../../tests/kit/smtp-server.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { endpoint } from "../requests/request.ts";
import { readSettings } from "../settings/settings.ts";
import { openStore } from "./backend.ts";
import { startServer } from "./server.ts";

// The timeout is long because the machine may be busy.
const timeout = patient(60_000);

const mail = {
  MAIL_TO: "studio@example.com",
  MAIL_FROM: "site@example.com",
  RATE_LIMIT: "off",
  DIGEST: "off",
  WEEKLY_EMAIL: "off",
};
const dataDir = temporaryFolder();

/** Several servers on one database, as behind a load balancer. */
async function start(count: number, variables: Record<string, string>) {
  const settings = readSettings({ PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, ...mail, ...variables });
  const pages = { answer: () => undefined };
  const servers = Array.from({ length: count }, async () => {
    const server = await startServer({ settings, pages, log: () => {}, onFatal: () => {} });
    onTestFinished(server.stop);
    return `http://127.0.0.1:${server.port}`;
  });
  const store = await openStore(settings, () => {});
  onTestFinished(() => store.close());
  return { urls: await Promise.all(servers), store };
}

async function send(url: string, number: number): Promise<number> {
  const body = JSON.stringify({ ...sampleRequest, email: sampleEmail(number) });
  const headers = { "content-type": "application/json" };
  return (await fetch(url + endpoint, { method: "POST", body, headers })).status;
}

it("Three servers on one database know each other's requests and send each email once", async () => {
  const smtpServer = await startSmtpServer();
  onTestFinished(smtpServer.close);
  const { urls, store } = await start(3, { DATABASE_URL: await createDatabase(), SMTP_URL: smtpServer.url });
  // Each request reaches two servers, as when a load balancer retries elsewhere.
  const sends = Array.from({ length: 60 }, (_, number) => send(urls[number % 3] ?? "", number % 30));
  expect(new Set(await Promise.all(sends))).toEqual(new Set([200]));
  await vi.waitFor(async () => expect((await store.pending()).count).toBe(0), timeout);
  expect(smtpServer.ids().sort()).toEqual((await store.list()).map(({ id }) => id).sort());
  expect(smtpServer.received).toHaveLength(30);
});

it("The owner's command reads the shared database", async () => {
  const url = await createDatabase();
  const { store } = await start(0, { DATABASE_URL: url });
  const { reference } = await store.save(sampleSubmission());
  const env = { ...cleanEnvironment, DATABASE_URL: url };
  const command = fileURLToPath(new URL("../../commands/requests.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [command, "list"], { cwd: dataDir, env });
  expect(stdout).toMatch(new RegExp(`^${reference}  .*  waiting    ${sampleRequest.name}\n$`));
});

it("Two servers remind the owner only once, over Resend", async () => {
  const resend = await startResendServer();
  onTestFinished(resend.close);
  const variables = {
    DATABASE_URL: await createDatabase(),
    RESEND_API_KEY: resendTestKey,
    RESEND_URL: resend.url,
  };
  const store = await openStore(readSettings({ ...mail, ...variables }), () => {});
  onTestFinished(() => store.close());
  await store.save(sampleSubmission({ receivedAt: Date.now() - 21 * 60 * 60_000 }));
  const { urls } = await start(2, variables);
  await vi.waitFor(
    () => expect(resend.sent.some(({ key }) => key.startsWith("contact/reminder-"))).toBe(true),
    timeout,
  );
  await vi.waitFor(async () => expect((await store.pending()).count).toBe(0), timeout);
  expect(resend.calls()).toBe(2);
  expect(await (await fetch(`${urls[0]}/healthz`)).json()).toMatchObject({ ok: true, waiting: 0 });
});
