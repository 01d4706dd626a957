import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { endpoint } from "../../src/requests/request.ts";
import { type HttpResult, sendRequest } from "./http-request.ts";
import { sampleEmail, sampleRequest } from "./sample-request.ts";

/** More connections than the server allows. */
export const connectionCount = 2_100;

export const getRequest = "GET / HTTP/1.1\r\nHost: www.studio.example\r\n\r\n";
const slowPost = (forwarded: string): string =>
  `POST ${endpoint} HTTP/1.1\r\nHost: www.studio.example\r\nX-Forwarded-For: ${forwarded}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`;

/** One byte now and then, for as long as somebody listens. */
function writeSlowly(socket: Socket, head: string, byte = " "): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(byte), 1_000);
  socket.on("close", () => clearInterval(timer));
}

export const floodBehaviours = {
  "say nothing": () => {},
  "send headers byte by byte": (socket) => writeSlowly(socket, `${getRequest.slice(0, -2)}X: `, "a"),
  "send a post byte by byte": (socket) => writeSlowly(socket, slowPost("198.51.100.7")),
  "ask for pages and never read them": (socket) => socket.write(getRequest.repeat(5)),
  "ask for 1,000 pages at once and never read them": (socket) => socket.write(getRequest.repeat(1_000)),
  "ask for 1,000 pages at once and read them": (socket) => socket.resume().write(getRequest.repeat(1_000)),
} satisfies Record<string, (socket: Socket) => void>;

export type FloodBehaviour = keyof typeof floodBehaviours;

/**
 * The pages and posts of one visitor, each on a connection of its own, while another machine floods the server. After
 * five that failed or were slow there are no more.
 */
export async function visitDuringFlood(
  port: number,
  behaviour: FloodBehaviour,
  { paths = ["/"], headers = {}, slowMs = Number.POSITIVE_INFINITY, visitCount = 104, ...flood }: VisitOptions = {},
): Promise<HttpResult[]> {
  const endFlood = await openConnections(port, floodBehaviours[behaviour], flood);
  try {
    const visits: HttpResult[] = [];
    const failures = () => visits.filter(({ status, ms }) => status !== 200 || ms > slowMs).length;
    for (let index = 0; index < visitCount && failures() < 5; index++) {
      const body = JSON.stringify({ ...sampleRequest, email: sampleEmail(index) });
      const post = {
        method: "POST",
        path: endpoint,
        body,
        headers: { ...headers, "content-type": "application/json" },
      };
      const get = { path: paths[index % paths.length] ?? "/", headers };
      visits.push(await sendRequest({ port, ...(index % 26 === 25 ? post : get) }));
    }
    return visits;
  } finally {
    endFlood();
  }
}

type VisitOptions = {
  paths?: string[];
  headers?: Record<string, string>;
  slowMs?: number;
  visitCount?: number;
  localAddress?: string;
  number?: number;
};

/** As many connections, from one machine that is not the visitor's. Ends them when called. */
async function openConnections(
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
