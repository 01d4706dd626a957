import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { network } from "../requests/rate-limit.ts";

export const limits = {
  /** Connections at most, and those of one address where no proxy stands between. */
  connections: 2_000,
  perAddress: 200,
  /** Answers one connection may have outstanding. Browsers and proxies ask for one after the other. */
  outstanding: 8,
  /** Posts of one client, behind a proxy too, that may be under way. */
  posts: 100,
  /** Milliseconds in which neither reading nor writing gets on: the client is gone, or never meant to read. */
  idleTimeout: 20_000,
};

/**
 * Keeps one machine from taking the site. Nobody is turned away at the door: whoever holds the most loses what it has
 * held longest, so that a visitor always gets in.
 */
export function guardConnections(
  server: Server,
  {
    trustProxy,
    perAddress = limits.perAddress,
    idleTimeout = limits.idleTimeout,
  }: Partial<typeof limits> & { trustProxy: number },
) {
  server.setTimeout(idleTimeout, resetSocket);
  const socketsByAddress = new Map<string, Set<Socket>>();
  const outstanding = new WeakMap<Socket, number>();
  const posts = new Map<string, number>();
  let connectionCount = 0;

  server.on("connection", (socket) => {
    const address = network(socket.remoteAddress ?? "");
    const sockets = socketsByAddress.get(address) ?? new Set<Socket>();
    socketsByAddress.set(address, sockets.add(socket));
    connectionCount++;
    socket.once("close", () => {
      connectionCount--;
      sockets.delete(socket);
      if (sockets.size === 0 && socketsByAddress.get(address) === sockets) socketsByAddress.delete(address);
    });
    // All of a proxy's clients come from its address.
    if (trustProxy === 0 && sockets.size > perAddress) dropOldest(sockets);
    else if (connectionCount > limits.connections) dropOldest(largestGroup(socketsByAddress));
  });

  return {
    /** False for a connection that asks and asks and does not wait for the answers; it is gone then. */
    allowRequest(socket: Socket, outgoing: ServerResponse): boolean {
      // What it had sent before it was ended is still being read to it.
      if (socket.destroyed) return false;
      const number = (outstanding.get(socket) ?? 0) + 1;
      if (number > limits.outstanding) {
        resetSocket(socket);
        stopParsing(socket);
        return false;
      }
      outstanding.set(socket, number);
      outgoing.once("close", () => outstanding.set(socket, (outstanding.get(socket) ?? 1) - 1));
      return true;
    },

    /** False when the client has too many posts under way for one person. */
    allowPost(client: string, outgoing: ServerResponse): boolean {
      const address = network(client);
      const number = (posts.get(address) ?? 0) + 1;
      if (number > limits.posts && perAddress < Number.POSITIVE_INFINITY) return false;
      posts.set(address, number);
      outgoing.once("close", () => {
        const remaining = (posts.get(address) ?? 1) - 1;
        if (remaining > 0) posts.set(address, remaining);
        else posts.delete(address);
      });
      return true;
    },
  };
}

function largestGroup(socketsByAddress: Map<string, Set<Socket>>): Set<Socket> {
  let largest = new Set<Socket>();
  for (const sockets of socketsByAddress.values()) if (sockets.size > largest.size) largest = sockets;
  return largest;
}

/** A set keeps the order of arrival. */
function dropOldest(sockets: Set<Socket>): void {
  const [oldest] = sockets;
  if (!oldest) return;
  sockets.delete(oldest);
  resetSocket(oldest);
}

/**
 * What has arrived is taken apart to its end, 2,000 requests from one packet's reading, also when nobody is there any
 * more. Node has no word for stopping; its parser stops at what it takes for the start of another protocol (2).
 */
function stopParsing(socket: Socket & { parser?: object | null }): void {
  if (socket.parser) Object.assign(socket.parser, { onIncoming: () => 2 });
}

/** With a reset: after a polite end the system would keep what was not read for minutes, and run out of memory itself. */
function resetSocket(socket: Socket): void {
  socket.resetAndDestroy();
}
