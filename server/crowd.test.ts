import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it, onTestFinished, vi } from "vitest";
import { endpoint } from "../consultations/request.ts";
import { sampleEmail, sampleRequest } from "../consultations/sample-request.ts";
import { guardConnections } from "./connections.ts";
import { launchServer } from "./server-process.ts";

const root = mkdtempSync(join(tmpdir(), "crowd-"));
afterAll(() => rmSync(root, { recursive: true }));

const crowd = 2_100;
const pageSize = 300_000;

/** A real server process, whose memory can be told from the crowd's. */
async function launch(variables: Record<string, string>) {
  const dataDir = mkdtempSync(join(root, "data-"));
  const page = `Buffer.alloc(${pageSize}, "a page ")`;
  const { child, output } = launchServer({ DATA_DIR: dataDir, ...variables }, {}, page);
  onTestFinished(() => void child.kill("SIGKILL"));
  await vi.waitFor(() => expect(output()).toContain("letters"), 25_000);
  const port = Number(/Open http:\/\/127\.0\.0\.1:(\d+)/.exec(output())?.[1]);
  const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;
  return { port, peak };
}

/** As many connections as the site has places, from one machine that is not the visitor's. */
async function surround(port: number, act: (socket: Socket) => void, localAddress = "127.0.0.2") {
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (let number = 0; number < crowd; number++) {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => {}).on("connect", () => act(socket));
    socket.pause();
    sockets.push(socket);
    if (number % 100 === 0) await pause(10);
  }
}

type Visit = { path?: string; body?: object; headers?: Record<string, string> };

/** Resolves with the status and the milliseconds it took; a visitor's browser opens a connection of its own. */
function visit(port: number, { path = "/", body, headers = {} }: Visit): Promise<{ status: number; ms: number }> {
  const start = performance.now();
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, ms: performance.now() - start });
    const sent = body ? JSON.stringify(body) : "";
    const request = httpRequest({
      port,
      host: "127.0.0.1",
      path,
      method: body ? "POST" : "GET",
      agent: false,
      timeout: 20_000,
      headers: { ...headers, ...(body && { "content-type": "application/json", "content-length": sent.length }) },
    });
    request.on("response", (response) => response.resume().on("end", () => done(response.statusCode ?? 0)));
    request.on("error", () => done(0)).on("timeout", () => request.destroy());
    request.end(sent);
  });
}

async function visitAll(port: number, headers: Record<string, string> = {}) {
  const visits = [];
  for (let number = 0; number < 100; number++) visits.push(await visit(port, { headers }));
  for (let number = 0; number < 4; number++) {
    const body = { ...sampleRequest, email: sampleEmail(number) };
    visits.push(await visit(port, { path: endpoint, body, headers }));
  }
  expect(new Set(visits.map(({ status }) => status))).toEqual(new Set([200]));
  expect(visits.filter(({ ms }) => ms > 2_000).length).toBeLessThanOrEqual(1);
}

const get = "GET / HTTP/1.1\r\nHost: studio\r\n\r\n";
const slowPost = (forwarded: string) =>
  `POST ${endpoint} HTTP/1.1\r\nHost: studio\r\nX-Forwarded-For: ${forwarded}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`;

/** One byte now and then, for as long as somebody listens. */
function drip(socket: Socket, head: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(" "), 1_000);
  socket.on("close", () => clearInterval(timer));
}

it.each<[string, (socket: Socket) => void]>([
  ["ask for pages and never read them", (socket) => socket.write(get.repeat(5))],
  ["ask for a hundred pages at once and never read them", (socket) => socket.write(get.repeat(100))],
  ["send a post byte by byte", (socket) => drip(socket, slowPost("198.51.100.7"))],
])("a visitor's pages and posts go through while %s on 2,100 connections", async (_, act) => {
  const { port, peak } = await launch({});
  await surround(port, act);
  await visitAll(port);
  expect(peak()).toBeLessThan(400);
});

it("behind a proxy one of its clients with 2,100 slow posts keeps out no other", async () => {
  const { port, peak } = await launch({ TRUST_PROXY: "1" });
  await surround(port, (socket) => drip(socket, slowPost("198.51.100.7")), "127.0.0.1");
  await visitAll(port, { "x-forwarded-for": "203.0.113.9" });
  expect(peak()).toBeLessThan(400);
});

it("a client that does not read is let go after a while, and one that reads slowly is not", async () => {
  const page = Buffer.alloc(20_000_000);
  const http = createServer((_, response) => void response.end(page));
  guardConnections(http, { trustProxy: 0, patience: 500 });
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
    .write(get);
  await closed;
  let read = 0;
  const slow = connect({ port, host: "127.0.0.1" });
  slow.on("data", (chunk) => {
    read += chunk.length;
    slow.pause();
    setTimeout(() => slow.resume(), 3);
  });
  slow.write(get);
  await vi.waitFor(() => expect(read).toBeGreaterThan(page.length), 25_000);
});
