import { cpSync, mkdirSync, renameSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { patient } from "../../tests/kit/patience.ts";
import { openTestEditor } from "../../tests/kit/test-editor.ts";
import { createPreview } from "./api/preview.ts";
import { createRoutes } from "./routes.ts";

const file = "pages/contact.yaml";

/** The routes of an editor on a copy of the studio, open to anybody who asks. */
function openRoutes() {
  const log: string[] = [];
  const fixture = openTestEditor({ log: (event, details) => log.push(`${event} ${JSON.stringify(details)}`) });
  const { editor, root } = fixture;
  const bundles = join(root, "bundles");
  mkdirSync(join(bundles, "editor"), { recursive: true });
  for (const name of ["editor.js", "style.css"]) writeFileSync(join(bundles, "editor", name), name);
  const preview = createPreview(editor, fixture.openPreview, root);
  const routes = createRoutes(editor, preview, bundles);
  const get = async (path: string) => routes.request(`/edit/${path}`);
  const post = async (name: string, body: unknown) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const answered = await routes.request(`/edit/api/${name}`, { method: "POST", body: text });
    return { status: answered.status, json: await answered.json() };
  };
  const previewId = async (path: string, edits = {}) => (await post("preview", { path, edits })).json.id;
  return { ...fixture, log, get, post, previewId };
}

/** Collects what one window is told. */
async function listen(get: (path: string) => Promise<Response>) {
  const received: string[] = [];
  const { body } = await get("api/events");
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) received.push(part.value);
  };
  read();
  await expect.poll(() => received.join("")).toContain("connected");
  return () => received.join("");
}

test("a save that is not valid is answered with its problems, one of a changed field with both values, and the form", async () => {
  const { post, editor, valueAt } = openRoutes();
  const was = valueAt(file, "heading");
  const form = editor.saving.form(file);
  const save = (edit: object) => post("save", { file, edits: [{ path: "heading", ...edit }] });
  expect(await save({ was, value: "" })).toMatchObject({
    status: 422,
    json: { problems: [{ file, path: "heading" }], form, site: { problems: [] } },
  });
  expect(await save({ was: "Before", value: "Mine" })).toMatchObject({
    status: 409,
    json: { conflicts: [{ path: "heading", label: "Heading", current: was, mine: "Mine", other: was }], form },
  });
  const saved = { paths: ["heading"], change: { after: "Mine" }, form: { values: { heading: "Mine" } } };
  expect(await save({ was, value: "Mine" })).toMatchObject({ status: 200, json: saved });
});

type Refused = [what: string, name: string, body: unknown, status: number, message: string];

test.each<Refused>([
  ["words without end", "save", { file, edits: [], more: "x".repeat(2e6) }, 422, "That is too much at once."],
  ["no JSON", "save", "not JSON at all", 400, "cannot be read"],
  ["an edit without a path", "save", { file, edits: [{ value: "hero" }] }, 400, "cannot be read"],
  ["a prototype", "save", `{"file":"${file}","edits":[{"path":"__proto__/x","value":1}]}`, 400, "cannot be read"],
  ["a constructor", "check", { file, edits: [{ path: "constructor/x", value: 1 }] }, 400, "cannot be read"],
  ["an undo of nothing", "undo", {}, 400, "cannot be read"],
  ["an undo of what is not there", "undo", { id: "x" }, 422, "This change is not in the history."],
  ["a picture without words", "save-picture", { id: 7 }, 400, "cannot be read"],
  ["an unknown name", "nothing", {}, 404, "There is no such address."],
  ...["../package.json", "pages/../../data/x.yaml", "images/hero.webp", "pages/new.yaml", ""].map(
    (outside): Refused => [
      `the file ${outside}`,
      "save",
      { file: outside, edits: [{ path: "a", value: 1 }] },
      404,
      "no such page",
    ],
  ),
])("%s is refused in words, and nothing is changed", async (_, name, body, status, message) => {
  const { post, snapshot } = openRoutes();
  const before = snapshot();
  expect(await post(name, body)).toEqual({ status, json: { message: expect.stringContaining(message) } });
  expect(snapshot()).toEqual(before);
});

