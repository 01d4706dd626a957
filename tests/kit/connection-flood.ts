import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { endpoint } from "../../src/requests/request.ts";

/** More than the site has places for. */
export const connectionCount = 2_100;

export const getRequest = "GET / HTTP/1.1\r\nHost: www.studio.example\r\n\r\n";
export const slowPost = (forwarded: string): string =>
  `POST ${endpoint} HTTP/1.1\r\nHost: www.studio.example\r\nX-Forwarded-For: ${forwarded}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`;

/** One byte now and then, for as long as somebody listens. */
export function writeSlowly(socket: Socket, head: string, byte = " "): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(byte), 1_000);
  socket.on("close", () => clearInterval(timer));
}

/** For tests: as many connections, from one machine that is not the visitor's. Ends them when called. */
export async function openConnections(
  port: number,
  onConnect: (socket: Socket) => void,
  { localAddress = "127.0.0.2", number = connectionCount } = {},
): Promise<() => void> {
  const sockets: Socket[] = [];
  for (let index = 0; index < number; index++) {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => {}).on("connect", () => onConnect(socket));
    socket.pause();
    sockets.push(socket);
    if (index % 100 === 0) await pause(10);
  }
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}
