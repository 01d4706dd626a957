import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

const readableHost = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The requested URL; null when the Host header is invalid. Host and path are joined and not resolved against each other,
 * because a path that begins with two slashes would otherwise name another host.
 */
export function urlOf({ headers, url = "/" }: Pick<IncomingMessage, "headers" | "url">): URL | null {
  const { host = "localhost" } = headers;
  return readableHost.test(host) ? URL.parse(`http://${host}${url.startsWith("/") ? url : "/"}`) : null;
}

/** Converts to a standard Request, whose body is read only on demand. */
export function toWebRequest(incoming: IncomingMessage, url: URL): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const { method = "GET" } = incoming;
  const init = { method: method === "TRACE" ? "GET" : method, headers };
  if (init.method === "GET" || init.method === "HEAD") return new Request(url, init);
  const withBody = { ...init, body: toStream(incoming), duplex: "half" };
  return new Request(url, withBody);
}

function toStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  // Reading may stop early, and the connection must stay open for the answer.
  const chunks: AsyncIterator<Uint8Array> = incoming.iterator({ destroyOnReturn: false });
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

export async function sendWebResponse(
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  // The rest of the body will never be read, so the connection cannot be reused.
  if (!incoming.complete) outgoing.setHeader("connection", "close");
  outgoing.statusCode = response.status;
  // A download may be larger than the memory, and an interrupted one must not look complete.
  if (response.body && response.headers.has("content-disposition")) await pipeline(response.body, outgoing);
  else outgoing.end(Buffer.from(await response.arrayBuffer()));
}
