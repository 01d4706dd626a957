import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { sendRequest } from "../../tests/kit/http-request.ts";
import { sampleEmail, sampleSubmission } from "../../tests/kit/sample-request.ts";
import { createDesk } from "../desk/desk.tsx";
import { readSettings } from "../settings/settings.ts";
import { openStore } from "./backend.ts";
import { startLocalDesk } from "./local-desk.ts";

const studio = {
  brand: "Tideline Skin Rooms",
  shortName: "Tideline",
  practitioner: "Cerys Vaughan",
  phone: "029 2018 0142",
  language: "en-GB",
  accent: "#2fa39a",
  mark: { outline: "M0 0" },
};

async function start() {
  const dataDir = mkdtempSync(join(tmpdir(), "local-desk-"));
  const settings = readSettings({ DATA_DIR: dataDir });
  const store = await openStore(settings, () => {});
  const lines: string[] = [];
  const log = (event: string, details = {}) => void lines.push(JSON.stringify({ event, ...details }));
  const pages = {
    studio,
    createDesk,
    answer(_: unknown, response: { end(text: string): void }) {
      response.end("a page");
      return undefined;
    },
  };
  const desk = await startLocalDesk({ settings, pages, store, log, port: 0 });
  const admitted = await fetch(desk.url, { redirect: "manual" });
  const cookie = admitted.headers.get("set-cookie")?.split(";")[0] ?? "";
  onTestFinished(async () => {
    desk.close();
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  return { store, desk, lines, cookie };
}

it("The local desk keeps running when a download is interrupted", async () => {
  const { store, desk, lines, cookie } = await start();
  // This is more than the socket buffers of both sides hold.
  const message = "a long message ".repeat(120);
  await Promise.all(
    Array.from({ length: 6_000 }, (_, number) => store.save(sampleSubmission({ email: sampleEmail(number), message }))),
  );
  const url = `${desk.address}/desk/requests.csv`;
  await new Promise<void>((resolve, reject) => {
    get(url, { headers: { cookie } }, (response) => {
      response.once("data", () => response.destroy());
      response.once("close", resolve);
    }).on("error", reject);
  });
  await vi.waitFor(() => expect(lines).toEqual([expect.stringContaining("ERR_STREAM_PREMATURE_CLOSE")]), 25_000);
  expect((await fetch(`${desk.address}/desk`, { headers: { cookie } })).status).toBe(200);
}, 60_000);

it("The local desk answers neither a page of another site nor an invalid path", async () => {
  const { desk, cookie } = await start();
  const ask = async (path: string, headers: Record<string, string>) =>
    (
      await sendRequest({
        port: Number(new URL(desk.address).port),
        path,
        headers: { host: new URL(desk.address).host, cookie, ...headers },
      })
    ).status;
  for (const site of ["cross-site", "same-site"]) {
    for (const path of ["/desk", "/desk/requests.csv"]) expect(await ask(path, { "sec-fetch-site": site })).toBe(403);
  }
  for (const site of ["same-origin", "none"]) expect(await ask("/desk", { "sec-fetch-site": site })).toBe(200);
  expect(await ask("/desk", { host: "evil.example" })).toBe(403);
  for (const path of ["/desk", "/desk/requests.csv", "/"]) expect(await ask(path, { cookie: "" })).toBe(403);
  for (const path of ["//", "//localhost/desk", "//["]) expect(await ask(path, {})).toBe(200);
});
