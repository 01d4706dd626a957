import { createServer } from "node:http";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { sendRequest } from "../../tests/kit/http-request.ts";
import { temporaryFolder, writeFiles } from "../../tests/kit/temporary-folder.ts";
import { closeNow, listen } from "../http/http-server.ts";
import { type FilledForm, mapFields } from "../requests/request.ts";
import { openPages } from "./serve-pages.ts";

const policy = "default-src 'none'; script-src 'self' 'sha256-a'";
const rejected: FilledForm = { values: { ...mapFields(() => ""), name: "Ana" }, errors: {} };
const built = {
  "client/index.html": "home",
  "client/about.html": "about",
  "client/contact.html": "contact",
  "client/treatments/facials.html": "facials",
  "client/404.html": "missing",
  "client/assets/entry-abc.js": "export {}",
  "server/contact.json": '{ "title": "Contact", "props": { "subjects": [{ "id": "peel", "name": "Lactic Peel" }] } }',
  "server/package.json": '{ "type": "module" }',
  "server/filled-form.js":
    "export const renderFilledForm = (page, { values }) => [page.title, values.name || values.treatment].join(': ');",
};

/** Serves a small build over HTTP. `info` is what a build notes for the server, and `more` are further files. */
async function serve(info = {}, options: Parameters<typeof openPages>[1] = {}, more: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const noted = JSON.stringify({ policies: { "/about": policy, "/contact": policy }, ...info });
  const files = { ...built, ...more, "server/pages.json": noted };
  writeFiles(folder, files);
  for (const [name, text] of Object.entries(files).filter(([name]) => /html$|^client/.test(name)))
    writeFiles(folder, { [`${name}.br`]: brotliCompressSync(text), [`${name}.gz`]: gzipSync(text) });
  const pages = await openPages(join(folder, "client"), options);
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/contact?")) response.setHeader("cache-control", "no-store");
    pages.handle(request, response, request.url?.endsWith("draft=known") ? rejected : undefined);
  });
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  onTestFinished(() => closeNow(server));
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    sendRequest({ port, path, headers: { host: "www.studio.example", ...headers }, method });
  return { pages, get };
}

test.each([
  ["/", 200, "home"],
  ["/treatments/facials", 200, "facials"],
  ["/about/", 301, "/about"],
  ["/Treatments//Facials/index.html", 301, "/treatments/facials"],
  ["/about/?from=card", 301, "/about?from=card"],
  ["/Treatments/Peel.html?from=card", 301, "/treatments?from=card"],
  ["/nope", 404, "missing"],
  ["/../package.json", 404, "missing"],
])("%s is answered with %i and %s", async (path, status, answer) => {
  const { get } = await serve({ former: ["/treatments/peel"] }, {}, { "client/treatments.html": "list" });
  const { headers, text, ...found } = await get(path);
  expect([found.status, headers.location ?? text]).toEqual([status, answer]);
});

test("a page is revalidated, and not sent again while it is unchanged; a hashed file is kept for a year", async () => {
  const { get } = await serve();
  const { headers } = await get("/about");
  expect(headers).toMatchObject({ "cache-control": "no-cache", "content-security-policy": policy });
  expect(await get("/about", { "if-none-match": String(headers.etag) })).toMatchObject({ status: 304, text: "" });
  const file = await get("/assets/entry-abc.js");
  expect(file.headers["cache-control"]).toContain("immutable");
  expect(file.headers).not.toHaveProperty("content-security-policy");
});

test("a browser gets what it accepts, and a cache is told that it depends on the browser, whatever is sent", async () => {
  const { get } = await serve();
  const accept = (encodings: string) => get("/about", { "accept-encoding": encodings });
  const answers = await Promise.all(["gzip, deflate, br", "gzip", "br;q=0", "identity"].map(accept));
  expect(answers.map(({ headers }) => headers["content-encoding"])).toEqual(["br", "gzip", undefined, undefined]);
  for (const headers of [{}, { "accept-encoding": "identity" }, { "if-none-match": "*" }] as Record<string, string>[])
    for (const path of ["/about", "/nope", "/assets/entry-abc.js"])
      expect((await get(path, headers)).headers.vary, `${path} ${Object.keys(headers)}`).toBe("Accept-Encoding");
});

test("a page with a visitor's rejected form is not cached, nor the page after the form is gone", async () => {
  const { get } = await serve();
  const headers = { "cache-control": "no-store", "content-security-policy": policy };
  expect(await get("/contact?draft=known")).toMatchObject({ text: "Contact: Ana", headers });
  expect(await get("/contact?draft=gone")).toMatchObject({ text: "contact", headers });
});

test("the form about a treatment is the contact page in all else, and another word in the address changes nothing", async () => {
  const { get } = await serve();
  const compressed = { "accept-encoding": "br" };
  const { headers } = await get("/contact?about=peel", compressed);
  expect(headers).toMatchObject({ "content-security-policy": policy, "content-encoding": "br" });
  expect(headers.etag).not.toBe((await get("/contact", compressed)).headers.etag);
  expect((await get("/contact?about=peel")).text).toBe("Contact: Lactic Peel");
  for (const query of ["about=Jane", "about=", "from=peel"])
    expect((await get(`/contact?${query}`)).text).toBe("contact");
});

test.each([
  [null, "http://localhost:3000", undefined, undefined],
  ["https://www.studio.example", "http://localhost:3000", "noindex", expect.stringMatching(/^max-age=\d{8}/)],
  ["http://www.studio.example", "http://www.studio.example/", undefined, undefined],
])("At %s pages built for %s are hidden: %s, and encrypted: %s", async (siteUrl, builtFor, robots, security) => {
  const { pages, get } = await serve({ siteUrl: builtFor }, { siteUrl });
  const problem = `the pages were built for ${builtFor}, but SITE_URL is ${siteUrl}. Run npm run build, then restart the server`;
  expect([pages.notes.addressProblem, pages.notes.hidden]).toEqual(Array(2).fill(robots && problem));
  const { headers } = await get("/about");
  expect([headers["x-robots-tag"], headers["strict-transport-security"]]).toEqual([robots, security]);
  expect((await get("/assets/entry-abc.js")).headers["x-robots-tag"]).toBeUndefined();
});

test("A running server sends a notice from its first day to the midnight after its last, and again when a wrong clock is corrected", async () => {
  const [begins, ends] = [Date.parse("2026-12-24T07:00:00Z"), Date.parse("2027-01-03T07:00:00Z")];
  const clock = { time: ends - 1 };
  const quiet = Object.fromEntries(
    ["about", "contact", "404"].map((name) => [`server/after-notice/${name}.html`, `${name} without`]),
  );
  const quietPolicy = "default-src 'none'";
  const { get } = await serve(
    { notice: { begins, ends, policies: { "/about": quietPolicy } } },
    { now: () => clock.time },
    { ...quiet, "server/after-notice.json": '{ "title": "Without" }' },
  );
  const tag = { "if-none-match": String((await get("/about")).headers.etag) };
  expect((await get("/about", tag)).status).toBe(304);
  clock.time = ends;
  const after = await get("/about", tag);
  expect([after.text, after.headers["content-security-policy"]]).toEqual(["about without", quietPolicy]);
  expect((await get("/contact?draft=known")).text).toBe("Without: Ana");
  for (const [time, text] of [
    [ends - 1, "about"],
    [begins, "about"],
    [begins - 1, "about without"],
  ] as const) {
    clock.time = time;
    expect((await get("/about")).text).toBe(text);
  }
});
