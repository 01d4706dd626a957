import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { sendRequest } from "../../tests/kit/http-request.ts";
import { patient } from "../../tests/kit/patience.ts";
import { sampleEmail, sampleRequest } from "../../tests/kit/sample-request.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { endpoint, type FilledForm } from "../requests/request.ts";
import { readSettings } from "../settings/settings.ts";
import { limits } from "./connections.ts";
import { openStore } from "./open-store.ts";
import type { ReleaseNotes } from "./serve-pages.ts";
import { startServer, waitAtMost } from "./server.ts";

// The timeout is long because the machine may be busy.
const timeout = patient(60_000);

async function start(variables: Record<string, string> = {}, notes: ReleaseNotes = {}) {
  const dataDir = variables.DATA_DIR ?? temporaryFolder();
  const settings = readSettings({ PORT: "0", HOST: "127.0.0.1", RATE_LIMIT: "off", DATA_DIR: dataDir, ...variables });
  const lines: string[] = [];
  const rejected: (FilledForm | undefined)[] = [];
  const server = await startServer({
    settings,
    pages: {
      notes,
      handle(request, response, form) {
        rejected.push(form);
        response.end("a page");
        return request.url;
      },
    },
    log: (event, details) => lines.push(JSON.stringify({ event, ...details })),
    onFatal: () => {},
  });
  onTestFinished(server.stop);
  const url = `http://127.0.0.1:${server.port}`;
  const call = (body: unknown, headers = {}) =>
    fetch(url + endpoint, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  const post = (body: Record<string, string>) =>
    fetch(url + endpoint, { method: "POST", body: new URLSearchParams(body), redirect: "manual" });
  const emails = () => (readdirSync(dataDir).includes("mail") ? readdirSync(join(dataDir, "mail")) : []);
  return { server, url, dataDir, lines, rejected, call, post, emails };
}

it("Nothing that fails or hangs keeps the rest of a server from being closed", async () => {
  await waitAtMost(60_000, Promise.reject(new Error("broken")), undefined);
  await waitAtMost(1, new Promise(() => {}));
});

describe("The server", () => {
  it("tells /healthz and the webhook that its pages were built for another address, and accepts requests", async () => {
    const problem = "the pages were built for http://localhost:3000, but SITE_URL is https://www.studio.example";
    // Nobody listens there, which is logged when it is called.
    const webhook = { ALERT_WEBHOOK_URL: "http://127.0.0.1:1" };
    const { url, call, lines } = await start(webhook, { addressProblem: problem, hidden: problem });
    const health = await fetch(`${url}/healthz`);
    expect([health.status, health.headers.get("cache-control")]).toEqual([503, "no-store"]);
    // Caddy keeps an idle connection for two minutes, and must not find it closed.
    expect(health.headers.get("keep-alive")).toBe("timeout=130");
    expect(await health.json()).toMatchObject({ ok: false, pages: "built for another address", hidden: problem });
    expect(lines.filter((line) => line.includes('"event":"alert"')).join()).toContain(problem);
    await vi.waitFor(() => expect(lines.join()).toContain('"while":"alerting"'), timeout);
    expect((await call(sampleRequest)).status).toBe(200);
  });

  it("keeps serving pages when nothing can be stored, the typed words in one of them, once, and reports that", async () => {
    const blocked = join(temporaryFolder(), "blocked");
    writeFileSync(blocked, "a file where the folder should be");
    const { call, post, url, rejected, server, lines } = await start({ DATA_DIR: join(blocked, "data") });
    expect((await call(sampleRequest)).status).toBe(503);
    const location = (await post(sampleRequest)).headers.get("location") ?? "";
    expect(location).toMatch(/^\/contact\?draft=[\w-]+#failed$/);
    for (let visit = 0; visit < 2; visit++)
      expect((await fetch(url + location)).headers.get("cache-control")).toBe("no-store");
    expect(rejected).toEqual([{ values: sampleRequest, errors: {} }, undefined]);
    expect((await fetch(`${url}/healthz`)).status).toBe(503);
    expect(await server.storeProblem()).toMatch(/ENOTDIR/);
    expect(lines.filter((line) => line.includes('"while":"storing a request"'))).toHaveLength(2);
    expect(lines.join()).toMatch(/"error":"Error ENOTDIR","message":"ENOTDIR: [^"]*","place":"src\/requests\/store\//);
  });

  it("refuses a client's posts beyond those it may have in progress, and many posts whatever forwarded address they send", async () => {
    const { server, call } = await start({ RATE_LIMIT: "on" });
    const open = () => connect(server.port, "127.0.0.1").on("error", () => {});
    const posting = Array.from({ length: limits.posts }, open);
    const head = ["Host: studio", "Content-Type: application/json", "Content-Length: 900"].join("\r\n");
    for (const socket of posting) socket.write(`POST ${endpoint} HTTP/1.1\r\n${head}\r\n\r\n{`);
    const post = (time: number) => call(sampleRequest, { "x-forwarded-for": `198.51.100.${time}` });
    // The limit for one visitor asks for more than these seconds.
    await vi.waitFor(async () => expect((await post(0)).headers.get("retry-after")).toBe("30"), timeout);
    for (const socket of posting) socket.destroy();
    await vi.waitFor(async () => expect((await post(0)).status).toBe(200), timeout);
    const statuses = new Set<number>();
    for (let time = 1; time <= 30; time++) statuses.add((await post(time)).status);
    expect([...statuses]).toEqual([200, 429]);
  });

  it("tells two visitors of one network that their requests arrived, and a third only on the page", async () => {
    const { call, emails, url } = await start({ RATE_LIMIT: "on", CONFIRM_TO_VISITOR: "on" });
    // The email to the owner about the fourth is written after whatever the third visitor would have got.
    for (const number of [1, 2, 3, 4]) {
      expect((await call({ ...sampleRequest, email: sampleEmail(number) }, { origin: url })).status).toBe(200);
      await vi.waitFor(
        () => expect(emails().filter((name) => /^[0-9a-f-]{36}\.eml$/.test(name))).toHaveLength(number),
        timeout,
      );
    }
    expect(emails().filter((name) => name.startsWith("confirmation-"))).toHaveLength(2);
  });

  it("answers odd addresses, Host headers and a body that never ends, and goes on", async () => {
    const { server, url } = await start();
    const endless = httpRequest(url + endpoint, { method: "POST", headers: { "content-type": "application/json" } });
    endless.on("error", () => {}).write(Buffer.alloc(1_000_000));
    const [response] = await once(endless, "response");
    expect(response.statusCode).toBe(413);
    endless.destroy();
    const asked: [path: string, headers: Record<string, string>, status: number][] = [
      ["/functions/v1/send-contact-email/../../..//%00", {}, 200],
      ["//[", {}, 200],
      ["/%", {}, 200],
      ["/contact?draft=%ff", {}, 200],
      ["http://elsewhere.example/", {}, 200],
      [`http://studio.example${endpoint}`, {}, 405],
      [endpoint, { host: "[::1]:3000" }, 405],
      [endpoint, { host: "name:password@studio.example" }, 400],
      [endpoint, { host: "studio.example/desk" }, 400],
      [endpoint, { host: "studio.example:99999" }, 400],
      ["/", {}, 200],
    ];
    for (const [path, headers, status] of asked)
      expect((await sendRequest({ port: server.port, path, headers })).status, path).toBe(status);
    for (const host of [".2", "X.@4]@2"]) {
      const headers = { host, "content-type": "application/json" };
      const sent = { port: server.port, path: endpoint, method: "POST", headers, body: JSON.stringify(sampleRequest) };
      expect((await sendRequest(sent)).status, host).toBe(400);
    }
  });

  it("leads back to the page with answers that say how safe they are, and is unhealthy if it is public and has no mail server", async () => {
    const { url, call, post, emails, lines } = await start({ SITE_URL: "https://studio.example" });
    const posted = await post(sampleRequest);
    expect(posted.headers.get("location")).toMatch("https://studio.example/contact?draft=");
    await vi.waitFor(() => expect(lines.join()).toContain("postponed"), timeout);
    const health = await fetch(`${url}/healthz`);
    const report = { ok: false, store: "ok", mail: "not set", waiting: 1 };
    expect([health.status, await health.json(), emails()]).toEqual([503, report, []]);
    expect(lines.join()).toContain("No mail server is set: emails need SMTP_URL or RESEND_API_KEY");
    for (const { headers } of [health, await call(sampleRequest), posted]) {
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
    }
  });

  it("deletes a database that a restore has replaced when the retention time is over", async () => {
    const dataDir = temporaryFolder();
    const stamp = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().replace(/\D/g, "");
    const names = [31, 29].flatMap((days) => [`requests.db.${stamp(days)}`, `requests.db.${stamp(days)}-wal`]);
    const other = "requests.db.20200101000000.mine";
    for (const name of [...names, other]) writeFileSync(join(dataDir, name), "");
    await start({ DATA_DIR: dataDir });
    const left = () => readdirSync(dataDir).filter((name) => /\d{14}/.test(name));
    await vi.waitFor(() => expect(left().sort()).toEqual([other, ...names.slice(2)].sort()), timeout);
  });

  it("counts views and requests where its pages say so, and has written them when it has stopped", async () => {
    const settings = { DATA_DIR: temporaryFolder() };
    for (const countsVisits of [true, false]) {
      const { server, url, call } = await start(settings, { countsVisits });
      // The second is a repetition, and the third spam.
      for (const headers of [{}, {}, { "x-spam": "1" }])
        await call(
          { ...sampleRequest, message: `${countsVisits} ${Object.keys(headers)}` },
          { origin: url, ...headers },
        );
      for (let view = 0; view < 3; view++)
        await fetch(`${url}/about`, { headers: { "user-agent": "Mozilla/5.0", accept: "text/html" } });
      await server.stop();
    }
    const store = await openStore(readSettings(settings), () => {});
    onTestFinished(() => store.close());
    const counted = await store.listVisits("2000-01-01", "3000-01-01");
    const sums = counted.map(({ kind, name, views }) => `${kind} ${name} ${views}`);
    expect(sums.sort()).toEqual(["from  3", "page /about 3", "sent  1"]);
  });

  it("writes emails to its folder while there is no mail server, and never logs what a visitor typed", async () => {
    const { call, post, dataDir, lines, emails } = await start();
    await call(sampleRequest, { "idempotency-key": "Canary" });
    await call({ ...sampleRequest, email: "canary" });
    await post({ ...sampleRequest, name: "" });
    await call("Canary");
    await vi.waitFor(() => expect(emails()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.eml$/)]), timeout);
    const email = readFileSync(join(dataDir, "mail", emails()[0] ?? ""), "utf8");
    expect(email).toMatch(/^Reply-To: Canary Ana <canary@example.com>\r$/m);
    await vi.waitFor(() => expect(lines).toHaveLength(5), timeout);
    expect(lines.join("\n")).not.toMatch(/canary|780|555|127\.0\.0\.1/i);
  });
});
