import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type SentEmail = { key: string; from: string; to: string[]; subject: string; text: string; reply_to?: string };

/** What the server does with a call: what it should, an error, a hang-up before or after taking the email. */
export type ResendBehaviour =
  | "accept"
  | "drop before"
  | "drop after"
  | { status: number; name: string; headers?: Record<string, string> };

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
    const body = await read(request);
    const outcome = behaviour(call);
    if (outcome === "drop before") return void request.socket.destroy();
    if (typeof outcome === "object") return refuse(response, outcome);
    if (request.method !== "POST" || request.url !== "/emails")
      return refuse(response, { status: 404, name: "not_found" });
    const { authorization, "idempotency-key": givenKey = `call-${call}` } = request.headers;
    if (!authorization) return refuse(response, { status: 401, name: "missing_api_key" });
    if (authorization !== `Bearer ${resendTestKey}`) return refuse(response, { status: 403, name: "invalid_api_key" });
    const idempotency = String(givenKey);
    const earlierResponse = responsesByKey.get(idempotency);
    if (earlierResponse && earlierResponse.body !== body)
      return refuse(response, { status: 409, name: "invalid_idempotent_request" });
    if (!earlierResponse) {
      const problem = validate(body);
      if (problem) return refuse(response, problem);
      sent.push({ key: idempotency, ...JSON.parse(body) });
      responsesByKey.set(idempotency, { body, id: crypto.randomUUID() });
    }
    if (outcome === "drop after") return void request.socket.destroy();
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ id: responsesByKey.get(idempotency)?.id }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Letters that left, and how often somebody called, repeats included. */
    sent,
    calls: () => calls,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function validate(body: string): { status: number; name: string } | null {
  const email = JSON.parse(body);
  const missing = ["from", "to", "subject", "html"].some((field) => !email[field]?.length);
  if (missing) return { status: 422, name: "missing_required_field" };
  const addresses = [...email.to, ...(email.reply_to ? [email.reply_to] : [])];
  const addressPattern = /^[!-;=?-~]+@[a-z0-9.-]+\.[a-z]+$/i;
  return addresses.every((address) => addressPattern.test(address)) ? null : { status: 422, name: "validation_error" };
}

function refuse(response: ServerResponse, { status, name, headers = {} }: Exclude<ResendBehaviour, string>): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify({ statusCode: status, name, message: "canary of the server: studio@example.com" }));
}

async function read(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}
