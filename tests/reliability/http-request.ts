import { type Agent, type IncomingHttpHeaders, request } from "node:http";

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
  ms: number;
}

const timeoutMs = 20_000;

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
    const finish = (status: number, text: string, responseHeaders: IncomingHttpHeaders = {}) =>
      resolve({ status, headers: responseHeaders, text, ms: performance.now() - start });
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
        answer.on("error", ({ message }) => finish(0, message));
        answer.on("end", () => finish(answer.statusCode ?? 0, Buffer.concat(chunks).toString(), answer.headers));
      },
    );
    outgoing.on("error", ({ message }) => finish(0, message));
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

/** Returns a percentile of sorted numbers, such as p99. */
export const percentile = (values: number[], fraction: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * fraction))] ?? Number.NaN;

export const formatCount = (value: number): string => value.toLocaleString("en-CA");
