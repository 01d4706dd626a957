import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningEditor, startEditor } from "../../tests/kit/editor-process.ts";
import { sendRequest } from "../../tests/kit/http-request.ts";
import { patient } from "../../tests/kit/patience.ts";

let editor: RunningEditor;
let admitted: Awaited<ReturnType<RunningEditor["admit"]>>;

beforeAll(async () => {
  editor = await startEditor();
  admitted = await editor.admit();
});
afterAll(() => editor.stop());

const send = (path: string, { headers = {}, ...given }: Partial<Parameters<typeof sendRequest>[0]> = {}) => {
  const { host, port } = new URL(editor.origin);
  return sendRequest({ port: Number(port), path, ...given, headers: { host, cookie: admitted.cookie, ...headers } });
};

test("one origin serves the editor and the preview of the site, which runs no script", async () => {
  expect(JSON.parse((await send("/edit/api/site")).text)).toMatchObject({ shortName: "Tideline" });
  const page = await send("/edit/page/about");
  expect([page.status, page.text.includes("Tideline")]).toEqual([200, true]);
  expect(page.headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src '(?!.*script-src)/);
  expect(await send("/about")).toMatchObject({ status: 302, headers: { location: "/edit/page/about" } });
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
  const post = { method: "POST", headers: admitted, body: "x".repeat(41e6 + 1) };
  expect(await send("/edit/api/picture?for=hero", post)).toMatchObject({
    status: 422,
    text: expect.stringContaining("It is larger than 40 MB."),
  });
  expect((await send("/edit/api/history")).status).toBe(200);
});

test("a second editor on the same content prints the address of the first and ends", async () => {
  const second = spawnSync(process.execPath, ["commands/edit.ts", "--no-open", "--port", "0"], {
    env: editor.env,
    encoding: "utf8",
    timeout: patient(30_000),
  });
  expect(second).toMatchObject({ status: 0, stdout: `The editor is open already. Open ${editor.address}\n` });
});
