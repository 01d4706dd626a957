import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { exampleStudio } from "../../tests/kit/desk.ts";
import { sendRequest } from "../../tests/kit/http-request.ts";
import { needsLinux } from "../../tests/kit/needs.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { createDesk } from "../desk/desk.tsx";
import { openLocalKey } from "../http/local-key.ts";
import { openBrowser } from "../http/open-browser.ts";
import { readSettings } from "../settings/settings.ts";
import { localKeyFile } from "./data-paths.ts";
import { startLocalTool } from "./local-tool.ts";
import { createLocalDesk } from "./open-desk.ts";
import { openStore } from "./open-store.ts";
import type { SitePages } from "./serve-pages.ts";

it("The local desk admits the browser that had its address, and neither a page of another site nor another user", async () => {
  const settings = readSettings({ DATA_DIR: join(temporaryFolder(), "data") });
  const { dataDir } = settings;
  const store = await openStore(settings, () => {});
  const handle: SitePages["handle"] = (_, response) => void response.end("a page");
  const pages = { notes: {}, studio: exampleStudio, createDesk, handle };
  const desk = await startLocalTool("desk", { environment: {}, port: 0, dataDir }, async ({ origin }) => ({
    answer: createLocalDesk({ settings, pages, store, log: () => {}, loopbackUrl: origin }),
    close: store.close,
  }));
  onTestFinished(async () => void (await desk.close()));
  const { host, port } = new URL(desk.origin);
  const admitted = await fetch(desk.address, { redirect: "manual" });
  expect(admitted.headers.get("cache-control")).toBe("no-store");
  // The address that the browser goes on with has no key.
  expect(await admitted.text()).toMatch(/content="0;url=\/desk\/">/);
  const given = admitted.headers.get("set-cookie") ?? "";
  expect(given).toMatch(/^desk-\d+=[\da-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
  const cookie = given.split(";")[0] ?? "";
  const requests: [path: string, headers: Record<string, string>, status: number][] = [
    ["/desk", { "sec-fetch-site": "same-origin" }, 200],
    ["/desk", { "sec-fetch-site": "none" }, 200],
    ["/desk", { "sec-fetch-site": "cross-site" }, 403],
    ["/desk/requests.csv", { "sec-fetch-site": "same-site" }, 403],
    ["/desk", { host: `evil.example:${port}` }, 403],
    ["/desk", { cookie: "" }, 401],
    ["/desk", { cookie: cookie.slice(0, -1) }, 401],
    ["/desk?key=", { cookie: "" }, 401],
    [`/desk?key=${"0".repeat(64)}`, { cookie: "" }, 401],
    ["/desk/requests.csv", { cookie: "" }, 401],
    ["/", { cookie: "" }, 401],
  ];
  for (const [path, headers, status] of requests) {
    const answer = await sendRequest({ port: Number(port), path, headers: { host, cookie, ...headers } });
    expect(answer.status, `${path} ${JSON.stringify(headers)}`).toBe(status);
    if (status === 401) expect(answer.text).toContain("npm run desk");
  }

  // Only its owner can read the key, which stays the same across a restart.
  const file = localKeyFile(dataDir);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(desk.address).toContain(openLocalKey(file, "edit").query);
  writeFileSync(file, "damaged");
  expect(openLocalKey(file, "edit").query).toBe(`?key=${readFileSync(file, "utf8")}`);
});

it("The key is in a page that only its owner can read, and not in the browser's command line", needsLinux, async () => {
  const page = join(temporaryFolder(), "open.html");
  const [browser, asked] = [join(dirname(page), "xdg-open"), join(dirname(page), "asked")];
  writeFileSync(browser, `#!/bin/sh\necho "$@" > ${asked}.part\nmv ${asked}.part ${asked}\n`);
  chmodSync(browser, 0o755);
  vi.stubEnv("PATH", `${dirname(page)}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  openBrowser("http://localhost:3010/desk?key=secret", page);
  await expect.poll(() => existsSync(asked)).toBe(true);
  expect(readFileSync(asked, "utf8")).toBe(`${page}\n`);
  expect(statSync(page).mode & 0o777).toBe(0o600);
  expect(readFileSync(page, "utf8")).toContain("url=http://localhost:3010/desk?key=secret");
});
