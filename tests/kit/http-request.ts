import { type Agent, type IncomingHttpHeaders, request } from "node:http";
import { patient } from "./patience.ts";

export interface HttpRequest {
  port: number;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | undefined;
  /** Without an agent, each request opens a new connection, like a new visitor's browser. */
  agent?: Agent;
}

export interface HttpResult {
  /** 0 if there was no response; `text` then holds the reason. */
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
  ms: number;
}

const timeoutMs = patient(60_000);

export function sendRequest({
  port,
  method = "GET",
  path = "/",
  headers = {},
  body,
  agent,
}: HttpRequest): Promise<HttpResult> {
  const start = performance.now();
  // For some methods Node would send the body without its length, and it would be read as the next request.
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const finish = (status: number, bytes: Buffer, responseHeaders: IncomingHttpHeaders = {}) =>
      resolve({ status, headers: responseHeaders, text: bytes.toString(), bytes, ms: performance.now() - start });
    const fail = ({ message }: Error) => finish(0, Buffer.from(message));
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        method,
        path,
        headers: { ...headers, ...length },
        agent: agent ?? false,
        timeout: timeoutMs,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("error", fail);
        answer.on("end", () => finish(answer.statusCode ?? 0, Buffer.concat(chunks), answer.headers));
      },
    );
    outgoing.on("error", fail);
    outgoing.on("timeout", () => outgoing.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    outgoing.end(body);
  });
}

/** Runs the work with limited concurrency. */
export async function runConcurrently<Item>(
  concurrency: number,
  items: Iterable<Item>,
  act: (item: Item) => Promise<void>,
) {
  const iterator = items[Symbol.iterator]();
  const work = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await act(next.value);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}
