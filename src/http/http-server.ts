import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import type { AddressInfo, ListenOptions } from "node:net";
import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";

/** Answers a request, at once or later. What it throws is logged, and the visitor gets a 500. */
export type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/**
 * Every HTTP server of the project is made here: an error while answering one request, even an interrupted download,
 * must not end the process.
 */
export function createHttpServer(log: Log, answer: Answer, options: ServerOptions = {}): Server {
  return createServer(options, (incoming, outgoing) => {
    const fail = (error: unknown) => {
      log("fault", { while: "answering", ...describeError(error) });
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    };
    try {
      const answered = answer(incoming, outgoing);
      if (answered instanceof Promise) answered.catch(fail);
    } catch (error) {
      fail(error);
    }
  });
}

/** Resolves with the port once the server listens, and rejects where it cannot. */
export async function listen(server: Server, options: ListenOptions | { fd: number }): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo | null)?.port ?? 0;
}

/** Ends a server at once, with the connections that are still open. */
export function closeNow(server: Server): void {
  server.close();
  server.closeAllConnections();
}
