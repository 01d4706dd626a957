import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyEditorBundles } from "../../tests/kit/editor-process.ts";
import { sendRequest } from "../../tests/kit/http-request.ts";
import { patient } from "../../tests/kit/patience.ts";
import { spawnServer } from "../../tests/kit/spawn-server.ts";

const root = mkdtempSync(join(tmpdir(), "edit-"));
// The build folder has to be inside the project, because the built files import its packages.
mkdirSync(".cache", { recursive: true });
const buildFolder = mkdtempSync(".cache/edit-");
let server: ReturnType<typeof spawnServer>;
let [port, address, cookie, csrfToken] = [0, "", "", ""];

const env = {
  ...process.env,
  CONTENT_DIR: join(root, "content"),
  DATA_DIR: join(root, "data"),
  BUILD_DIR: buildFolder,
  SITE_URL: "",
  EDIT_COMMITS: "off",
};

beforeAll(async () => {
  cpSync("tests/example-studio", join(root, "content"), { recursive: true });
  copyEditorBundles(buildFolder);
  server = spawnServer([process.execPath, "commands/edit.ts", "--no-open", "--port", "0"], { env });
  address = await server.ready();
  const url = new URL(address);
  port = Number(url.port);
  const admitted = await sendRequest({ port, path: url.pathname + url.search, headers: { host: url.host } });
  cookie = String(admitted.headers["set-cookie"]).split(";")[0] ?? "";
  csrfToken = JSON.parse((await send("/edit/api/session")).text).csrfToken;
});

afterAll(async () => {
  await server.terminate();
  for (const folder of [root, buildFolder]) rmSync(folder, { recursive: true, force: true });
});

interface Options {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

const send = (path: string, { method = "GET", body, headers = {} }: Options = {}) =>
  sendRequest({ port, path, method, body, headers: { host: `localhost:${port}`, cookie, ...headers } });

test("one origin serves the editor's page, its API and the preview of the site", async () => {
  expect((await send("/edit/")).text).toContain("/edit/editor.js");
  const page = await send("/edit/page/about");
  expect([page.status, page.text.includes("Tideline")]).toEqual([200, true]);
  expect(page.headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src '(?!.*script-src)/);
  expect(await send("/about")).toMatchObject({ status: 302, headers: { location: "/edit/page/about" } });
  expect(JSON.parse((await send("/edit/api/site")).text)).toMatchObject({ shortName: "Tideline" });
});

test("another user of the machine, who does not have the cookie, reads and saves nothing", async () => {
  const stranger = { headers: { cookie: "" } };
  for (const name of ["site", "session", "events"])
    expect((await send(`/edit/api/${name}`, stranger)).status).toBe(401);
  expect((await send("/edit/api/save", { method: "POST", body: "{}", ...stranger })).status).toBe(401);
  for (const path of ["/edit/", "/edit/editor.js", "/edit/page/about", "/edit/?key=guessed"])
    expect((await send(path, stranger)).status, path).toBe(401);
});

test("an address that begins with two slashes is treated as a path of this server", async () => {
  for (const path of ["//", "//[", "//evil.example/edit/api/site"])
    expect((await send(path)).headers.location, path).toMatch(/^\/edit\//);
  expect((await send("/edit/api/site")).status).toBe(200);
}, 60_000);

test("a picture that is too large is read to its end, refused in words, and the editor goes on", async () => {
  const post = { method: "POST", headers: { "x-editor": csrfToken }, body: "x".repeat(41e6 + 1) };
  expect(await send("/edit/api/picture?for=hero", post)).toMatchObject({
    status: 422,
    text: expect.stringContaining("It is larger than 40 MB."),
  });
  expect((await send("/edit/api/history")).status).toBe(200);
});

test("a second editor on the same content prints the address of the first and ends", async () => {
  const second = spawnSync(process.execPath, ["commands/edit.ts", "--no-open", "--port", "0"], {
    env,
    encoding: "utf8",
    timeout: patient(30_000),
  });
  expect(second).toMatchObject({ status: 0, stdout: `The editor is open already. Open ${address}\n` });
});
