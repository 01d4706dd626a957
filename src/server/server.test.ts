import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { sendRequest } from "../../tests/kit/http-request.ts";
import { patient } from "../../tests/kit/patience.ts";
import { sampleEmail, sampleRequest } from "../../tests/kit/sample-request.ts";
import { startSmtpServer } from "../../tests/kit/smtp-server.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { endpoint, type FormDraft } from "../requests/request.ts";
import { readSettings } from "../settings/settings.ts";
import { testedZoneData } from "../settings/zone-data.ts";
import { startServer, waitAtMost } from "./server.ts";

// The timeout is long because the machine may be busy.
const timeout = patient(60_000);

const root = temporaryFolder();

async function start(
  variables: Record<string, string> = {},
  reasons: { addressProblem?: string; hidden?: string } = {},
  zoneData = testedZoneData,
) {
  const dataDir = variables.DATA_DIR ?? temporaryFolder();
  const settings = readSettings({ PORT: "0", HOST: "127.0.0.1", RATE_LIMIT: "off", DATA_DIR: dataDir, ...variables });
  const lines: string[] = [];
  const drafts: (FormDraft | undefined)[] = [];
  const server = await startServer({
    settings,
    pages: {
      ...reasons,
      answer(_, response, draft) {
        drafts.push(draft);
        response.end("a page");
      },
    },
    log: (event, details) => lines.push(JSON.stringify({ event, ...details })),
    onFatal: () => {},
    zoneData,
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
  return { server, url, dataDir, lines, drafts, call, post, emails };
}

it("What is closed when a server stops is waited for, and nothing that fails keeps the rest from being closed", async () => {
  let isClosed = false;
  const slow = new Promise((resolve) => setTimeout(resolve, 50)).then(() => {
    isClosed = true;
  });
  await waitAtMost(60_000, Promise.reject(new Error("broken")), slow, undefined);
  expect(isClosed).toBe(true);
  await waitAtMost(1, new Promise(() => {}));
});

describe("The hosted vendor's own client", () => {
  it("reports no error for a valid request and an error for an invalid one", async () => {
    const { url } = await start();
    const client = createClient(url, "public-anonymous-key", {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { data, error } = await client.functions.invoke("send-contact-email", { body: sampleRequest });
    expect(error).toBeNull();
    expect(data).toEqual({ ok: true, reference: expect.stringMatching(/^[2-9A-Z]{8}$/) });
    const bad = await client.functions.invoke("send-contact-email", { body: { ...sampleRequest, email: "ana" } });
    expect(bad.error).toMatchObject({ name: "FunctionsHttpError" });
    expect(await bad.response?.json()).toMatchObject({ errors: { email: expect.any(String) } });
  });
});

describe("The server", () => {
  it("writes emails to its folder while there is no mail server", async () => {
    const { call, dataDir, emails } = await start();
    expect((await call(sampleRequest)).status).toBe(200);
    await vi.waitFor(() => expect(emails()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.eml$/)]), timeout);
    expect(readFileSync(join(dataDir, "mail", emails()[0] ?? ""), "utf8")).toMatch(
      /^Reply-To: Canary Ana <canary@example.com>\r$/m,
    );
  });

  it("tells /healthz and the webhook that its pages were built for another address, and accepts requests", async () => {
    const told: string[] = [];
    const hook = createServer((request, response) => {
      request.on("data", (chunk) => told.push(String(chunk)));
      request.on("end", () => response.end());
    }).listen(0, "127.0.0.1");
    await once(hook, "listening");
    onTestFinished(() => void hook.close());
    const { port } = hook.address() as AddressInfo;
    const problem = "the pages were built for http://localhost:3000, but SITE_URL is https://www.studio.example";
    const { url, call } = await start(
      { ALERT_WEBHOOK_URL: `http://127.0.0.1:${port}` },
      { addressProblem: problem, hidden: problem },
    );
    const health = await fetch(`${url}/healthz`);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({ ok: false, pages: "built for another address", hidden: problem });
    await vi.waitFor(() => expect(told.join()).toContain(problem), timeout);
    expect((await call(sampleRequest)).status).toBe(200);
  });

  it("says in its log and to /healthz that its zone data is old, and is well all the same", async () => {
    const { url, lines } = await start({}, {}, "2025b");
    const health = await fetch(`${url}/healthz`);
    expect([health.status, await health.json()]).toEqual([
      200,
      expect.objectContaining({ ok: true, clock: expect.stringContaining("zone data is 2025b") }),
    ]);
    expect(lines[0]).toContain('"event":"old zone data"');
    expect(await (await fetch(`${(await start()).url}/healthz`)).json()).not.toHaveProperty("clock");
  });

  it("stores one submission once, even if it is sent a hundred times at once", async () => {
    const smtpServer = await startSmtpServer();
    onTestFinished(smtpServer.close);
    const { call, url } = await start({
      SMTP_URL: smtpServer.url,
      MAIL_TO: "studio@example.com",
      MAIL_FROM: "site@example.com",
    });
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => call(sampleRequest, { "idempotency-key": "one" })),
    );
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(new Set(bodies.map(({ reference }) => reference)).size).toBe(1);
    await vi.waitFor(
      async () => expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ ok: true, waiting: 0 }),
      timeout,
    );
    expect(smtpServer.received).toHaveLength(1);
  });

  it("shows the typed values on the contact page again, once, when no script runs", async () => {
    const { post, url, drafts } = await start();
    const response = await post({ ...sampleRequest, email: "canary" });
    expect(response.status).toBe(303);
    const location = response.headers.get("location") ?? "";
    expect(location).toMatch(/^\/contact\?draft=[\w-]+#check$/);
    for (let visit = 0; visit < 2; visit++) expect(await (await fetch(url + location)).text()).toBe("a page");
    const errors = { email: "Enter an email address like name@example.com" };
    expect(drafts).toEqual([{ values: { ...sampleRequest, email: "canary" }, errors }, undefined]);
    expect((await post(sampleRequest)).headers.get("location")).toBe("/contact#sent");
  });

  it("redirects to the public address of the site if one is set", async () => {
    const { post } = await start({ SITE_URL: "https://studio.example" });
    expect((await post(sampleRequest)).headers.get("location")).toBe("https://studio.example/contact#sent");
  });

  it("keeps serving pages when nothing can be stored, and reports that", async () => {
    const blocked = join(root, "blocked");
    writeFileSync(blocked, "a file where the folder should be");
    const { call, post, url, drafts, server, lines } = await start({ DATA_DIR: join(blocked, "data") });
    const refused = await call(sampleRequest);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("30");
    const location = (await post(sampleRequest)).headers.get("location") ?? "";
    expect(location).toMatch(/^\/contact\?draft=[\w-]+#failed$/);
    expect((await fetch(url + location)).status).toBe(200);
    expect(drafts).toEqual([{ values: sampleRequest, errors: {} }]);
    expect((await fetch(`${url}/healthz`)).status).toBe(503);
    expect(await server.storeProblem()).toMatch(/ENOTDIR/);
    expect(lines.filter((line) => line.includes('"while":"storing a request"'))).toHaveLength(2);
    expect(lines.join()).toMatch(/"error":"Error ENOTDIR","message":"ENOTDIR: [^"]*","place":"src\/requests\/store\//);
  });

  it("limits one visitor, whatever forwarded address she sends", async () => {
    const { call } = await start({ RATE_LIMIT: "on" });
    const statuses = [];
    for (let time = 0; time < 31; time++) {
      statuses.push(
        (await call({ ...sampleRequest, message: `${time}` }, { "x-forwarded-for": `198.51.100.${time}` })).status,
      );
    }
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
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

  it("stops reading a body that never ends", async () => {
    const { url } = await start();
    let written = 0;
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(url + endpoint, { method: "POST", headers: { "content-type": "application/json" } });
      const write = () => {
        while (written < 50_000_000 && request.write(Buffer.alloc(4096))) written += 4096;
      };
      request.on("drain", write).on("error", reject);
      request.on("response", (response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      write();
    });
    expect(status).toBe(413);
    // The socket buffers of both sides hold data that was sent but not read by the server.
    expect(written).toBeLessThan(20_000_000);
  });

  it("handles an unusual address as a page", async () => {
    const { server } = await start();
    const unusual = ["/functions/v1/send-contact-email/../../..//%00", "//", "/%", "//[", "/./healthz"];
    for (const path of [...unusual, "/contact?draft=%ff", "http://elsewhere.example/"])
      expect(await statusOf(server.port, path), path).toBe(200);
  });

  const statusOf = async (port: number, path: string, headers = {}, body?: string) =>
    (await sendRequest({ port, path, headers, body, method: body === undefined ? "GET" : "POST" })).status;

  it("answers a request with a full URL, and refuses one with an invalid Host header", async () => {
    const { server } = await start();
    const ask = (path: string, headers = {}) => statusOf(server.port, path, headers);
    expect(await ask("http://studio.example/healthz?now")).toBe(200);
    expect(await ask(`http://studio.example${endpoint}`)).toBe(405);
    expect(await ask(endpoint, { host: "[::1]:3000" })).toBe(405);
    for (const host of ["name:password@studio.example", "studio.example/desk", "a b", "[", "studio.example:99999"]) {
      expect(await ask(endpoint, { host }), host).toBe(400);
    }
  });

  it("treats a path that begins with two slashes as a path, not as another host of the same origin", async () => {
    const { server, lines } = await start({ ALLOWED_ORIGINS: "https://studio.example" });
    const headers = { "content-type": "application/json", origin: "http://evil.example" };
    const post = (path: string) => statusOf(server.port, path, headers, JSON.stringify(sampleRequest));
    expect(await post(endpoint)).toBe(403);
    for (const path of [`//evil.example${endpoint}?`, `//evil.example${endpoint}`, `//name@evil.example${endpoint}?`]) {
      await post(path);
    }
    const answered = lines.filter((line) => line.includes('"event":"request"'));
    expect(answered).toEqual([expect.stringContaining('"reference":"none","status":403')]);
  });

  it("sends nosniff, and strict transport security on a secure site, with every dynamic answer", async () => {
    const { url, call, post } = await start({ SITE_URL: "https://studio.example" });
    const answers = [await fetch(`${url}/healthz`), await call(sampleRequest), await post(sampleRequest)];
    // The status is 503 because no mail server is set.
    expect(answers.map(({ status }) => status)).toEqual([503, 200, 303]);
    for (const { headers } of answers) {
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
    }
    const plain = await start();
    expect((await fetch(`${plain.url}/healthz`)).headers.has("strict-transport-security")).toBe(false);
  });

  it("marks nothing as delivered and reports itself unhealthy if it is public and no mail server is set", async () => {
    const { url, call, emails, lines } = await start({ SITE_URL: "https://studio.example" });
    expect((await call(sampleRequest)).status).toBe(200);
    await vi.waitFor(() => expect(lines.join()).toContain("postponed"), timeout);
    const health = await fetch(`${url}/healthz`);
    expect([health.status, await health.json()]).toEqual([
      503,
      { ok: false, store: "ok", mail: "not set", waiting: 1 },
    ]);
    expect(emails()).toEqual([]);
    expect(lines.join()).toContain("No mail server is set: emails need SMTP_URL or RESEND_API_KEY");
  });

  it("deletes a database that a restore has replaced when the retention time is over", async () => {
    const dataDir = temporaryFolder();
    const stamp = (days: number) =>
      new Date(Date.now() - days * 86_400_000).toISOString().replace(/\D/g, "").slice(0, 14);
    const names = [31, 29].flatMap((days) => [`requests.db.${stamp(days)}`, `requests.db.${stamp(days)}-wal`]);
    const other = "requests.db.20200101000000.mine";
    for (const name of [...names, other]) writeFileSync(join(dataDir, name), "");
    await start({ DATA_DIR: dataDir });
    const left = () => readdirSync(dataDir).filter((name) => /\d{14}/.test(name));
    await vi.waitFor(() => expect(left().sort()).toEqual([other, ...names.slice(2)].sort()), timeout);
  });

  it("is healthy while search engines stay away, and keeps an idle connection longer than Caddy's two minutes", async () => {
    const { url } = await start({}, { hidden: "3 things are left" });
    const health = await fetch(`${url}/healthz`);
    expect(health.status).toBe(200);
    expect(health.headers.get("keep-alive")).toBe("timeout=130");
    expect(health.headers.get("cache-control")).toBe("no-store");
    expect(await health.json()).toMatchObject({ ok: true, hidden: "3 things are left" });
  });

  it("refuses a different text under a known key, and loses neither text", async () => {
    const { call } = await start();
    const first = await (await call(sampleRequest, { "idempotency-key": "one" })).json();
    const other = await call({ ...sampleRequest, message: "other words" }, { "idempotency-key": "one" });
    expect([other.status, await other.json()]).toEqual([422, { ok: false, error: expect.any(String) }]);
    const again = await call({ ...sampleRequest, message: "other words" }, { "idempotency-key": "two" });
    const { reference } = await again.json();
    expect([again.status, reference]).toEqual([200, expect.not.stringMatching(first.reference)]);
  });

  it("never logs what a visitor typed", async () => {
    const { call, post, lines, emails } = await start();
    await call(sampleRequest, { "idempotency-key": "Canary" });
    await call({ ...sampleRequest, email: "canary" });
    await post({ ...sampleRequest, name: "" });
    await call("Canary");
    await vi.waitFor(() => expect(emails()).toHaveLength(1), timeout);
    await vi.waitFor(() => expect(lines).toHaveLength(5), timeout);
    expect(lines.join("\n")).not.toMatch(/canary|780|555|127\.0\.0\.1/i);
  });

  it("refuses to start on a port that is in use", async () => {
    const { server } = await start();
    await expect(start({ PORT: String(server.port) })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});
