import { renameSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { sendRequest } from "../../../tests/kit/http-request.ts";
import { openTestEditor } from "../../../tests/kit/test-editor.ts";
import { createApi } from "./api.ts";
import { createPreview } from "./preview.ts";

const file = "pages/contact.yaml";

/** Serves the API of an editor, to anybody who asks. */
async function serveApi(log: string[] = []) {
  const fixture = openTestEditor({ log: (event, details) => log.push(`${event} ${JSON.stringify(details)}`) });
  const answer = createApi(
    fixture.editor,
    createPreview(fixture.editor, async () => undefined, fixture.root),
  );
  const server = createServer(async (request, response) => {
    const { status = 200, type, body, ...headers } = await answer(request, new URL(request.url ?? "", "http://editor"));
    response.writeHead(status, { ...headers, "content-type": type, connection: "close" }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ask = async (name: string, body?: unknown) => {
    const method = body === undefined ? "GET" : "POST";
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const answered = await sendRequest({ port, path: `/edit/api/${name}`, method, body: text });
    return { ...answered, json: JSON.parse(answered.text) };
  };
  return { ...fixture, port, ask };
}

test("a save that is not valid is answered with its problems, its draft and the file as it is", async () => {
  const { ask, editor } = await serveApi();
  const { version, values } = editor.saving.form(file);
  const edits = [{ do: "set", path: "heading", value: "" }];
  expect(await ask("save", { file, version, edits })).toMatchObject({
    status: 422,
    json: {
      problems: [{ file, path: "heading" }],
      path: "heading",
      form: { version, values, drafts: [{ edits }] },
      site: { problems: [{ file, path: "heading" }] },
    },
  });
  expect((await ask("discard-draft", { file, path: "heading" })).json).toMatchObject({ version, drafts: [] });
});

test("a launch with tasks left is refused with the reason", async () => {
  const { ask } = await serveApi();
  const message = "Something is left to do first.";
  expect(await ask("launch", { initials: "CV" })).toMatchObject({ status: 422, json: { message } });
});

test("an undo is answered with its change, with everything since where that was asked, or with why not", async () => {
  const { ask, editor, save, read } = await serveApi();
  const before = read(file);
  save(file, [{ do: "set", path: "heading", value: "One" }]);
  save(file, [{ do: "set", path: "heading", value: "Two" }]);
  const first = editor.history.list().changes[1]?.id;
  for (const id of [first, "none"]) expect((await ask("undo", { id })).status).toBe(409);
  expect((await ask("undo", { id: first, since: true })).json).toMatchObject({ files: [file], changes: [{}] });
  expect(read(file)).toBe(before);
});

test("a thumbnail is as wide as it was asked for, up to 1,600 pixels, and kept only under its version", async () => {
  const { port } = await serveApi();
  const thumbnail = async (query: string) => {
    const { bytes, headers } = await sendRequest({ port, path: `/edit/api/picture/hero${query}` });
    return [(await sharp(bytes).metadata()).width, headers["cache-control"]];
  };
  expect(await thumbnail("?width=64&v=1")).toEqual([64, "private, max-age=86400"]);
  expect(await thumbnail("?width=1")).toEqual([16, undefined]);
  expect(await thumbnail("")).toEqual([640, undefined]);
  expect((await thumbnail("?width=9999"))[0]).toBeLessThanOrEqual(1600);
});

test("words without end are refused, and the editor goes on", async () => {
  const { ask } = await serveApi();
  const answer = await ask("save", JSON.stringify({ file, version: "", edits: [], more: "x".repeat(2e6) }));
  expect(answer).toMatchObject({ status: 422, json: { message: "That is too much at once." } });
  expect((await ask("history")).status).toBe(200);
});

test("a file that is away is named as such, any other failure as the editor's own, and both are logged", async () => {
  const log: string[] = [];
  const { ask, folder, editor } = await serveApi(log);
  renameSync(folder, `${folder}-away`);
  expect(await ask("site")).toMatchObject({ status: 507, json: { message: expect.stringMatching(/missing/) } });
  renameSync(`${folder}-away`, folder);
  editor.pictures.thumbnail = async () => {
    throw new Error("seeded");
  };
  expect((await ask("picture/hero")).json).toEqual({
    message: expect.stringMatching(/^This is a fault of the editor/),
  });
  expect(log).toContainEqual(expect.stringContaining("seeded"));
});
