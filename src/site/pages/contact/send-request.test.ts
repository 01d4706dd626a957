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

const json = (body: unknown, status = 200): RequestListener => {
  return (_, response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};
const words = (body: string, status = 200, type = "text/plain"): RequestListener => {
  return (_, response) => void response.writeHead(status, { "content-type": type }).end(body);
};
const html = words("<!doctype html><h1>Welcome to the hotel</h1>", 200, "text/html");
const drop: RequestListener = (_, response) => void response.destroy();

const seen = () =>
  send(submission).then(
    () => "thanks",
    () => "something went wrong",
  );

test.each<[string, RequestListener, string]>([
  ["{}", json({}), "thanks"],
  ['{"success":true}', json({ success: true }), "thanks"],
  ["JSON that is called text", words('{"success":true}'), "thanks"],
  ["a word", words("sent"), "thanks"],
  ["204", (_, response) => void response.writeHead(204).end(), "thanks"],
  ['{"error":"x"}', json({ error: "x" }), "something went wrong"],
  ["an error in JSON that is called text", words('{"error":"x"}'), "something went wrong"],
  ['{"success":false}', json({ success: false }), "something went wrong"],
  ["500", json({}, 500), "something went wrong"],
  ["the page of a captive portal", html, "something went wrong"],
  ["a dropped connection", drop, "something went wrong"],
])("a function that is not ours and answers %s is called once", async (_, answer, expected) => {
  const calls = await startFunction(answer, false);
  expect(await seen()).toBe(expected);
  expect(calls.map(({ body }) => JSON.parse(body))).toEqual([sampleRequest]);
  // Its rules for other origins know only the headers that the vendor's client sends.
  const { authorization, apikey } = calls[0]?.headers ?? {};
  expect([authorization, apikey]).toEqual(["Bearer public", "public"]);
  expect(Object.keys(calls[0]?.headers ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/idempotency|spam/)]),
  );
});

test.each<[string, RequestListener, string, number]>([
  ["its acknowledgement", json({ ok: true, reference: "K7QF3M2P" }), "thanks", 1],
  ["{}", json({}), "something went wrong", 1],
  ["the page of a captive portal", html, "something went wrong", 1],
  ["nothing", words(""), "something went wrong", 1],
  ["422", json({ ok: false }, 422), "something went wrong", 1],
  ["503", json({ ok: false }, 503), "something went wrong", 3],
  ["a dropped connection", drop, "something went wrong", 3],
])(
  "our own function that answers %s is asked again only for a fault, with one key",
  async (_, answer, expected, count) => {
    const calls = await startFunction(answer, true);
    expect(await seen()).toBe(expected);
    expect(calls.map(({ headers }) => headers["idempotency-key"])).toEqual(Array(count).fill("k1"));
    expect(calls[0]?.headers["x-spam"]).toBe("1");
  },
);
