import { createServer, IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { connect, Socket } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { patient } from "../../tests/kit/patience.ts";
import { closeNow, listen } from "../http/http-server.ts";
import { clientAddress, guardConnections, limits } from "./connections.ts";

it.each([
  ["no proxy is trusted", 0, "198.51.100.1", "10.0.0.9"],
  ["one is, and the visitor lied to it", 1, "203.0.113.5, 198.51.100.1", "198.51.100.1"],
  ["two are", 2, "203.0.113.5, 198.51.100.1, 10.0.0.8", "198.51.100.1"],
  ["one is, and says nothing", 1, "", "10.0.0.9"],
])("The client's address is found when %s", (_, trusted, forwarded, expected) => {
  const request = new IncomingMessage(Object.defineProperty(new Socket(), "remoteAddress", { value: "10.0.0.9" }));
  request.headers["x-forwarded-for"] = forwarded;
  expect(clientAddress(request, trusted)).toBe(expected);
});

it.each([
  ["one machine has more than it may have", 0, limits.perAddress],
  ["there are too many, behind a proxy", 1, limits.connections - 1],
])("When %s, the oldest of the most is reset, and no other", (_, trustProxy, most) => {
  const server = createServer().removeAllListeners("connection");
  guardConnections(server, { trustProxy });
  const reset: string[] = [];
  const open = (remoteAddress: string, name: string) => {
    const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: remoteAddress });
    server.emit("connection", Object.assign(socket, { resetAndDestroy: () => reset.push(name) }));
  };
  open("192.0.2.1", "a visitor");
  for (let number = 1; number <= most; number++) open("203.0.113.9", `number ${number}`);
  expect(reset).toEqual([]);
  open("203.0.113.9", "one too many");
  expect(reset).toEqual(["number 1"]);
});

it("A client has so many POST requests in progress, whichever addresses of its network it uses, and others have theirs", () => {
  const { allowPost } = guardConnections(createServer(), { trustProxy: 1 });
  const post = (client: string) => {
    const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
    return { outgoing, isAllowed: allowPost(client, outgoing) };
  };
  const posts = Array.from({ length: limits.posts }, (_, number) => post(`2001:db8:1:2::${number}`));
  expect(posts.every(({ isAllowed }) => isAllowed)).toBe(true);
  expect([post("2001:db8:1:2::ffff").isAllowed, post("192.0.2.1").isAllowed]).toEqual([false, true]);
  posts[0]?.outgoing.emit("close");
  expect(post("2001:db8:1:2::ffff").isAllowed).toBe(true);
});

const getRequest = "GET / HTTP/1.1\r\nHost: www.studio.example\r\n\r\n";

/** A guarded server, the end of its first connection, and a way to open one. */
async function serve(answer: RequestListener, options: { idleTimeout?: number } = {}) {
  const http = createServer(answer);
  const guard = guardConnections(http, { trustProxy: 0, ...options });
  const port = await listen(http, { port: 0, host: "127.0.0.1" });
  onTestFinished(() => closeNow(http));
  const closed = new Promise((resolve) => http.once("connection", (socket) => socket.once("close", resolve)));
  return { guard, closed, open: () => connect({ port, host: "127.0.0.1" }).on("error", () => {}) };
}

it("A client that does not read is disconnected after a while, and one that reads slowly is not", async () => {
  const page = Buffer.alloc(20_000_000);
  const { closed, open } = await serve((_, response) => void response.end(page), { idleTimeout: 1_500 });
  open().pause().write(getRequest);
  await closed;
  let read = 0;
  const slow = open();
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
  const { guard, closed, open } = await serve((incoming, response) => {
    requestCount++;
    // The requests are never answered.
    guard.allowRequest(incoming.socket, response);
  });
  open().write(getRequest.repeat(1_000));
  await closed;
  expect(requestCount).toBe(9);
});
