import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { closeNow, listen } from "../../src/http/http-server.ts";

type SentEmail = { key: string; from: string; to: string[]; subject: string; text: string; reply_to?: string };

type Refusal = { status: number; name: string; headers?: Record<string, string> };

/** What the server does with a call: what it should, an error, or a hang-up after taking the email. */
export type ResendBehaviour = "accept" | "drop after" | Refusal;

export const resendTestKey = "re_local";

/**
 * Resend's interface as its documentation describes it: keys are checked, letters validated, and a repeated
 * idempotency key gets the first answer without a second letter.
 */
export async function startResendServer(behaviour: (call: number) => ResendBehaviour = () => "accept") {
  const sent: SentEmail[] = [];
  const responsesByKey = new Map<string, { body: string; id: string }>();
  let calls = 0;

  const server = createServer(async (request, response) => {
    const call = ++calls;
    const body = await text(request);
    const outcome = behaviour(call);
    if (typeof outcome === "object") return refuse(response, outcome);
    if (request.url !== "/emails") return refuse(response, { status: 404, name: "not_found" });
    const { authorization, "idempotency-key": givenKey = `call-${call}` } = request.headers;
    if (authorization !== `Bearer ${resendTestKey}`) return refuse(response, { status: 403, name: "invalid_api_key" });
    const idempotency = String(givenKey);
    const earlierResponse = responsesByKey.get(idempotency);
    if (earlierResponse && earlierResponse.body !== body)
      return refuse(response, { status: 409, name: "invalid_idempotent_request" });
    if (!earlierResponse) {
      if (!isValid(JSON.parse(body))) return refuse(response, { status: 422, name: "validation_error" });
      sent.push({ key: idempotency, ...JSON.parse(body) });
      responsesByKey.set(idempotency, { body, id: crypto.randomUUID() });
    }
    if (outcome === "drop after") return void request.socket.destroy();
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ id: responsesByKey.get(idempotency)?.id }));
  });
  return {
    url: `http://127.0.0.1:${await listen(server, { port: 0, host: "127.0.0.1" })}`,
    /** Letters that left, and how often somebody called, repeats included. */
    sent,
    calls: () => calls,
    close: () => closeNow(server),
  };
}

function isValid({ to, reply_to, subject, html }: SentEmail & { html: string }): boolean {
  const addresses = [...to, ...(reply_to ? [reply_to] : [])];
  return Boolean(subject && html && addresses.every((address) => /^[!-;=?-~]+@[a-z0-9.-]+\.[a-z]+$/i.test(address)));
}

function refuse(response: ServerResponse, { status, name, headers = {} }: Refusal): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify({ statusCode: status, name, message: "canary of the server: studio@example.com" }));
}
