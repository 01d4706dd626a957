import { expect, test } from "vitest";
import { hostedGuard, localGuard } from "./editor-guard.ts";

const local = localGuard("token");
const hosted = hostedGuard("https://www.studio.example", async () => "token");
const request = ({ host, ...headers }: Record<string, string>) => new Request(`http://${host}/edit/`, { headers });
const host = "localhost:3020";
const ownHeaders = { host, origin: `http://${host}`, "sec-fetch-site": "same-origin" };

test("requests of the editor's page and an address typed into the browser are allowed", () => {
  expect(local.isOwn(request(ownHeaders))).toBe(true);
  expect(local.isOwn(request({ host, "sec-fetch-site": "none" }))).toBe(true);
  expect(local.isOwn(request({ host: "127.0.0.1:3020" }))).toBe(true);
  const own = { host: "www.studio.example", origin: "https://www.studio.example", "sec-fetch-site": "same-origin" };
  expect(hosted.isOwn(request(own))).toBe(true);
});

test.each([
  ["a foreign host name", { ...ownHeaders, host: "evil.example:3020", origin: "http://evil.example:3020" }],
  ["a host name that begins with localhost", { ...ownHeaders, host: "localhost.evil.example" }],
  ["a page of another site", { ...ownHeaders, origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ["a picture on a page of another site", { host, "sec-fetch-site": "cross-site" }],
  ["another port of this machine", { ...ownHeaders, origin: "http://localhost:8080", "sec-fetch-site": "same-site" }],
  ["an opaque origin", { ...ownHeaders, origin: "null" }],
])("the local guard refuses %s", (_, headers) => {
  expect(local.isOwn(request(headers))).toBe(false);
});

test.each([
  ["the loopback address", { host }],
  ["a foreign host name", { host: "evil.example", origin: "https://evil.example" }],
  ["a page of another site", { host: "www.studio.example", origin: "https://evil.example" }],
  ["a page of a sibling site", { host: "www.studio.example", "sec-fetch-site": "same-site" }],
  ["the site without encryption", { host: "www.studio.example", origin: "http://www.studio.example" }],
])("the guard of the server refuses %s", (_, headers) => {
  expect(hosted.isOwn(request(headers))).toBe(false);
});
