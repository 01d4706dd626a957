import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { network } from "../requests/rate-limit.ts";

export const limits = {
  /** The maximum number of connections, and of those from one address when there is no proxy. */
  connections: 2_000,
  perAddress: 200,
  /** Unanswered requests that one connection may have. Browsers and proxies send one after the other. */
  outstanding: 8,
  /** POST requests that one client, even behind a proxy, may have in progress. */
  posts: 100,
  /** Milliseconds without any progress in reading or writing, after which the client counts as gone. */
  idleTimeout: 20_000,
};

/**
 * The client's address. Anybody can send a forwarded header, so only the entries of trusted proxies count, and each
 * proxy adds one entry on the right.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustProxy: number): string {
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
  const hops = [...forwarded.map((entry) => entry.trim()).filter(Boolean), socket.remoteAddress ?? ""];
  return hops.at(-1 - Math.min(trustProxy, hops.length - 1)) ?? "";
}

/**
 * Keeps one machine from using up all connections. No new connection is refused: the address with the most connections
 * loses its oldest one, so that a visitor always gets in.
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
    // All of a proxy's clients share its address, so this limit does not apply behind one.
    if (trustProxy === 0 && sockets.size > perAddress) dropOldest(sockets);
    else if (connectionCount > limits.connections) dropOldest(largestGroup(socketsByAddress));
  });

  return {
    /** False for a connection that sends too many requests without waiting for the answers; it is closed then. */
    allowRequest(socket: Socket, outgoing: ServerResponse): boolean {
      // Requests that were received before the socket was destroyed still arrive here.
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

    /** False when the client has more POST requests in progress than one person needs. */
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

/** A set keeps insertion order, so the first socket is the oldest. */
function dropOldest(sockets: Set<Socket>): void {
  const [oldest] = sockets;
  if (!oldest) return;
  sockets.delete(oldest);
  resetSocket(oldest);
}

/**
 * Node parses everything that has arrived, up to 2,000 requests from one read, even after the socket was destroyed. It
 * offers no way to stop, but its parser stops when told that another protocol begins (2).
 */
function stopParsing(socket: Socket & { parser?: object | null }): void {
  if (socket.parser) Object.assign(socket.parser, { onIncoming: () => 2 });
}

/** After a normal close the system would keep unread data for minutes and run out of memory, so the socket is reset. */
function resetSocket(socket: Socket): void {
  socket.resetAndDestroy();
}
