import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { isOwn } from "./guard.ts";

const ask = (method: string, headers: Record<string, string>) =>
  isOwn({ method, headers } as unknown as IncomingMessage);
const host = "localhost:3020";
const own = { host, origin: `http://${host}`, "sec-fetch-site": "same-origin", "x-editor": "1" };

test("the page's own requests are answered, and an address that was typed", () => {
  expect(ask("POST", own)).toBe(true);
  expect(ask("GET", { host, "sec-fetch-site": "none" })).toBe(true);
  expect(ask("GET", { host: "127.0.0.1:3020" })).toBe(true);
});

test.each([
  ["a name that leads here", { ...own, host: "evil.example:3020", origin: "http://evil.example:3020" }],
  ["no name at all", { ...own, host: "" }],
  ["a name that begins like ours", { ...own, host: "localhost.evil.example" }],
  ["a page elsewhere", { ...own, origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ["another program on this machine", { ...own, origin: "http://localhost:8080", "sec-fetch-site": "same-site" }],
  ["a form without our header", { host, origin: `http://${host}`, "sec-fetch-site": "same-origin" }],
  ["an origin that is hidden", { ...own, origin: "null" }],
])("refused: %s", (_, headers) => {
  expect(ask("POST", headers)).toBe(false);
});

test("what is read by a page elsewhere is refused too", () => {
  expect(ask("GET", { host, "sec-fetch-site": "cross-site" })).toBe(false);
  expect(ask("GET", { host: "evil.example" })).toBe(false);
});
