import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { guardConnections, limits } from "./connections.ts";

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
