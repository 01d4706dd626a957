import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { isOwnRequest } from "./own-requests.ts";

const isAllowed = (method: string, headers: Record<string, string>) =>
  isOwnRequest({ method, headers } as unknown as IncomingMessage);
const host = "localhost:3020";
const ownHeaders = { host, origin: `http://${host}`, "sec-fetch-site": "same-origin", "x-editor": "1" };

test("requests of the editor's page and an address typed into the browser are allowed", () => {
  expect(isAllowed("POST", ownHeaders)).toBe(true);
  expect(isAllowed("GET", { host, "sec-fetch-site": "none" })).toBe(true);
  expect(isAllowed("GET", { host: "127.0.0.1:3020" })).toBe(true);
});

test.each([
  ["a foreign host name", { ...ownHeaders, host: "evil.example:3020", origin: "http://evil.example:3020" }],
  ["an empty host name", { ...ownHeaders, host: "" }],
  ["a host name that begins with localhost", { ...ownHeaders, host: "localhost.evil.example" }],
  ["a page of another site", { ...ownHeaders, origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ["another port of this machine", { ...ownHeaders, origin: "http://localhost:8080", "sec-fetch-site": "same-site" }],
  ["a form post without our header", { host, origin: `http://${host}`, "sec-fetch-site": "same-origin" }],
  ["an opaque origin", { ...ownHeaders, origin: "null" }],
])("the guard refuses %s", (_, headers) => {
  expect(isAllowed("POST", headers)).toBe(false);
});

test("the guard refuses a GET from a page of another site", () => {
  expect(isAllowed("GET", { host, "sec-fetch-site": "cross-site" })).toBe(false);
  expect(isAllowed("GET", { host: "evil.example" })).toBe(false);
});
