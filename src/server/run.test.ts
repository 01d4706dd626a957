import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { needsRoot } from "../../tests/kit/needs.ts";
import { installForEveryone, nobody } from "../../tests/kit/other-user.ts";
import { patient } from "../../tests/kit/patience.ts";
import { sampleEmail, sampleRequest } from "../../tests/kit/sample-request.ts";
import { startServerProcess } from "../../tests/kit/server-process.ts";
import { startSmtpServer } from "../../tests/kit/smtp-server.ts";
import { readStoredRequests } from "../../tests/kit/stored-requests.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { endpoint, isAcknowledged } from "../requests/request.ts";
import { readSettings } from "../settings/settings.ts";
import { startupLines } from "./run.ts";

// The timeout is long because the machine may be busy.
const timeout = patient(60_000);

const root = temporaryFolder();

const addresses = { MAIL_TO: "studio@example.com", MAIL_FROM: "site@example.com" };

/** Starts a server that is stopped when the test ends. */
function launch(variables: Record<string, string>, cwd = root, place: Parameters<typeof startServerProcess>[1] = {}) {
  const launched = startServerProcess({ RATE_LIMIT: "off", ...variables }, { cwd, ...place });
  onTestFinished(() => void launched.child.kill("SIGKILL"));
  const ready = () => vi.waitFor(() => expect(launched.output()).toMatch(/Emails|emails/), timeout);
  return { ...launched, ready };
}

async function send(url: string, number: number): Promise<string> {
  const body = JSON.stringify({ ...sampleRequest, email: sampleEmail(number) });
  const headers = { "content-type": "application/json" };
  const response = await fetch(url + endpoint, { method: "POST", body, headers });
  const answer: unknown = await response.json();
  if (!isAcknowledged(answer)) throw new Error(`answered with ${response.status}`);
  return answer.reference;
}

/** Sends requests over several connections until the server is gone, and returns the acknowledged references. */
async function flood(url: string, child: ChildProcess, onAcknowledged: (count: number) => void): Promise<string[]> {
  const references: string[] = [];
  let number = 100;
  const visitor = async () => {
    while (child.exitCode === null && child.signalCode === null) {
      try {
        references.push(await send(url, number++));
        onAcknowledged(references.length);
      } catch {
        // This request was not acknowledged.
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, visitor));
  return references;
}

describe("a server killed in the middle of a burst", () => {
  it("delivers, once it is back, each request it had acknowledged, exactly once", async () => {
    const mailDoor = Promise.withResolvers<void>();
    let isShut = false;
    const smtpServer = await startSmtpServer(undefined, {
      greet: async () => void (isShut && (await mailDoor.promise)),
    });
    onTestFinished(smtpServer.close);
    const dataDir = temporaryFolder();
    const mail = { ...addresses, SMTP_URL: smtpServer.url, DATA_DIR: dataDir };

    const first = launch(mail);
    await first.ready();
    const early = [await send(first.url(), 1), await send(first.url(), 2)];
    await vi.waitFor(() => expect(first.output().match(/delivered/g)).toHaveLength(2), timeout);
    isShut = true;
    // The server is killed while it sends one email and the others wait.
    const late = await flood(first.url(), first.child, (count) => count === 30 && first.child.kill("SIGKILL"));
    const acknowledged = [...early, ...late];
    expect(acknowledged.length).toBeGreaterThanOrEqual(32);
    expect(smtpServer.received).toHaveLength(2);

    const second = launch(mail);
    mailDoor.resolve();
    await second.ready();
    const requests = await readStoredRequests(dataDir);
    expect(requests.map(({ reference }) => reference)).toEqual(expect.arrayContaining(acknowledged));
    await vi.waitFor(() => expect(smtpServer.received.length).toBeGreaterThanOrEqual(requests.length), timeout);
    await vi.waitFor(
      async () => expect((await readStoredRequests(dataDir)).every(({ deliveredAt }) => deliveredAt)).toBe(true),
      timeout,
    );
    expect(smtpServer.ids().sort()).toEqual(requests.map(({ id }) => id).sort());
    expect(first.output() + second.output()).not.toMatch(/canary|780-?555/i);
  });
});

describe("A server told to stop", () => {
  it("finishes its open requests under load and exits with 0", async () => {
    const dataDir = temporaryFolder();
    const { child, exited, ready, url } = launch({ DATA_DIR: dataDir });
    await ready();
    const acknowledged = await flood(url(), child, (count) => count === 100 && child.kill("SIGTERM"));
    expect(await exited).toEqual([0, null]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(100);
    const references = (await readStoredRequests(dataDir)).map(({ reference }) => reference);
    expect(references).toEqual(expect.arrayContaining(acknowledged));
  });

  it("prints where things go, outlives its log's reader, and stops once, without waiting for idle connections", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, ".env"), "DATA_DIR=kept-here\n");
    const { child, exited, ready, url, output } = launch({}, folder);
    await ready();
    expect(output().split("\n").slice(0, 3)).toEqual([
      expect.stringMatching(/^Open http:\/\/127\.0\.0\.1:\d+$/),
      `Consultation requests are stored in ${join(folder, "kept-here")}`,
      `SMTP_URL is not set: emails are written to ${join(folder, "kept-here", "mail")}`,
    ]);
    child.stdout.destroy();
    child.stderr.destroy();
    for (let number = 0; number < 5; number++) await send(url(), number);
    expect(child.exitCode).toBeNull();

    const { port } = new URL(url());
    const body = JSON.stringify(sampleRequest);
    const head = ["Host: studio", "Content-Type: application/json", `Content-Length: ${body.length}`].join("\r\n");
    const closed: string[] = [];
    const visit = async (name: string, isWhole: boolean) => {
      const socket = connect(Number(port), "127.0.0.1");
      let answer = "";
      socket.on("data", (chunk) => (answer += chunk)).on("error", () => {});
      // Half of the request is sent when the signals come.
      socket.write(`POST ${endpoint} HTTP/1.1\r\n${head}\r\n\r\n${body.slice(0, 20)}`);
      if (isWhole) setTimeout(() => socket.write(body.slice(20)), 500);
      await once(socket, "close");
      closed.push(name);
      return answer.split("\r\n")[0];
    };
    // The last request never ends, so it is cut off when the server stops waiting.
    const visitors = [...Array.from({ length: 6 }, () => visit("kept alive", true)), visit("unfinished", false)];
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (const signal of ["SIGINT", "SIGINT", "SIGTERM"] as const) child.kill(signal);
    expect(await Promise.all(visitors)).toEqual([...Array(6).fill("HTTP/1.1 200 OK"), ""]);
    expect(closed).toEqual([...Array(6).fill("kept alive"), "unfinished"]);
    expect(await exited).toEqual([0, null]);
  });
});

