import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import type { AddressInfo, ListenOptions, Server as NetServer } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";

/** Handles a request, at once or later. What it throws is logged, and the visitor gets a 500. */
export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/**
 * Every HTTP server of the project is made here: an error while one request is handled, even an interrupted download,
 * must not end the process.
 */
export function createHttpServer(log: Log, handle: Listener, options: ServerOptions = {}): Server {
  const server = createServer(options, (incoming, outgoing) => {
    const answer = async () => handle(incoming, outgoing);
    answer().catch((error) => {
      log("fault", { while: "answering", ...describeError(error) });
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    });
  });
  return server.on("clientError", refuseUnreadable);
}

const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/**
 * Answers what Node cannot read as a request, such as an unknown method. Node itself would close the connection at once,
 * and what the client still sends would have the system take the answer back.
 */
function refuseUnreadable({ code = "" }: NodeJS.ErrnoException, socket: Duplex & { _httpMessage?: object | null }) {
  // Comes again for each further part of a body.
  if (socket.writableEnded) return;
  if (!socket.writable || socket._httpMessage) {
    socket.destroy();
    return;
  }
  socket.end(`HTTP/1.1 ${statuses[code] ?? "400 Bad Request"}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  setTimeout(() => socket.destroy(), 1_000).unref();
}

/** Handles requests by a table of routes. What has no valid address, as by its Host, is answered here. */
export function routeListener(fetch: (request: Request, env: HttpBindings) => Response | Promise<Response>): Listener {
  const refused = (status: number) =>
    new Response(null, { status, headers: { connection: "close", "content-length": "0" } });
  return getRequestListener(
    async (request, env) => {
      // Some names pass the adapter's own look at the Host, and fail only when the body is read.
      const address = URL.parse(request.url);
      if (!address || address.username || address.password) return refused(400);
      return withLength(await fetch(request, env as HttpBindings), request.method);
    },
    {
      overrideGlobalObjects: false,
      // For HTTP/1.0, which need not name a host.
      hostname: "localhost",
      errorHandler: (error) => refused(error instanceof RequestError ? 400 : 500),
    },
  );
}

/** Without a length Node sends an empty body in chunks. */
function withLength(response: Response, method: string): Response {
  const hasLength = response.body !== null || response.status === 204 || method === "HEAD";
  if (!hasLength && response !== RESPONSE_ALREADY_SENT) response.headers.set("content-length", "0");
  return response;
}

/** Resolves with the port once the server listens, and rejects where it cannot. */
export async function listen(server: NetServer, options: ListenOptions | { fd: number }): Promise<number> {
  server.listen(options);
  await once(server, "listening");
  return (server.address() as AddressInfo | null)?.port ?? 0;
}

/** Ends a server at once, with the connections that are still open. */
export function closeNow(server: Server): void {
  server.close();
  server.closeAllConnections();
}
