import { execFile } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoint } from "../../src/requests/request.ts";
import { smokeKeyHeader } from "../../src/requests/smoke-test.ts";
import { cleanEnvironment } from "../kit/clean-environment.ts";
import { freePort } from "../kit/free-port.ts";
import { startServerProcess } from "../kit/server-process.ts";
import { type SmtpBehaviour, startSmtpServer } from "../kit/smtp-server.ts";
import { readStoredRequests } from "../kit/stored-requests.ts";
import { temporaryFolder } from "../kit/temporary-folder.ts";
import { builtOrigin, readBuiltPages } from "./built-pages.ts";

const key = "a key of more than sixteen signs";
const dataDir = temporaryFolder();
const relay: { behaviour: SmtpBehaviour } = { behaviour: "accept" };
let origin = "";
let mail: Awaited<ReturnType<typeof startSmtpServer>>;
let server: ReturnType<typeof startServerProcess>;

/** The real server and a mail server. Each of its pages is what was built, as if for the address that it has here. */
beforeAll(async () => {
  mail = await startSmtpServer(() => relay.behaviour);
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const html = readBuiltPages().map((page) => page.html);
  const settings = {
    SMTP_URL: mail.url,
    MAIL_TO: "owner@studio.example",
    MAIL_FROM: "website@studio.example",
    PORT: String(port),
    DATA_DIR: dataDir,
    SMOKE_KEY: key,
  };
  server = startServerProcess(settings, {}, JSON.stringify(html.join("").replaceAll(builtOrigin(), origin)));
  await server.ready();
});
afterAll(async () => {
  await server.terminate();
  await mail.close();
});

const smoke = (options: string[] = [], { smokeKey = key, address = origin } = {}) =>
  new Promise<{ code: number; lines: string[] }>((done) => {
    const args = ["commands/requests.ts", "smoke", address, ...options];
    const env = { ...cleanEnvironment, SMOKE_KEY: smokeKey };
    execFile(process.execPath, args, { env }, (error, out) =>
      done({ code: error ? Number(error.code) : 0, lines: out.trim().split("\n") }),
    );
  });

test("a working site passes the smoke test up to the mail server, and keeps nothing of it", async () => {
  const { code, lines } = await smoke();
  expect(lines.filter((line) => !line.startsWith("ok "))).toEqual([]);
  expect(lines.at(-1)).toMatch(/to the mail server: delivered in [\d.]+ s$/);
  expect([code, lines.length]).toEqual([0, 4]);
  expect(mail.received.map(({ headers }) => headers.find((line) => line.startsWith("Subject:")))).toEqual([
    expect.stringMatching(/^Subject: Website test \([2-9A-Z]{8}\)$/),
  ]);
  expect(await readStoredRequests(dataDir)).toEqual([]);
});

test("pages that were built for another address are reported with the command that fixes it", async () => {
  const { code, lines } = await smoke([], { address: origin.replace("127.0.0.1", "localhost") });
  expect(code).toBe(1);
  expect(lines.filter((line) => line.startsWith("FAIL"))).toEqual([
    expect.stringMatching(`^FAIL {2}home page: .*${origin}.*npm run build`),
  ]);
});

test("without the key nobody can send a test request or see one", async () => {
  const { code, lines } = await smoke([], { smokeKey: "another key of sixteen signs" });
  expect([code, lines.at(-1)]).toEqual([1, expect.stringMatching(/answered with 403/)]);
  const headers = { [smokeKeyHeader]: key };
  expect((await fetch(`${origin}${endpoint}?test=AAAAAAAA`)).status).toBe(405);
  expect((await fetch(`${origin}${endpoint}?test=AAAAAAAA`, { headers })).status).toBe(404);
  expect(await readStoredRequests(dataDir)).toEqual([]);
});

test("an email that is not sent is reported, and test requests neither accumulate nor cause reminders", async () => {
  relay.behaviour = 451;
  for (let time = 0; time < 2; time++) {
    const { code, lines } = await smoke(["--wait", "1"]);
    expect([code, lines.at(-1)]).toEqual([1, expect.stringMatching(/^FAIL .*its email was not accepted within 1 s$/)]);
  }
  expect(await readStoredRequests(dataDir)).toMatchObject([{ flags: ["test"], verdict: "spam", deliveredAt: null }]);
});