test("no form is read outside of the content, not by a symbolic link either", async () => {
  const { get, folder, root, editor } = openRoutes();
  const path = "treatments/blue-light.yaml";
  cpSync(join(folder, path), join(root, "outside.yaml"));
  unlinkSync(join(folder, path));
  symlinkSync(join(root, "outside.yaml"), join(folder, path));
  editor.store.invalidate();
  for (const one of [path, "../package.json", "pages/../../data/x.yaml", "images/hero.webp", ""])
    expect((await get(`api/form?file=${encodeURIComponent(one)}`)).status, one).toBe(404);
});

test("a file that is away is named as such, any other failure as the editor's own, and both are logged", async () => {
  const { get, folder, editor, log } = openRoutes();
  renameSync(folder, `${folder}-away`);
  editor.store.invalidate();
  const away = await get("api/site");
  expect([away.status, await away.json()]).toEqual([507, { message: expect.stringMatching(/missing/) }]);
  renameSync(`${folder}-away`, folder);
  editor.pictures.thumbnail = async () => {
    throw new Error("seeded");
  };
  expect(await (await get("api/picture/hero")).json()).toEqual({
    message: expect.stringMatching(/^This is a fault of the editor/),
  });
  expect(log).toContainEqual(expect.stringContaining("seeded"));
});

test("the editor's page has no inline script, and the browser keeps its files", async () => {
  const { get } = openRoutes();
  const page = await get("");
  const html = await page.text();
  expect(html).not.toMatch(/<style|<script(?![^>]* src=)/);
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self'; style-src 'self';");
  const [, script = ""] = /\/edit\/(editor\.js\?v=[\da-f]{16})/.exec(html) ?? [];
  expect((await get(script)).headers.get("cache-control")).toContain("immutable");
  expect((await get("..%2fpackage.json")).status).toBe(404);
});

test("the preview shows unsaved words in the page that asked for them alone, and its pictures", async () => {
  const { get, previewId, read } = openRoutes();
  const edits = (value: unknown) => ({ "pages/about.yaml": [{ path: "heading", value }] });
  const id = await previewId("/about", edits("Unsaved"));
  expect(await (await get(`page/about?preview=${id}`)).text()).toContain("Unsaved");
  const page = await get("page/about");
  const html = await page.text();
  expect(html).not.toContain("Unsaved");
  expect(read("pages/about.yaml")).not.toContain("Unsaved");
  expect(page.headers.get("content-security-policy")).toBe("default-src 'none'");
  // A page without a heading could not be published.
  expect(await previewId("/about", edits(null))).toBeNull();
  expect((await get("page/nowhere")).status).toBe(404);
  // No build has encoded it yet.
  const [, picture = ""] = /\/edit\/(pictures\/[^ "]+)/.exec(html) ?? [];
  expect((await get(picture)).headers.get("content-type")).toBe("image/webp");
  expect((await get("pictures/..%2f..%2fpackage.json")).status).toBe(404);
});

test("a save appears in the preview, and every window is told of it once, and of a change by another program", async () => {
  const { get, post, previewId, valueAt, folder, read } = openRoutes();
  const received = await listen(get);
  const about = "pages/about.yaml";
  const edits = [{ path: "heading", was: valueAt(about, "heading"), value: "Hereabouts" }];
  const unsaved = await previewId("/about", { [about]: edits });
  const { site } = (await post("save", { file: about, edits })).json;
  // A window that shows these words already has nothing to load, and learns from the answer what the event says.
  expect(await previewId("/about")).toBe(unsaved);
  expect(await (await get("page/about")).text()).toContain(`{"id":"${unsaved}"`);
  const told = new RegExp(`"file":"${about}".*"site","version":"${site.version}"`, "s");
  await expect.poll(received).toMatch(told);
  // The editor sees its own file written as well, and does not tell of it again.
  utimesSync(join(folder, "images/hero.webp"), 1, 1);
  await expect.poll(() => received().match(/"type":"site"/g)).toHaveLength(2);
  writeFileSync(join(folder, file), read(file).replace(/^heading: .*/m, "heading: From elsewhere"));
  await expect.poll(received, { timeout: patient(10_000) }).toContain(file);
});
