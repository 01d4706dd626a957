import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { currentRelease, siteFolder } from "../../src/build/build-folder.ts";
import { listFiles } from "../../src/build/list-files.ts";
import { endpoint } from "../../src/requests/request.ts";
import { smokeKeyHeader } from "../../src/requests/smoke-test.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { type BuiltServer, startBuiltServer } from "../kit/built-server.ts";
import { cleanEnvironment } from "../kit/clean-environment.ts";
import { freePort } from "../kit/free-port.ts";
import { type SmtpBehaviour, startSmtpServer } from "../kit/smtp-server.ts";
import { builtOrigin } from "./built-pages.ts";

const { buildFolder } = readFolders(loadEnvironment());
const key = "a key of more than sixteen signs";

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** Copies the built site and replaces its address, as if it had been built for another one. */
function rebuiltFor(origin: string): string {
  // The folder is inside the project, where the built code finds its packages.
  const folder = mkdtempSync(".cache/smoke-");
  closing.push(() => rmSync(folder, { recursive: true }));
  cpSync(currentRelease(buildFolder), join(folder, "current"), { recursive: true, dereference: true });
  const builtFor = builtOrigin();
  for (const file of listFiles(siteFolder(folder)).filter((name) => /\.(html|txt|xml)$/.test(name))) {
    const path = join(siteFolder(folder), file);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(builtFor, origin));
    for (const ending of [".br", ".gz"]) rmSync(path + ending, { force: true });
  }
  // Its files are no longer those that the build listed.
  rmSync(join(folder, "current/release.json"));
  return folder;
}

/** The real server with the built site and a mail server, and the smoke command against it. */
const relay: { behaviour: SmtpBehaviour } = { behaviour: "accept" };
let mail: Awaited<ReturnType<typeof startSmtpServer>>;
let server: BuiltServer;
beforeAll(async () => {
  mail = await startSmtpServer(() => relay.behaviour);
  closing.push(mail.close);
  const port = await freePort();
  server = await startBuiltServer({
    SMTP_URL: mail.url,
    MAIL_TO: "owner@studio.example",
    MAIL_FROM: "website@studio.example",
    PORT: String(port),
    BUILD_DIR: rebuiltFor(`http://127.0.0.1:${port}`),
    SITE_URL: "",
    HOST: "127.0.0.1",
    SMOKE_KEY: key,
  });
  closing.push(server.stop);
});

const smoke = (options: string[] = [], { smokeKey = key, origin = server.origin } = {}) =>
  new Promise<{ code: number; lines: string[] }>((done) => {
    const args = ["commands/requests.ts", "smoke", origin, ...options];
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
  expect(await server.requests()).toEqual([]);
});

test("pages that were built for another address are reported with the command that fixes it", async () => {
  const { code, lines } = await smoke([], { origin: server.origin.replace("127.0.0.1", "localhost") });
  expect(code).toBe(1);
  expect(lines.filter((line) => line.startsWith("FAIL"))).toEqual([
    expect.stringMatching(`^FAIL {2}home page: .*${server.origin}.*npm run build`),
  ]);
});

test("without the key nobody can send a test request or see one", async () => {
  const { code, lines } = await smoke([], { smokeKey: "another key of sixteen signs" });
  expect([code, lines.at(-1)]).toEqual([1, expect.stringMatching(/answered with 403/)]);
  const headers = { [smokeKeyHeader]: key };
  expect((await fetch(`${server.origin}${endpoint}?test=AAAAAAAA`)).status).toBe(405);
  expect((await fetch(`${server.origin}${endpoint}?test=AAAAAAAA`, { headers })).status).toBe(404);
  expect(await server.requests()).toEqual([]);
});

test("an email that is not sent is reported, and test requests neither accumulate nor cause reminders", async () => {
  relay.behaviour = 451;
  for (let time = 0; time < 2; time++) {
    const { code, lines } = await smoke(["--wait", "1"]);
    expect([code, lines.at(-1)]).toEqual([1, expect.stringMatching(/^FAIL .*its email was not accepted within 1 s$/)]);
  }
  expect(await server.requests()).toMatchObject([{ flags: ["test"], verdict: "spam", deliveredAt: null }]);
});
