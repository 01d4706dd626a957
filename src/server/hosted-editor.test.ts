import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleStudio } from "../../tests/kit/desk.ts";
import { sendRequest } from "../../tests/kit/http-request.ts";
import { needsLinux } from "../../tests/kit/needs.ts";
import { patient } from "../../tests/kit/patience.ts";
import { temporaryFolder, writeFiles } from "../../tests/kit/temporary-folder.ts";
import { editorBuild } from "../build/build-folder.ts";
import { codeFingerprint } from "../build/fingerprint.ts";
import { createDesk } from "../desk/desk.tsx";
import { createDeskLinks } from "../requests/desk-links.ts";
import { readSettings } from "../settings/settings.ts";
import { createEditorProcess } from "./editor-process.ts";
import { openStore } from "./open-store.ts";
import type { SitePages } from "./serve-pages.ts";
import { startServer } from "./server.ts";

const root = temporaryFolder();
const [content, dataDir] = [join(root, "content"), join(root, "data")];
const buildFolder = join(root, "build");
const host = "www.studio.example";
const siteUrl = `https://${host}`;
const settings = readSettings({ DATA_DIR: dataDir, SITE_URL: siteUrl, PORT: "0", DESK: "on", EDIT: "on" });
const log = () => {};
let server: Awaited<ReturnType<typeof startServer>>;
let editor: ReturnType<typeof createEditorProcess>;
/** The owner's phone, and one that somebody has taken from her. */
let [phone, stolen] = ["", ""];

beforeAll(async () => {
  cpSync("tests/example-studio", content, { recursive: true });
  // The pages of the preview have tests of their own, so the bundles are empty.
  writeFiles(join(editorBuild(buildFolder), "server"), {
    "bundles.json": JSON.stringify({ code: codeFingerprint(), assets: {} }),
    "render.js": "export {}",
    "editor/editor.js": "",
  });
  const handle: SitePages["handle"] = (_, response) => void response.writeHead(404).end();
  const pages = { notes: {}, studio: exampleStudio, createDesk, handle };
  const store = await openStore(settings, log);
  phone = await signIn(store, "phone");
  stolen = await signIn(store, "stolen");
  await store.close();
  const environment = { ...process.env, CONTENT_DIR: content, DATA_DIR: dataDir, SITE_URL: siteUrl };
  const folders = { EDIT_COMMITS: "off", BUILD_DIR: buildFolder };
  const address = `${siteUrl}/edit/`;
  editor = createEditorProcess({ address, environment: { ...environment, ...folders }, log, idleAfter: 3_000 });
  server = await startServer({ settings, pages, log, onFatal: log, editor });
});
afterAll(() => server.stop());

/** Makes a session as the desk does after a sign-in link, and returns its cookie. */
async function signIn(store: Awaited<ReturnType<typeof openStore>>, device: string): Promise<string> {
  const secret = crypto.randomUUID().replaceAll("-", "").repeat(2);
  const { hashSecret } = createDeskLinks({ store, siteUrl, deskEpoch: "" });
  const session = { name: device, device, since: Date.now(), usedAt: Date.now(), epoch: "" };
  await store.createSession(await hashSecret("session", secret), session);
  return `__Host-desk=${secret}`;
}

type Send = { cookie?: string; csrfToken?: string; headers?: Record<string, string> };
/** Asks for a page, or sends an empty form where a token is given. */
function send(path: string, { cookie = phone, csrfToken, headers = {} }: Send = {}) {
  const own = { host, cookie, "sec-fetch-site": "same-origin", ...headers };
  if (csrfToken === undefined) return sendRequest({ port: server.port, path, headers: own });
  const post = { ...own, "x-editor": csrfToken, origin: siteUrl };
  return sendRequest({ port: server.port, path, method: "POST", headers: post, body: "{}" });
}

// That she edits and publishes with it is a journey: tests/journeys/desk.spec.ts.
test("whoever has signed in to the desk has the editor, with a policy without inline script and nothing cached", async () => {
  const page = await send("/edit/");
  expect(page).toMatchObject({
    status: 200,
    headers: { "cache-control": "no-store", "x-frame-options": "SAMEORIGIN" },
  });
  expect(page.headers["content-security-policy"]).toMatch(
    /script-src 'self'; style-src 'self';.*frame-ancestors 'none'/,
  );
  expect(page.headers["strict-transport-security"]).toContain("max-age");
  expect(JSON.parse((await send("/edit/api/session")).text)).toMatchObject({ desk: "/desk" });
  const desk = await send("/desk");
  expect(desk.text).toContain('href="/edit/"');
  expect(desk.headers["strict-transport-security"]).toContain("max-age");
});

// editor-front.test.ts holds that the events of an open window end, too.
test("a session that was ended at the desk is ended here, and its token was that of no other", async () => {
  const { csrfToken } = JSON.parse((await send("/edit/api/session", { cookie: stolen })).text);
  const save = async (cookie: string, token = csrfToken) =>
    (await send("/edit/api/save", { cookie, csrfToken: token })).status;
  expect((await send("/edit/api/site", { cookie: stolen })).status).toBe(200);
  expect([await save(phone), await save(phone, ""), await save(stolen)]).toEqual([403, 403, 400]);
  const store = await openStore(settings, log);
  await store.deleteSession("stolen");
  await store.close();
  for (const path of ["site", "session", "events", "picture/hero"])
    expect((await send(`/edit/api/${path}`, { cookie: stolen })).status, path).toBe(401);
  expect(await save(stolen)).toBe(401);
  expect((await send("/edit/", { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
  expect((await send("/edit/api/site")).status).toBe(200);
});

test(
  "an editor that was killed is started again by the next request, and pages are served meanwhile",
  needsLinux,
  async () => {
    expect((await send("/edit/api/site")).status).toBe(200);
    for (const id of editorIds()) process.kill(id, "SIGKILL");
    expect((await send("/")).status).toBe(404);
    await expect.poll(async () => (await send("/edit/api/site")).status, { timeout: patient(40_000) }).toBe(200);
  },
);

test("strangers start no editor, and one that nobody uses ends", async () => {
  const isRunning = () => existsSync(join(dataDir, "editor/content/address"));
  expect(isRunning()).toBe(true);
  await expect.poll(isRunning, { timeout: patient(20_000), interval: 100 }).toBe(false);
  for (const cookie of ["", `__Host-desk=${"0".repeat(64)}`, phone.slice(0, -1)]) {
    for (const path of ["/edit/", "/edit/editor.js"])
      expect(await send(path, { cookie })).toMatchObject({ status: 303, headers: { location: "/desk" } });
    expect((await send("/edit/api/site", { cookie })).status).toBe(401);
  }
  expect(isRunning()).toBe(false);
});

/** The process ids of the editors that this process has started. */
function editorIds(): number[] {
  const ids = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  return ids.map(Number).filter((id) => readFileSync(`/proc/${id}/cmdline`, "utf8").includes("src/editor/main.ts"));
}
