import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { sendRequest } from "../../tests/kit/http-request.ts";
import { patient } from "../../tests/kit/patience.ts";
import { sampleRequest } from "../../tests/kit/sample-request.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { endpoint, type FormDraft } from "../requests/request.ts";
import { readSettings } from "../settings/settings.ts";
import { testedZoneData } from "../settings/zone-data.ts";
import { openStore } from "./backend.ts";
import type { SitePages } from "./pages.ts";
import { startServer } from "./server.ts";

// The timeout is long because the machine may be busy.
const timeout = patient(60_000);

const root = temporaryFolder();

async function start(
  variables: Record<string, string> = {},
  noted: Pick<SitePages, "addressProblem" | "hidden" | "countsVisits"> = {},
  zoneData = testedZoneData,
) {
  const dataDir = variables.DATA_DIR ?? temporaryFolder();
  const settings = readSettings({ PORT: "0", HOST: "127.0.0.1", RATE_LIMIT: "off", DATA_DIR: dataDir, ...variables });
  const lines: string[] = [];
  const drafts: (FormDraft | undefined)[] = [];
  const server = await startServer({
    settings,
    pages: {
      ...noted,
      answer(request, response, draft) {
        drafts.push(draft);
        response.end("a page");
        return request.url;
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

describe("The server", () => {
  it("tells /healthz that its pages were built for another address, and accepts requests", async () => {
    const problem = "the pages were built for http://localhost:3000, but SITE_URL is https://www.studio.example";
    const { url, call } = await start({}, { addressProblem: problem, hidden: problem });
    const health = await fetch(`${url}/healthz`);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({ ok: false, pages: "built for another address", hidden: problem });
    expect((await call(sampleRequest)).status).toBe(200);
  });

  it("is well while search engines stay away and its zone data is old, and says both to /healthz", async () => {
    const { url, lines } = await start({}, { hidden: "3 things are left" }, "2025b");
    const health = await fetch(`${url}/healthz`);
    expect([health.status, health.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const clock = expect.stringContaining("zone data is 2025b");
    expect(await health.json()).toMatchObject({ ok: true, hidden: "3 things are left", clock });
    expect(lines[0]).toContain('"event":"old zone data"');
    // Caddy keeps an idle connection for two minutes, and must not find it closed.
    expect(health.headers.get("keep-alive")).toBe("timeout=130");
    const report = await (await fetch(`${(await start()).url}/healthz`)).json();
    expect(Object.keys(report)).toEqual(["ok", "store", "mail", "waiting"]);
  });

  it("shows the typed values on the contact page again, once, when no script runs", async () => {
    const { post, url, drafts } = await start();
    const response = await post({ ...sampleRequest, email: "canary" });
    expect(response.status).toBe(303);
    const location = response.headers.get("location") ?? "";
    expect(location).toMatch(/^\/contact\?draft=[\w-]+#check$/);
    for (let visit = 0; visit < 2; visit++)
      expect((await fetch(url + location)).headers.get("cache-control")).toBe("no-store");
    const errors = { email: "Enter an email address like name@example.com" };
    expect(drafts).toEqual([{ values: { ...sampleRequest, email: "canary" }, errors }, undefined]);
    expect((await post(sampleRequest)).headers.get("location")).toBe("/contact#sent");
    const atAddress = await start({ SITE_URL: "https://studio.example" });
    expect((await atAddress.post(sampleRequest)).headers.get("location")).toBe("https://studio.example/contact#sent");
  });

  it("keeps serving pages when nothing can be stored, and reports that", async () => {
    const blocked = join(root, "blocked");
    writeFileSync(blocked, "a file where the folder should be");
    const { call, post, url, drafts, server, lines } = await start({ DATA_DIR: join(blocked, "data") });
    expect((await call(sampleRequest)).status).toBe(503);
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
    for (let time = 0; time < 31; time++)
      statuses.push((await call(sampleRequest, { "x-forwarded-for": `198.51.100.${time}` })).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
  });

  const statusOf = async (port: number, path: string, headers = {}, body?: string) =>
    (await sendRequest({ port, path, headers, body, method: body === undefined ? "GET" : "POST" })).status;

  it.each([
    ["//[", {}, 200],
    ["/contact?draft=%ff", {}, 200],
    [endpoint, { host: "[::1]:3000" }, 405],
    [endpoint, { host: "studio.example/desk" }, 400],
  ])("answers %s with %j by %i, and goes on", async (path, headers, status) => {
    const { server } = await start();
    expect(await statusOf(server.port, path, headers)).toBe(status);
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

  it("marks nothing as delivered and reports itself unhealthy if it is public and no mail server is set", async () => {
    const { url, call, emails, lines } = await start({ SITE_URL: "https://studio.example" });
    await call(sampleRequest);
    await vi.waitFor(() => expect(lines.join()).toContain("postponed"), timeout);
    const health = await fetch(`${url}/healthz`);
    const report = { ok: false, store: "ok", mail: "not set", waiting: 1 };
    expect([health.status, await health.json(), emails()]).toEqual([503, report, []]);
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

  it("counts views and requests where its pages say so, and has written them when it has stopped", async () => {
    const settings = { DATA_DIR: temporaryFolder() };
    for (const countsVisits of [true, false]) {
      const { server, url, call } = await start(settings, { countsVisits });
      await call({ ...sampleRequest, message: String(countsVisits) }, { origin: url });
      await fetch(`${url}/about`, { headers: { "user-agent": "Mozilla/5.0", accept: "text/html" } });
      await server.stop();
    }
    const store = await openStore(readSettings(settings), () => {});
    onTestFinished(() => store.close());
    const counted = await store.listVisits("2000-01-01", "3000-01-01");
    const sums = counted.map(({ kind, name, views }) => `${kind} ${name} ${views}`);
    expect(sums.sort()).toEqual(["from  1", "page /about 1", "sent  1"]);
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
