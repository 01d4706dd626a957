import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { endpoint } from "../../src/requests/request.ts";
import { type HttpResult, sendRequest } from "./http-request.ts";
import { sampleRequest } from "./sample-request.ts";

export const getRequest = "GET / HTTP/1.1\r\nHost: www.studio.example\r\n\r\n";
const slowPost = `POST ${endpoint} HTTP/1.1\r\nHost: www.studio.example\r\nX-Forwarded-For: 198.51.100.7\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`;

/** One byte now and then, for as long as somebody listens. */
function writeSlowly(socket: Socket, head: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(" "), 1_000);
  socket.on("close", () => clearInterval(timer));
}

const floodBehaviours = {
  "send a post byte by byte": (socket) => writeSlowly(socket, slowPost),
  "ask for pages and never read them": (socket) => socket.write(getRequest.repeat(5)),
  "ask for 1,000 pages at once and never read them": (socket) => socket.write(getRequest.repeat(1_000)),
} satisfies Record<string, (socket: Socket) => void>;

export type FloodBehaviour = keyof typeof floodBehaviours;

type VisitOptions = { headers?: Record<string, string>; localAddress?: string; number: number };
const visitCount = 26;

/** The pages of one visitor and at last a post, each on a connection of its own, while another machine floods the server. */
export async function visitDuringFlood(
  port: number,
  behaviour: FloodBehaviour,
  { headers = {}, ...flood }: VisitOptions,
): Promise<HttpResult[]> {
  const endFlood = await openConnections(port, floodBehaviours[behaviour], flood);
  try {
    const visits: HttpResult[] = [];
    for (let index = 1; index < visitCount; index++) visits.push(await sendRequest({ port, headers }));
    const post = { method: "POST", path: endpoint, body: JSON.stringify(sampleRequest) };
    visits.push(await sendRequest({ port, ...post, headers: { ...headers, "content-type": "application/json" } }));
    return visits;
  } finally {
    endFlood();
  }
}

/** As many connections, from one machine that is not the visitor's. Ends them when called. */
async function openConnections(
  port: number,
  onConnect: (socket: Socket) => void,
  { localAddress = "127.0.0.2", number }: { localAddress?: string; number: number },
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
