import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { isOwnRequest } from "./own-requests.ts";

const isAllowed = (method: string, headers: Record<string, string>) =>
  isOwnRequest({ method, headers } as unknown as IncomingMessage);
const host = "localhost:3020";
const ownHeaders = { host, origin: `http://${host}`, "sec-fetch-site": "same-origin", "x-editor": "1" };

test("the page's own requests are answered, and an address that was typed", () => {
  expect(isAllowed("POST", ownHeaders)).toBe(true);
  expect(isAllowed("GET", { host, "sec-fetch-site": "none" })).toBe(true);
  expect(isAllowed("GET", { host: "127.0.0.1:3020" })).toBe(true);
});

test.each([
  ["a name that leads here", { ...ownHeaders, host: "evil.example:3020", origin: "http://evil.example:3020" }],
  ["no name at all", { ...ownHeaders, host: "" }],
  ["a name that begins like ours", { ...ownHeaders, host: "localhost.evil.example" }],
  ["a page elsewhere", { ...ownHeaders, origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  [
    "another program on this machine",
    { ...ownHeaders, origin: "http://localhost:8080", "sec-fetch-site": "same-site" },
  ],
  ["a form without our header", { host, origin: `http://${host}`, "sec-fetch-site": "same-origin" }],
  ["an origin that is hidden", { ...ownHeaders, origin: "null" }],
])("refused: %s", (_, headers) => {
  expect(isAllowed("POST", headers)).toBe(false);
});

test("what is read by a page elsewhere is refused too", () => {
  expect(isAllowed("GET", { host, "sec-fetch-site": "cross-site" })).toBe(false);
  expect(isAllowed("GET", { host: "evil.example" })).toBe(false);
});
