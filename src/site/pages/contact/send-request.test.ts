import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { sampleRequest } from "../../../../tests/kit/sample-request.ts";
import { send } from "./send-request.ts";

const submission = { request: sampleRequest, key: "k1", isSpam: true };

beforeEach(() => vi.stubGlobal("navigator", { onLine: true }));
afterEach(() => void vi.unstubAllGlobals());

/** Starts a real function, and makes the page one that was built for it. */
async function startFunction(answer: RequestListener, isOwn: boolean) {
  const calls: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (incoming, response) => {
    let body = "";
    for await (const piece of incoming) body += piece;
    calls.push({ headers: incoming.headers, body });
    answer(incoming, response);
  }).listen(0);
  onTestFinished(() => void server.close());
  vi.stubGlobal("__BACKEND_URL__", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubGlobal("__BACKEND_KEY__", "public");
  vi.stubGlobal("__OWN_FUNCTION__", isOwn);
  return calls;
}

const words = (body: string, status = 200, type = "text/plain"): RequestListener => {
  return (_, response) => void response.writeHead(status, { "content-type": type }).end(body);
};
const json = (body: unknown, status = 200) => words(JSON.stringify(body), status, "application/json");
const html = words("<!doctype html><h1>Welcome to the hotel</h1>", 200, "text/html");
const drop: RequestListener = (_, response) => void response.destroy();

const isThanked = () =>
  send(submission).then(
    () => true,
    () => false,
  );

test.each<[string, RequestListener, thanked: boolean]>([
  ["{}", json({}), true],
  ["JSON that is called text", words('{"success":true}'), true],
  ["a word", words("sent"), true],
  ["204", (_, response) => void response.writeHead(204).end(), true],
  ['{"error":"x"}', json({ error: "x" }), false],
  ["an error in JSON that is called text", words('{"error":"x"}'), false],
  ['{"success":false}', json({ success: false }), false],
  ["500", json({}, 500), false],
  ["the page of a captive portal", html, false],
  ["a dropped connection", drop, false],
])("a function that is not ours and answers %s is called once", async (_, answer, thanked) => {
  const calls = await startFunction(answer, false);
  expect(await isThanked()).toBe(thanked);
  expect(calls.map(({ body }) => JSON.parse(body))).toEqual([sampleRequest]);
  // Its rules for other origins know only the headers that the vendor's client sends.
  expect(calls[0]?.headers).toMatchObject({ authorization: "Bearer public", apikey: "public" });
  expect(Object.keys(calls[0]?.headers ?? {}).join()).not.toMatch(/idempotency|spam/);
});

test.each<[string, RequestListener, thanked: boolean, count: number]>([
  ["its acknowledgement", json({ ok: true, reference: "K7QF3M2P" }), true, 1],
  ["{}", json({}), false, 1],
  ["the page of a captive portal", html, false, 1],
  ["nothing", words(""), false, 1],
  ["422", json({ ok: false }, 422), false, 1],
  ["503", json({ ok: false }, 503), false, 3],
  ["a dropped connection", drop, false, 3],
])(
  "our own function that answers %s is asked again only for a fault, with one key",
  async (_, answer, thanked, count) => {
    const calls = await startFunction(answer, true);
    expect(await isThanked()).toBe(thanked);
    expect(calls.map(({ headers }) => headers["idempotency-key"])).toEqual(Array(count).fill("k1"));
    expect(calls[0]?.headers["x-spam"]).toBe("1");
  },
);
