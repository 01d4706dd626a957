import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { cleanEnvironment } from "../../tests/kit/clean-environment.ts";
import { sampleRequest } from "../../tests/kit/sample-request.ts";
import { createDatabase } from "../../tests/kit/shared-postgres.ts";
import { spawnServer, waitUntil } from "../../tests/kit/spawn-server.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { endpoint } from "../requests/request.ts";
import { readVisits } from "../requests/visits.ts";
import { readSettings } from "../settings/settings.ts";
import { openStore } from "./backend.ts";
import type { SitePages } from "./pages.ts";
import { startServer } from "./server.ts";

const root = temporaryFolder();

const browser = { "user-agent": "Mozilla/5.0", accept: "text/html", referer: "https://maps.example/" };

async function visit(url: string, times: number) {
  for (let time = 0; time < times; time++) await (await fetch(`${url}/about`, { headers: browser })).text();
}

async function readCounts(settings: Parameters<typeof openStore>[0]) {
  const store = await openStore(settings, () => {});
  try {
    const { views, sent, pages, hosts } = await readVisits(store, 2, { now: Date.now(), timeZone: settings.timeZone });
    return { views, sent, pages, hosts };
  } finally {
    await store.close();
  }
}

it("A killed process loses what it has not written yet, and a stopped one nothing", async () => {
  const dataDir = temporaryFolder();
  const from = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const script = join(root, "server.mjs");
  writeFileSync(
    script,
    `import { readSettings } from ${from("../settings/settings.ts")};
    import { startServer } from ${from("server.ts")};
    const settings = readSettings({ PORT: "0", HOST: "127.0.0.1", DATA_DIR: ${JSON.stringify(dataDir)}, DIGEST: "off" });
    const pages = { countsVisits: true, answer: (request, response) => (response.end("a page"), request.url) };
    const visitInterval = Number(process.argv[2]);
    const server = await startServer({ settings, pages, log: () => {}, onFatal: () => {}, visitInterval });
    process.on("SIGTERM", () => server.stop().then(() => process.exit(0)));
    console.log("Open http://127.0.0.1:" + server.port + " ");`,
  );
  const start = (interval: number) => {
    const server = spawnServer([process.execPath, script, String(interval)], { env: cleanEnvironment });
    onTestFinished(() => server.terminate("SIGKILL"));
    return server;
  };
  const settings = readSettings({ DATA_DIR: dataDir });

  const killed = start(20);
  await visit(await killed.ready(), 20);
  expect(await waitUntil(async () => (await readCounts(settings)).views === 20, 10)).toBe(true);
  await killed.terminate("SIGKILL");

  // Sums are written at the end of each interval of the clock, so a minute might end just now; this one takes days.
  const stopped = start(1e9);
  await visit(await stopped.ready(), 7);
  expect((await readCounts(settings)).views).toBe(20);
  await stopped.terminate("SIGTERM");
  expect(await readCounts(settings)).toEqual({
    views: 27,
    sent: 0,
    pages: [{ name: "/about", views: 27 }],
    hosts: [{ name: "maps.example", views: 27 }],
  });
});

it("Several servers on one database add up, requests too, and nothing is counted where the policy is silent", async () => {
  const settings = readSettings({
    PORT: "0",
    HOST: "127.0.0.1",
    DATABASE_URL: await createDatabase(),
    DATA_DIR: root,
    DIGEST: "off",
    RATE_LIMIT: "off",
  });
  const start = async (countsVisits: boolean) => {
    const pages: SitePages = {
      countsVisits,
      answer(request, response) {
        response.end("a page");
        return request.url;
      },
    };
    const options = { pages, log: () => {}, onFatal: () => {} };
    const server = await startServer({ settings, ...options });
    return { url: `http://127.0.0.1:${server.port}`, stop: server.stop };
  };
  const servers = [await start(true), await start(true), await start(false)];
  await Promise.all(servers.map(({ url }) => visit(url, 5)));
  const headers = { "content-type": "application/json", origin: servers[0]?.url ?? "" };
  const send = (body: object) =>
    fetch(servers[0]?.url + endpoint, { method: "POST", headers, body: JSON.stringify(body) });
  for (const body of [sampleRequest, sampleRequest, { ...sampleRequest, message: "Another" }])
    expect((await send(body)).status).toBe(200);
  await Promise.all(servers.map(({ stop }) => stop()));
  expect(await readCounts(settings)).toEqual({
    views: 10,
    sent: 2,
    pages: [{ name: "/about", views: 10 }],
    hosts: [{ name: "maps.example", views: 10 }],
  });
});
