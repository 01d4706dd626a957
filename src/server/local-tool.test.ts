import { expect, it, onTestFinished } from "vitest";
import { exampleStudio } from "../../tests/kit/desk.ts";
import { sendRequest } from "../../tests/kit/http-request.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { createDesk } from "../desk/desk.tsx";
import { readSettings } from "../settings/settings.ts";
import { createLocalDesk } from "./local-desk.ts";
import { startLocalTool } from "./local-tool.ts";
import { openStore } from "./open-store.ts";

it("The local desk answers its own browser, and neither a page of another site nor another user", async () => {
  const settings = readSettings({ DATA_DIR: temporaryFolder() });
  const store = await openStore(settings, () => {});
  const pages = {
    notes: {},
    studio: exampleStudio,
    createDesk,
    handle(_: unknown, response: { end(text: string): void }) {
      response.end("a page");
      return undefined;
    },
  };
  const place = { environment: {}, port: 0, dataDir: settings.dataDir };
  const desk = await startLocalTool("desk", place, async ({ origin }) => ({
    answer: createLocalDesk({ settings, pages, store, log: () => {}, origin }),
    close: store.close,
  }));
  onTestFinished(async () => void (await desk.close()));
  const { host, port } = new URL(desk.origin);
  const admitted = await fetch(desk.address, { redirect: "manual" });
  const cookie = admitted.headers.get("set-cookie")?.split(";")[0] ?? "";
  const requests: [path: string, headers: Record<string, string>, status: number][] = [
    ["/desk", { "sec-fetch-site": "same-origin" }, 200],
    ["/desk", { "sec-fetch-site": "none" }, 200],
    ["/desk", { "sec-fetch-site": "cross-site" }, 403],
    ["/desk/requests.csv", { "sec-fetch-site": "same-site" }, 403],
    ["/desk", { host: `evil.example:${port}` }, 403],
    ["/desk", { cookie: "" }, 401],
    ["/desk/requests.csv", { cookie: "" }, 401],
    ["/", { cookie: "" }, 401],
  ];
  for (const [path, headers, status] of requests) {
    const answer = await sendRequest({ port: Number(port), path, headers: { host, cookie, ...headers } });
    expect(answer.status, `${path} ${JSON.stringify(headers)}`).toBe(status);
  }
});
