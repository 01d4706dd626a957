import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../../../tests/kit/http-request.ts";
import { spawnServer } from "../../../tests/kit/spawn-server.ts";

const root = mkdtempSync(join(tmpdir(), "edit-"));
let server: ReturnType<typeof spawnServer>;
let port = 0;

beforeAll(async () => {
  cpSync("tests/example-studio", join(root, "content"), { recursive: true });
  const env = {
    ...process.env,
    CONTENT_DIR: join(root, "content"),
    DATA_DIR: join(root, "data"),
    SITE_URL: "",
    EDIT_COMMITS: "off",
  };
  server = spawnServer([process.execPath, "commands/edit.ts", "--no-open", "--port", "0"], { env });
  port = Number(new URL(await server.ready()).port);
});

afterAll(async () => {
  await server.terminate();
  rmSync(root, { recursive: true, force: true });
});

function send(
  path: string,
  { method = "GET", body, headers = {} }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  return sendRequest({
    port,
    path,
    method,
    headers: { host: `localhost:${port}`, ...(method === "POST" && { "x-editor": "1" }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

const form = async (file: string) => JSON.parse((await send(`/edit/api/form?file=${encodeURIComponent(file)}`)).text);

test("the editor's page is in the studio's own accent", async () => {
  expect((await send("/edit/")).text).toContain(":root{--accent:#2fa39a}");
});

test("one origin serves the editor's page, its API and the preview of the site", async () => {
  expect((await send("/edit/")).text).toContain("/edit/editor.js");
  const page = await send("/about");
  expect(page.status).toBe(200);
  expect(page.text).toContain("Tideline");
  expect((await send("/nowhere")).status).toBe(404);
  expect(JSON.parse((await send("/edit/api/site")).text)).toMatchObject({
    shortName: "Tideline",
    publishing: { state: "none", how: "here" },
  });
});

test("a save appears in the preview, and every window receives an event", async () => {
  const received: string[] = [];
  const events = request(
    { host: "127.0.0.1", port, path: "/edit/api/events", headers: { host: `localhost:${port}` } },
    (response) => {
      response.on("data", (chunk) => received.push(String(chunk)));
    },
  );
  events.end();
  const { version } = await form("pages/about.yaml");
  const body = {
    file: "pages/about.yaml",
    version,
    edits: [{ do: "set", path: "heading", value: "Hereabouts" }],
  };
  expect((await send("/edit/api/save", { method: "POST", body })).status).toBe(200);
  expect((await send("/about")).text).toContain("Hereabouts");
  expect(received.join("")).toContain('"type":"file","file":"pages/about.yaml"');
  events.destroy();
});

test("a change by another program sends an event", async () => {
  const received: string[] = [];
  const done = new Promise<void>((resolve) => {
    const events = request(
      { host: "127.0.0.1", port, path: "/edit/api/events", headers: { host: `localhost:${port}` } },
      (response) => {
        response.on("data", (chunk) => {
          received.push(String(chunk));
          if (!received.join("").includes("pages/contact.yaml")) return;
          events.destroy();
          resolve();
        });
        const path = join(root, "content/pages/contact.yaml");
        writeFileSync(path, readFileSync(path, "utf8").replace(/^heading: .*/m, "heading: From elsewhere"));
      },
    );
    events.end();
  });
  await done;
});

test.each([
  ["a foreign host name", { headers: { host: `rebound.example:${port}` } }],
  ["a page of another site", { headers: { "sec-fetch-site": "cross-site", origin: "https://evil.example" } }],
  ["a POST without the editor's header", { method: "POST", body: {}, headers: { "x-editor": "" } }],
])("the server refuses %s", async (_, options) => {
  expect((await send("/edit/api/site", options)).status).toBe(403);
  expect((await send("/", options)).status).toBe(403);
});

test("an address that begins with two slashes is treated as a path of this server", async () => {
  for (const path of ["//", "//[", "//evil.example/edit/api/site"]) expect((await send(path)).status, path).toBe(404);
  expect((await send("/edit/api/site")).status).toBe(200);
}, 60_000);

test("a WebSocket from a foreign host name is refused", async () => {
  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "x3JJHMbDL1EzLkh9GBhXDw==",
    "sec-websocket-protocol": "vite-ping",
  };
  expect(await send("/", { headers: { ...headers, host: `rebound.example:${port}` } })).toMatchObject({
    status: 0,
    text: "socket hang up",
  });
});

test.each([
  "../package.json",
  "pages/../../data/x.yaml",
  "/etc/passwd",
  "images/hero.webp",
  "treatments/..%2f..%2fsecret.md",
  "pages/new.yaml",
  "",
])("the API neither reads nor saves a file outside of the content: %s", async (file) => {
  expect((await send(`/edit/api/form?file=${encodeURIComponent(file)}`)).status).toBe(404);
  const body = { file, version: "", edits: [{ do: "set", path: "a", value: 1 }] };
  expect((await send("/edit/api/save", { method: "POST", body })).status).toBe(404);
});

test("a symbolic link that leads out of the content folder is not followed", async () => {
  writeFileSync(join(root, "outside.md"), readFileSync("tests/example-studio/treatments/blue-light.md"));
  const path = join(root, "content/treatments/blue-light.md");
  unlinkSync(path);
  symlinkSync(join(root, "outside.md"), path);
  try {
    expect((await send("/edit/api/form?file=treatments%2Fblue-light.md")).status).toBe(404);
  } finally {
    unlinkSync(path);
    cpSync("tests/example-studio/treatments/blue-light.md", path);
  }
});

test("an unknown API name returns 404 with a message", async () => {
  const response = await send("/edit/api/nothing", { method: "POST", body: {} });
  expect(response).toMatchObject({ status: 404, text: '{"message":"There is no such address."}' });
});
