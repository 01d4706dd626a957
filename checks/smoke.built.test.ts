import { execFile } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { type Manner, startMailServer } from "../consultations/mail/mail-server.ts";
import { endpoint } from "../consultations/request.ts";
import { smokeHeader } from "../consultations/smoke.ts";
import { startServer } from "../e2e/server.ts";
import { buildFolder } from "../pipeline/build-folder.ts";
import { bareEnvironment } from "../server/bare-environment.ts";

const key = "a key of more than sixteen signs";

/** The real server with the built site, and the command from outside. */
async function start(manner: () => Manner) {
  const mail = await startMailServer(manner);
  onTestFinished(mail.close);
  const post = { SMTP_URL: mail.url, MAIL_TO: "owner@studio.example", MAIL_FROM: "website@studio.example" };
  const server = await startServer({
    ...post,
    BUILD_DIR: buildFolder,
    SITE_URL: "",
    HOST: "127.0.0.1",
    SMOKE_KEY: key,
  });
  onTestFinished(server.stop);
  const smoke = (given = key, ...options: string[]) =>
    new Promise<{ code: number; lines: string[] }>((done) => {
      const args = ["commands/smoke.ts", server.origin, ...options];
      const env = { ...bareEnvironment, SMOKE_KEY: given };
      execFile(process.execPath, args, { env }, (error, out) =>
        done({ code: error ? Number(error.code) : 0, lines: out.trim().split("\n") }),
      );
    });
  return { mail, server, smoke };
}

test("a site that works is found to work, down to the mail server, and keeps nothing of it", async () => {
  const { mail, server, smoke } = await start(() => "accept");
  const { code, lines } = await smoke();
  expect(lines.filter((line) => !line.startsWith("ok "))).toEqual([]);
  expect(lines.at(-1)).toMatch(/to the mail server: delivered in [\d.]+ s$/);
  expect([code, lines.length]).toEqual([0, 9]);
  expect(mail.received.map(({ headers }) => headers.find((line) => line.startsWith("Subject:")))).toEqual([
    expect.stringMatching(/^Subject: Website test \([2-9A-Z]{8}\)$/),
  ]);
  expect(server.requests()).toEqual([]);
  expect((await smoke()).code).toBe(0);
  expect(server.requests()).toEqual([]);
});

test("letters that do not leave are reported, tests do not pile up, and nobody is reminded of one", async () => {
  let manner: Manner = 451;
  const { server, smoke } = await start(() => manner);
  for (let time = 0; time < 2; time++) {
    const { code, lines } = await smoke(key, "--wait", "1");
    expect([code, lines.at(-1)]).toEqual([1, expect.stringMatching(/^FAIL .*its letter not taken within 1 s$/)]);
  }
  expect(server.requests()).toMatchObject([{ flags: ["test"], verdict: "apart", deliveredAt: null }]);
  manner = "accept";
});

test("a stranger sends no test and learns of none", async () => {
  const { server, smoke } = await start(() => "accept");
  const { code, lines } = await smoke("another key of sixteen signs");
  expect([code, lines.at(-1)]).toEqual([1, expect.stringMatching(/answered with 403/)]);
  const headers = { [smokeHeader]: key };
  expect((await fetch(`${server.origin}${endpoint}?test=AAAAAAAA`)).status).toBe(405);
  expect((await fetch(`${server.origin}${endpoint}?test=AAAAAAAA`, { headers })).status).toBe(404);
  expect(server.requests()).toEqual([]);
});
