import { type Agent, type IncomingHttpHeaders, request } from "node:http";

export interface Question {
  port: number;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | undefined;
  /** Without one, a connection of its own, as a new visitor's browser opens it. */
  agent?: Agent;
}

export interface Answer {
  /** 0 where none came: `text` then says why. */
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  ms: number;
}

const patience = 20_000;

export function ask({ port, method = "GET", path = "/", headers = {}, body, agent }: Question): Promise<Answer> {
  const start = performance.now();
  // Said here: for some methods Node would send the body without its length, and the next request would begin with it.
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const done = (status: number, text: string, got: IncomingHttpHeaders = {}) =>
      resolve({ status, headers: got, text, ms: performance.now() - start });
    const asking = request(
      {
        host: "127.0.0.1",
        port,
        method,
        path,
        headers: { ...headers, ...length },
        agent: agent ?? false,
        timeout: patience,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("error", ({ message }) => done(0, message));
        answer.on("end", () => done(answer.statusCode ?? 0, Buffer.concat(chunks).toString(), answer.headers));
      },
    );
    asking.on("error", ({ message }) => done(0, message));
    asking.on("timeout", () => asking.destroy(new Error(`no answer within ${patience / 1000} s`)));
    asking.end(body);
  });
}

/** So many at a time, each as soon as one before it is done. */
export async function atOnce<Item>(number: number, items: Iterable<Item>, act: (item: Item) => Promise<void>) {
  const iterator = items[Symbol.iterator]();
  const work = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await act(next.value);
  };
  await Promise.all(Array.from({ length: number }, work));
}

/** The share of what is sorted, as "p99" says it. */
export const percentile = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;

export const count = (value: number): string => value.toLocaleString("en-CA");
