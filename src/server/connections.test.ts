import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, onTestFinished, vi } from "vitest";
import { getRequest, openConnections, slowPost, writeSlowly } from "../../tests/kit/connection-flood.ts";
import { patient } from "../../tests/kit/patience.ts";
import { sampleEmail, sampleRequest } from "../../tests/kit/sample-request.ts";
import { startServerProcess } from "../../tests/kit/server-process.ts";
import { endpoint } from "../requests/request.ts";
import { guardConnections } from "./connections.ts";

const root = mkdtempSync(join(tmpdir(), "crowd-"));
afterAll(() => rmSync(root, { recursive: true }));

const pageSize = 300_000;

/** A real server process, so that its memory can be measured separately from the test's. */
async function launch(variables: Record<string, string>) {
  const dataDir = mkdtempSync(join(root, "data-"));
  const page = `Buffer.alloc(${pageSize}, "a page ")`;
  const { child, output } = startServerProcess({ DATA_DIR: dataDir, ...variables }, {}, page);
  onTestFinished(() => void child.kill("SIGKILL"));
  await vi.waitFor(() => expect(output()).toContain("emails"), patient(60_000));
  const port = Number(/Open http:\/\/127\.0\.0\.1:(\d+)/.exec(output())?.[1]);
  const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;
  return { port, peak };
}

type Visit = { path?: string; body?: object; headers?: Record<string, string> };

/** Resolves with the status and the milliseconds it took. Like a visitor's browser, it opens its own connection. */
function visit(port: number, { path = "/", body, headers = {} }: Visit): Promise<{ status: number; ms: number }> {
  const start = performance.now();
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, ms: performance.now() - start });
    const requestBody = body ? JSON.stringify(body) : "";
    const request = httpRequest({
      port,
      host: "127.0.0.1",
      path,
      method: body ? "POST" : "GET",
      agent: false,
      timeout: patient(60_000),
      headers: {
        ...headers,
        ...(body && { "content-type": "application/json", "content-length": requestBody.length }),
      },
    });
    request.on("response", (response) => response.resume().on("end", () => done(response.statusCode ?? 0)));
    request.on("error", () => done(0)).on("timeout", () => request.destroy());
    request.end(requestBody);
  });
}

async function visitRepeatedly(port: number, headers: Record<string, string> = {}) {
  const visits = [];
  for (let number = 0; number < 100; number++) visits.push(await visit(port, { headers }));
  for (let number = 0; number < 4; number++) {
    const body = { ...sampleRequest, email: sampleEmail(number) };
    visits.push(await visit(port, { path: endpoint, body, headers }));
  }
  expect(new Set(visits.map(({ status }) => status))).toEqual(new Set([200]));
  // The time depends on what else the machine does, so it is printed and not asserted.
  const slow = visits.filter(({ ms }) => ms > 2_000).length;
  if (slow > 1) console.error(`${slow} of ${visits.length} visits took more than two seconds`);
}

it.each<[string, (socket: Socket) => void]>([
  ["ask for pages and never read them", (socket) => socket.write(getRequest.repeat(5))],
  ["ask for a hundred pages at once and never read them", (socket) => socket.write(getRequest.repeat(100))],
  ["send a post byte by byte", (socket) => writeSlowly(socket, slowPost("198.51.100.7"))],
])("A visitor's requests are answered while %s on 2,100 connections", async (_, onConnect) => {
  const { port, peak } = await launch({});
  onTestFinished(await openConnections(port, onConnect));
  await visitRepeatedly(port);
  expect(peak()).toBeLessThan(400);
});

it("Behind a proxy, one client with 2,100 slow POST requests does not keep others out", async () => {
  const { port, peak } = await launch({ TRUST_PROXY: "1" });
  const onConnect = (socket: Socket) => writeSlowly(socket, slowPost("198.51.100.7"));
  onTestFinished(await openConnections(port, onConnect, { localAddress: "127.0.0.1" }));
  await visitRepeatedly(port, { "x-forwarded-for": "203.0.113.9" });
  expect(peak()).toBeLessThan(400);
});

it("A client that does not read is disconnected after a while, and one that reads slowly is not", async () => {
  const page = Buffer.alloc(20_000_000);
  const http = createServer((_, response) => void response.end(page));
  guardConnections(http, { trustProxy: 0, idleTimeout: 500 });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const { port } = http.address() as AddressInfo;
  const closed = new Promise((resolve) => http.once("connection", (socket) => socket.once("close", resolve)));
  const silent = connect({ port, host: "127.0.0.1" });
  silent
    .on("error", () => {})
    .pause()
    .write(getRequest);
  await closed;
  let read = 0;
  const slow = connect({ port, host: "127.0.0.1" });
  slow.on("data", (chunk) => {
    read += chunk.length;
    slow.pause();
    setTimeout(() => slow.resume(), 3);
  });
  slow.write(getRequest);
  await vi.waitFor(() => expect(read).toBeGreaterThan(page.length), patient(60_000));
});

it("Of a thousand pages requested at once, those after the ninth are not even parsed", async () => {
  let requestCount = 0;
  const http = createServer((incoming, response) => {
    requestCount++;
    // The requests are never answered.
    guard.allowRequest(incoming.socket, response);
  });
  const guard = guardConnections(http, { trustProxy: 0 });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void http.close());
  const closed = new Promise((resolve) => http.once("connection", (socket) => socket.once("close", resolve)));
  const { port } = http.address() as AddressInfo;
  const client = connect({ port, host: "127.0.0.1" }).on("error", () => {});
  client.write(getRequest.repeat(1_000));
  await closed;
  expect(requestCount).toBe(9);
});
