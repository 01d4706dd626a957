import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Posted = { key: string; from: string; to: string[]; subject: string; text: string; reply_to?: string };

/** What the server does with a call: its duty, an error, a hang-up before or after taking the letter. */
export type Manner =
  | "accept"
  | "drop before"
  | "drop after"
  | { status: number; name: string; headers?: Record<string, string> };

export const key = "re_local";

/**
 * Resend's interface as its documentation describes it: keys are checked, letters validated, and a repeated
 * idempotency key gets the first answer without a second letter.
 */
export async function startResendServer(manner: (call: number) => Manner = () => "accept") {
  const sent: Posted[] = [];
  const answers = new Map<string, { body: string; id: string }>();
  const underway = new Set<string>();
  let calls = 0;

  const server = createServer(async (request, response) => {
    const call = ++calls;
    const body = await read(request);
    const decision = manner(call);
    if (decision === "drop before") return void request.socket.destroy();
    if (typeof decision === "object") return refuse(response, decision);
    if (request.method !== "POST" || request.url !== "/emails")
      return refuse(response, { status: 404, name: "not_found" });
    const { authorization, "idempotency-key": named = `call-${call}` } = request.headers;
    if (!authorization) return refuse(response, { status: 401, name: "missing_api_key" });
    if (authorization !== `Bearer ${key}`) return refuse(response, { status: 403, name: "invalid_api_key" });
    const idempotency = String(named);
    if (idempotency.length < 1 || idempotency.length > 256) {
      return refuse(response, { status: 400, name: "invalid_idempotency_key" });
    }
    if (underway.has(idempotency)) return refuse(response, { status: 409, name: "concurrent_idempotent_requests" });
    const earlier = answers.get(idempotency);
    if (earlier && earlier.body !== body) return refuse(response, { status: 409, name: "invalid_idempotent_request" });
    if (!earlier) {
      const fault = validate(body);
      if (fault) return refuse(response, fault);
      underway.add(idempotency);
      await new Promise((resolve) => setTimeout(resolve, 1));
      underway.delete(idempotency);
      sent.push({ key: idempotency, ...JSON.parse(body) });
      answers.set(idempotency, { body, id: crypto.randomUUID() });
    }
    if (decision === "drop after") return void request.socket.destroy();
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ id: answers.get(idempotency)?.id }));
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
  const letter = JSON.parse(body);
  const missing = ["from", "to", "subject", "html"].some((field) => !letter[field]?.length);
  if (missing) return { status: 422, name: "missing_required_field" };
  const addresses = [...letter.to, ...(letter.reply_to ? [letter.reply_to] : [])];
  const plain = /^[!-;=?-~]+@[a-z0-9.-]+\.[a-z]+$/i;
  return addresses.every((address) => plain.test(address)) ? null : { status: 422, name: "validation_error" };
}

function refuse(response: ServerResponse, { status, name, headers = {} }: Exclude<Manner, string>): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify({ statusCode: status, name, message: "canary of the server: studio@example.com" }));
}

async function read(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}
