import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { type FloodBehaviour, getRequest, visitDuringFlood } from "../../tests/kit/connection-flood.ts";
import { patient } from "../../tests/kit/patience.ts";
import { startServerProcess } from "../../tests/kit/server-process.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { guardConnections, limits } from "./connections.ts";

const pageSize = 300_000;

/** A real server process, so that its memory can be measured separately from the test's. */
async function launch(variables: Record<string, string>) {
  const dataDir = temporaryFolder();
  const page = `Buffer.alloc(${pageSize}, "a page ")`;
  const server = startServerProcess({ DATA_DIR: dataDir, ...variables }, {}, page);
  onTestFinished(() => server.terminate("SIGKILL"));
  const { port } = new URL(await server.ready());
  /** How long each visit takes depends on what else the machine does, so only the answers are judged here. */
  return async (behaviour: FloodBehaviour, options: Parameters<typeof visitDuringFlood>[2]) => {
    const visits = await visitDuringFlood(Number(port), behaviour, options);
    expect(visits.map(({ status }) => status)).toEqual(Array(26).fill(200));
    expect(server.memory("VmHWM")).toBeLessThan(400);
  };
}

it("a visitor's pages and posts go through while one machine misuses more connections than it may have", async () => {
  const expectServed = await launch({});
  const floods: FloodBehaviour[] = [
    "ask for pages and never read them",
    "ask for 1,000 pages at once and never read them",
    "send a post byte by byte",
  ];
  for (const flood of floods) await expectServed(flood, { number: 2 * limits.perAddress });
});

it("Behind a proxy, one client with four times the slow POST requests it may have does not keep others out", async () => {
  const expectServed = await launch({ TRUST_PROXY: "1" });
  const headers = { "x-forwarded-for": "203.0.113.9" };
  await expectServed("send a post byte by byte", { number: 4 * limits.posts, localAddress: "127.0.0.1", headers });
});

it("A client that does not read is disconnected after a while, and one that reads slowly is not", async () => {
  const page = Buffer.alloc(20_000_000);
  const http = createServer((_, response) => void response.end(page));
  guardConnections(http, { trustProxy: 0, idleTimeout: 1_500 });
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
  slow.on("error", () => {});
  slow.on("data", (chunk) => {
    read += chunk.length;
    slow.pause();
    setTimeout(() => slow.resume(), 8);
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