describe("A server that starts", () => {
  it("says in capitals that nobody is told of a request, if it is public and no mail server is set", () => {
    const lines = startupLines(readSettings({ SITE_URL: "https://studio.example" }), 3000, {});
    expect(lines.join("\n")).toContain("NO MAIL IS SET: NOBODY IS TOLD OF A REQUEST");
  });

  it("names its zone data, and says in capitals when that is older than the one tested with", () => {
    const lines = (zoneData: string) => startupLines(readSettings({}), 3000, {}, zoneData).join("\n");
    expect(lines("2030a")).toContain(`This is Node ${process.versions.node} with zone data 2030a`);
    expect(lines("2030a")).not.toContain("THE CLOCK");
    expect(lines("2025b")).toContain("THE CLOCK MAY BE WRONG. Node's zone data is 2025b");
  });

  it("names the mail server, without its password", () => {
    const mail = { ...addresses, SMTP_URL: "smtp://user:hunter2@127.0.0.1:9" };
    const lines = startupLines(readSettings(mail), 3000, { hidden: "2 things are left" });
    expect(lines).toContain("Emails go to studio@example.com by way of 127.0.0.1:9");
    expect(lines).toContain("Search engines are asked to stay away: 2 things are left.");
    expect(lines.join("\n")).not.toContain("hunter2");
  });

  it("explains in a sentence that its port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const { exited, output } = launch({ PORT: String(port), DATA_DIR: temporaryFolder() });
    expect(await exited).toEqual([1, null]);
    expect(output()).toBe(`Port ${port} is in use: stop the program that uses it, or choose another with PORT.\n`);
  });

  it("calls a wrong permission that, with the path and the remedy", needsRoot, async () => {
    const folder = temporaryFolder();
    for (const name of [root, folder]) chmodSync(name, 0o755);
    const closed = join(folder, "closed");
    mkdirSync(closed, { mode: 0o700 });
    const installation = installForEveryone();
    onTestFinished(installation.remove);
    const asNobody = { ...nobody, from: installation };
    const data = launch({ DATA_DIR: closed }, folder, asNobody);
    await data.ready();
    await vi.waitFor(() => expect(data.output()).toContain("cannot be stored"), timeout);
    expect(data.output()).toContain(`${closed} may not be written by this user (65534): give it to that user`);
    writeFileSync(join(folder, ".env"), "PORT=0", { mode: 0o600 });
    const env = launch({ DATA_DIR: closed }, folder, asNobody);
    expect(await env.exited).toEqual([1, null]);
    expect(env.output()).toContain(`${join(folder, ".env")} may not be read by this user (65534)`);
  });

  it.runIf(process.getuid?.() === 0)("names what one start as root has left behind, and the remedy", async () => {
    const folder = temporaryFolder();
    for (const name of [root, folder]) chmodSync(name, 0o755);
    const data = join(folder, "data");
    const [lock, mail] = [join(data, "server.lock"), join(data, "mail")];
    mkdirSync(mail, { recursive: true, mode: 0o700 });
    writeFileSync(lock, "", { mode: 0o644 });
    chownSync(data, nobody.uid, nobody.gid);
    const installation = installForEveryone();
    onTestFinished(installation.remove);
    const asNobody = { ...nobody, from: installation };
    const refused = launch({ DATA_DIR: data }, folder, asNobody);
    const remedy = (path: string, toGive: string) =>
      `${path} may not be written by this user (65534): give it to that user, as with chown -R 65534 ${toGive}`;
    await vi.waitFor(() => expect(refused.output()).toBe(`${remedy(lock, data)}.\n`), timeout);
    expect(await refused.exited).toEqual([1, null]);

    chownSync(lock, nobody.uid, nobody.gid);
    const server = launch({ DATA_DIR: data }, folder, asNobody);
    await server.ready();
    expect(server.output()).toContain(`EMAILS CANNOT BE WRITTEN, they wait: ${remedy(mail, mail)}.\n`);
    await send(server.url(), 1);
    await vi.waitFor(() => expect(server.output()).toMatch(/ postponed .*/), timeout);
    expect(server.output()).toContain(`error="${remedy(mail, mail)}"`);
  });

  it("fails with a clear sentence when another server uses the same data folder", async () => {
    const dataDir = temporaryFolder();
    const first = launch({ DATA_DIR: dataDir });
    await first.ready();
    const second = launch({ DATA_DIR: dataDir });
    expect(await second.exited).toEqual([1, null]);
    expect(second.output()).toBe(`Another server uses DATA_DIR (${dataDir}): stop it, or choose another folder.\n`);
    // A server that replaces another waits until that one has stopped.
    const third = launch({ DATA_DIR: dataDir });
    setTimeout(() => first.child.kill("SIGTERM"), 1_000);
    await third.ready();
    expect((await send(third.url(), 1)).length).toBe(8);
  });

  it("exits with an error when its folder is removed, and has everything after a restart", async () => {
    const dataDir = temporaryFolder();
    const first = launch({ DATA_DIR: dataDir });
    await first.ready();
    const acknowledged = [await send(first.url(), 1), await send(first.url(), 2)];
    // The server may be writing an email there at this moment.
    rmSync(dataDir, { recursive: true, maxRetries: 10 });
    await expect(send(first.url(), 3)).rejects.toThrow("503");
    expect(await first.exited).toEqual([1, null]);
    expect(first.output()).toMatch(
      /fatal reason="the files of the database were moved or replaced; all of it was written/,
    );
    const second = launch({ DATA_DIR: dataDir });
    await second.ready();
    await send(second.url(), 4);
    expect((await readStoredRequests(dataDir)).map(({ reference }) => reference)).toEqual(
      expect.arrayContaining(acknowledged),
    );
  });

  it("explains in a sentence what is wrong with a setting", async () => {
    const { exited, output } = launch({ RETENTION_DAYS: "soon" });
    expect(await exited).toEqual([1, null]);
    expect(output()).toBe('RETENTION_DAYS is "soon", but must be a whole number from 1 to 3650.\n');
  });
});

it(
  "A fault that nobody waited for is logged, and pages are served on",
  async () => {
    const faults =
      'process.on("SIGUSR2", () => { Promise.reject(new Error("rejected")); setTimeout(() => { throw new Error("thrown"); }); })';
    const server = startServerProcess({ DATA_DIR: join(root, "faults") }, {}, `(${faults}, "a page")`);
    onTestFinished(() => void server.child.kill("SIGKILL"));
    const url = await server.ready();
    server.child.kill("SIGUSR2");
    await vi.waitFor(() => expect(server.output()).toMatch(/fault .*rejected.*fault .*thrown/s), timeout);
    expect(await (await fetch(url)).text()).toBe("a page");
  },
  timeout,
);
