import { once } from "node:events";
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
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

export type HttpResult = Awaited<ReturnType<typeof sendRequest>>;

/** The status is 0 if there was no response; the text then holds the reason. */
export async function sendRequest({ body, headers = {}, ...options }: HttpRequest) {
  const start = performance.now();
  const resultOf = (status: number, bytes: Buffer, answered: IncomingHttpHeaders = {}) => {
    return { status, headers: answered, text: bytes.toString(), bytes, ms: performance.now() - start };
  };
  // For some methods Node would send the body without its length, and it would be read as the next request.
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const timeout = patient(60_000);
  const sent = request({ agent: false, timeout, ...options, host: "127.0.0.1", headers: { ...headers, ...length } });
  sent.on("timeout", () => sent.destroy(new Error(`no answer within ${timeout / 1000} s`)));
  // The answer may come before a body has been sent that nobody reads.
  sent.on("error", () => {});
  sent.end(body);
  try {
    const [answer]: IncomingMessage[] = await once(sent, "response");
    if (!answer) throw new Error("no answer");
    return resultOf(answer.statusCode ?? 0, Buffer.concat(await answer.toArray()), answer.headers);
  } catch (error) {
    return resultOf(0, Buffer.from((error as Error).message));
  }
}
