import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { needsUnix } from "../../tests/kit/needs.ts";
import { needsNobody, nobody } from "../../tests/kit/other-user.ts";
import { patient } from "../../tests/kit/patience.ts";
import { sampleEmail, sampleRequest } from "../../tests/kit/sample-request.ts";
import { startServerProcess } from "../../tests/kit/server-process.ts";
import { waitUntil } from "../../tests/kit/spawn-server.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { endpoint } from "../requests/request.ts";
import { readSettings } from "../settings/settings.ts";
import { startupLines } from "./run.ts";

// The timeout is long because the machine may be busy.
const timeout = patient(60_000);

/** Starts a server that is stopped when the test ends. */
function launch(variables: Record<string, string>, ...options: [Parameters<typeof startServerProcess>[1]?, string?]) {
  const server = startServerProcess({ RATE_LIMIT: "off", ...variables }, ...options);
  onTestFinished(() => server.terminate("SIGKILL"));
  return server;
}

/** How a process has ended, and what it said; nulls if it goes on. */
async function endOf({ child, hasExited, output }: ReturnType<typeof launch>) {
  await waitUntil(hasExited, 30);
  return [child.exitCode, child.signalCode, output()];
}

/** Posts a request. Like a proxy it opens a connection for each, so that no server closes it meanwhile. */
async function send(url: string, number: number): Promise<number> {
  const body = JSON.stringify({ ...sampleRequest, email: sampleEmail(number) });
  const headers = { "content-type": "application/json", connection: "close" };
  return (await fetch(url + endpoint, { method: "POST", body, headers })).status;
}

it("A server prints where things go, outlives its log's reader, and stops once, without waiting for idle connections", async () => {
  const folder = temporaryFolder();
  // What the system sets takes precedence, even when it is empty.
  writeFileSync(join(folder, ".env"), "DATA_DIR=kept-here\nHOST=no address\nSMTP_URL=smtp://mail.example\n");
  const server = launch({ SMTP_URL: "" }, { cwd: folder });
  const { child, output } = server;
  const url = await server.ready();
  await vi.waitFor(
    () =>
      expect(output().split("\n").slice(1, 3)).toEqual([
        `Consultation requests are stored in ${join(folder, "kept-here")}`,
        `SMTP_URL is not set: emails are written to ${join(folder, "kept-here", "mail")}`,
      ]),
    timeout,
  );
  child.stdout.destroy();
  child.stderr.destroy();
  for (let number = 0; number < 5; number++) expect(await send(url, number)).toBe(200);

  const body = JSON.stringify(sampleRequest);
  const head = ["Host: studio", "Content-Type: application/json", `Content-Length: ${body.length}`].join("\r\n");
  const closed: string[] = [];
  const visit = async (name: string, isWhole: boolean) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
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
  expect((await endOf(server)).slice(0, 2)).toEqual([0, null]);
});

it("A server that starts says that nobody is told, or its mail server without the password, and what is wrong", () => {
  const mail = { MAIL_TO: "studio@example.com", MAIL_FROM: "site@example.com" };
  const lines = (variables: Record<string, string>, zoneData: string) =>
    startupLines(readSettings(variables), 3000, { hidden: "2 things are left" }, zoneData).join("\n");
  const unset = lines({ SITE_URL: "https://studio.example" }, "2027a");
  expect(unset).toContain("NO MAIL IS SET: NOBODY IS TOLD");
  expect(unset).not.toContain("THE CLOCK");
  const text = lines({ ...mail, SMTP_URL: "smtp://user:hunter2@127.0.0.1:9" }, "2025b");
  expect(text).toContain("Emails go to studio@example.com by way of 127.0.0.1:9");
  expect(text).toContain("THE CLOCK MAY BE WRONG. Node's zone data is 2025b");
  expect(text).toContain("Search engines are asked to stay away: 2 things are left.");
  expect(text).not.toContain("hunter2");
});

it("A wrong permission is called that, with the path and the remedy", needsNobody, async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const start = (DATA_DIR: string) => launch({ DATA_DIR }, { cwd: folder, ...nobody });
  const remedy = (path: string, toGive = path) =>
    `${path} may not be written by this user (65534): give it to that user, as with chown -R 65534 ${toGive}`;
  // This is what one start as root leaves behind.
  const data = join(folder, "data");
  const [lock, emails] = [join(data, "server.lock"), join(data, "mail")];
  mkdirSync(emails, { recursive: true, mode: 0o700 });
  writeFileSync(lock, "", { mode: 0o644 });
  chownSync(data, nobody.uid, nobody.gid);
  expect(await endOf(start(data))).toEqual([1, null, `${remedy(lock, data)}.\n`]);
  chownSync(lock, nobody.uid, nobody.gid);
  const server = start(data);
  expect(await send(await server.ready(), 1)).toBe(200);
  await vi.waitFor(() => expect(server.output()).toMatch(/ postponed .*/), timeout);
  expect(server.output()).toContain(`EMAILS CANNOT BE WRITTEN, they wait: ${remedy(emails)}.\n`);
});

it("A server exits with an error when its folder is removed, for a restart that has everything", async () => {
  const dataDir = temporaryFolder();
  const server = launch({ DATA_DIR: dataDir });
  const url = await server.ready();
  expect(await send(url, 1)).toBe(200);
  // The server may be writing an email there at this moment.
  rmSync(dataDir, { recursive: true, maxRetries: 10 });
  expect(await send(url, 2)).toBe(503);
  const reason = expect.stringMatching(/fatal reason="the files of the database were moved or replaced; all of it/);
  expect(await endOf(server)).toEqual([1, null, reason]);
});

it("A fault that nobody waited for is logged, pages are served on, and no other server gets the port", async () => {
  const faults =
    'process.on("SIGUSR2", () => { Promise.reject(new Error("rejected")); setTimeout(() => { throw new Error("thrown"); }); })';
  const server = launch({ DATA_DIR: temporaryFolder() }, {}, `(${faults}, "a page")`);
  const url = await server.ready();
  server.child.kill("SIGUSR2");
  await vi.waitFor(() => expect(server.output()).toMatch(/fault .*rejected.*fault .*thrown/s), timeout);
  expect(await (await fetch(url)).text()).toBe("a page");
  const { port } = new URL(url);
  const inUse = `Port ${port} is in use: stop the program that uses it, or choose another with PORT.\n`;
  expect(await endOf(launch({ DATA_DIR: temporaryFolder(), PORT: port }))).toEqual([1, null, inUse]);
});

it("A server on an inherited socket loses no request while a new process takes over", needsUnix, async () => {
  const holder = launch(
    { DATA_DIR: temporaryFolder() },
    { wrapper: [process.execPath, resolve("tests/kit/hold-socket.ts")] },
    "String(process.pid)",
  );
  const url = await holder.ready();
  const answeredBy = new Set<number>();
  onTestFinished(() => [...answeredBy].slice(-1).forEach((id) => void process.kill(id, "SIGKILL")));
  const visit = async (number: number) => {
    for (let visits = 0; answeredBy.size < 2 || visits < 5; visits++) {
      const page = await fetch(url, { headers: { connection: "close" } });
      answeredBy.add(Number(await page.text()));
      expect(await send(url, number)).toBe(200);
      if (number === 1 && visits === 5) process.kill(Number([...answeredBy][0]), "SIGTERM");
    }
  };
  await Promise.all([1, 2, 3, 4].map(visit));
  expect(answeredBy.size).toBe(2);
});
