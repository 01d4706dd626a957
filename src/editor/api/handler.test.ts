import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { copyEditorBundles } from "../../../tests/kit/editor-process.ts";
import { sendRequest } from "../../../tests/kit/http-request.ts";
import { patient } from "../../../tests/kit/patience.ts";
import { spawnServer } from "../../../tests/kit/spawn-server.ts";

const root = mkdtempSync(join(tmpdir(), "edit-"));
// The build folder has to be inside the project, because the built files import its packages.
mkdirSync(".cache", { recursive: true });
const buildFolder = mkdtempSync(".cache/edit-");
let server: ReturnType<typeof spawnServer>;
let port = 0;
let [address, cookie] = ["", ""];
let mark = "";

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
  mark = JSON.parse((await send("/edit/api/session")).text).mark;
});

afterAll(async () => {
  await server.terminate();
  for (const folder of [root, buildFolder]) rmSync(folder, { recursive: true, force: true });
});

function send(
  path: string,
  { method = "GET", body, headers = {} }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  return sendRequest({
    port,
    path,
    method,
    headers: { host: `localhost:${port}`, cookie, ...(method === "POST" && { "x-editor": mark }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

/** Collects what one window is told, until the test ends. */
function listen() {
  const received: string[] = [];
  const headers = { host: `localhost:${port}`, cookie };
  const events = request({ host: "127.0.0.1", port, path: "/edit/api/events", headers }, (response) => {
    response.on("data", (chunk) => received.push(String(chunk)));
  });
  events.end();
  onTestFinished(() => void events.destroy());
  return received;
}

const form = async (file: string) => JSON.parse((await send(`/edit/api/form?file=${encodeURIComponent(file)}`)).text);

const previewId = async (path: string, edits = {}) =>
  JSON.parse((await send("/edit/api/preview", { method: "POST", body: { path, edits } })).text).id;

test("the editor's page is in the studio's own accent, and the browser keeps a script of this version", async () => {
  const [script = ""] = /\/edit\/editor\.js\?v=[\da-f]{16}/.exec((await send("/edit/")).text) ?? [];
  expect((await send(script)).headers["cache-control"]).toContain("immutable");
  expect((await send("/edit/studio.css")).text).toBe(":root{--accent:#2fa39a}");
});

test("one origin serves the editor's page, its API and the preview of the site, none with inline script", async () => {
  const editorPage = await send("/edit/");
  expect(editorPage.text).toContain("/edit/editor.js");
  expect(editorPage.text).not.toMatch(/<style|<script(?![^>]* src=)/);
  expect(editorPage.headers["content-security-policy"]).toContain("script-src 'self'; style-src 'self';");
  const page = await send("/edit/page/about");
  expect(page.status).toBe(200);
  expect(page.text).toContain("Tideline");
  expect(page.headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src '(?!.*script-src)/);
  expect((await send("/edit/page/nowhere")).status).toBe(404);
  expect(await send("/about")).toMatchObject({ status: 302, headers: { location: "/edit/page/about" } });
  expect(JSON.parse((await send("/edit/api/site")).text)).toMatchObject({
    shortName: "Tideline",
    publishing: { state: "none" },
  });
});

test("the preview shows unsaved words, in the page that asked for them alone, and stores nothing", async () => {
  const edits = (value: unknown) => ({ "pages/about.yaml": [{ do: "set", path: "heading", value }] });
  const id = await previewId("/about", edits("Unsaved"));
  expect((await send(`/edit/page/about?words=${id}`)).text).toContain("Unsaved");
  expect((await send("/edit/page/about")).text).not.toContain("Unsaved");
  expect(readFileSync(join(root, "content/pages/about.yaml"), "utf8")).not.toContain("Unsaved");
  // A page without a heading could not be published.
  expect(await previewId("/about", edits(null))).toBeNull();
});

test("the preview shows a picture that no build has encoded yet", async () => {
  const { text } = await send("/edit/page/about");
  const [picture = ""] = /\/edit\/pictures\/[^ "]+/.exec(text) ?? [];
  expect(await send(picture)).toMatchObject({ status: 200, headers: { "content-type": "image/webp" } });
  expect((await send("/edit/pictures/..%2f..%2fpackage.json")).status).toBe(404);
});

test("a save appears in the preview, and every window receives an event", async () => {
  const received = listen();
  const { version } = await form("pages/about.yaml");
  const edits: object[] = [{ do: "set", path: "heading", value: "Hereabouts" }];
  const unsaved = await previewId("/about", { "pages/about.yaml": edits });
  const saved = await send("/edit/api/save", { method: "POST", body: { file: "pages/about.yaml", version, edits } });
  const { site } = JSON.parse(saved.text);
  const page = await send("/edit/page/about");
  expect(page.text).toContain("Hereabouts");
  // A window that shows these words already has nothing to load, and learns from the answer what the event says.
  expect(await previewId("/about")).toBe(unsaved);
  expect(page.text).toContain(`data-version="${unsaved}"`);
  expect(received.join("")).toMatch(new RegExp(`"file":"pages/about.yaml".*"site","version":"${site.version}"`, "s"));
  // The editor sees its own file written as well, and does not tell of it again.
  utimesSync(join(root, "content/images/hero.webp"), 1, 1);
  await expect.poll(() => received.join("").match(/"type":"site"/g)).toHaveLength(2);
});

test("a change by another program sends an event", async () => {
  const received = listen();
  await expect.poll(() => received.join("")).toContain("connected");
  const path = join(root, "content/pages/contact.yaml");
  writeFileSync(path, readFileSync(path, "utf8").replace(/^heading: .*/m, "heading: From elsewhere"));
  await expect.poll(() => received.join(""), { timeout: patient(10_000) }).toContain("pages/contact.yaml");
});

test.each([
  ["a foreign host name", { headers: { host: `rebound.example:${port}` } }],
  ["a page of another site", { headers: { "sec-fetch-site": "cross-site", origin: "https://evil.example" } }],
  ["a POST without the session's mark", { method: "POST", body: {}, headers: { "x-editor": "" } }],
  ["a POST with a mark of its own", { method: "POST", body: {}, headers: { "x-editor": "1" } }],
])("the server refuses %s", async (_, options) => {
  expect((await send("/edit/api/site", options)).status).toBe(403);
  expect((await send("/edit/page/", options)).status).toBe(403);
});

test("another user of the machine, who does not have the cookie, reads and saves nothing", async () => {
  const stranger = { headers: { cookie: "" } };
  expect((await send("/edit/api/site", stranger)).status).toBe(401);
  expect((await send("/edit/api/session", stranger)).status).toBe(401);
  expect((await send("/edit/api/events", stranger)).status).toBe(401);
  expect((await send("/edit/api/save", { method: "POST", body: {}, ...stranger })).status).toBe(401);
  for (const path of ["/edit/", "/edit/editor.js", "/edit/page/about", "/edit/?key=guessed"])
    expect((await send(path, stranger)).status, path).toBe(403);
});

test("an address that begins with two slashes is treated as a path of this server", async () => {
  for (const path of ["//", "//[", "//evil.example/edit/api/site"])
    expect((await send(path)).headers.location, path).toMatch(/^\/edit\//);
  expect((await send("/edit/api/site")).status).toBe(200);
}, 60_000);

test.each(["../package.json", "pages/../../data/x.yaml", "images/hero.webp", "pages/new.yaml", ""])(
  "the API neither reads nor saves a file outside of the content: %s",
  async (file) => {
    expect((await send(`/edit/api/form?file=${encodeURIComponent(file)}`)).status).toBe(404);
    const body = { file, version: "", edits: [{ do: "set", path: "a", value: 1 }] };
    expect((await send("/edit/api/save", { method: "POST", body })).status).toBe(404);
  },
);

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

test.each([
  ["save", "not JSON at all"],
  ["save", '{"file":"pages/home.yaml","version":"","edits":[{"do":"erase","path":"hero"}]}'],
  ["save", '{"file":"pages/home.yaml","version":"","edits":[{"do":"set","path":"__proto__/polluted","value":1}]}'],
  ["check", '{"file":"pages/home.yaml","edits":[{"do":"set","path":"constructor/x","value":1}]}'],
  ["undo", "{}"],
  ["save-picture", '{"id":7}'],
])("a %s request with the body %s is answered as unreadable", async (name, body) => {
  const headers = { host: `localhost:${port}`, cookie, "x-editor": mark };
  const response = await sendRequest({ port, path: `/edit/api/${name}`, method: "POST", headers, body });
  expect(response).toMatchObject({ status: 400, text: expect.stringContaining("cannot be read") });
});

test("a file name or an address that cannot be decoded is answered as unreadable", async () => {
  expect((await send("/edit/api/picture/%E0%A4%A")).status).toBe(400);
  const headers = { "x-file-name": "%E0%A4%A" };
  expect((await send("/edit/api/picture?for=hero", { method: "POST", headers, body: {} })).status).toBe(400);
});

test("a second editor on the same content prints the address of the first and ends", async () => {
  const second = spawnSync(process.execPath, ["commands/edit.ts", "--no-open", "--port", "0"], {
    env,
    encoding: "utf8",
    timeout: patient(30_000),
  });
  expect(second).toMatchObject({ status: 0, stdout: `The editor is open already. Open ${address}\n` });
});

test("an unknown API name returns 404 with a message", async () => {
  const response = await send("/edit/api/nothing", { method: "POST", body: {} });
  expect(response).toMatchObject({ status: 404, text: '{"message":"There is no such address."}' });
});
