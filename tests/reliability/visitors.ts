import { Agent, request } from "node:http";
import { endpoint, idempotencyKeyHeader, isAcknowledged } from "../../src/requests/request.ts";
import { patient } from "../kit/patience.ts";
import { sampleEmail, sampleRequest } from "../kit/sample-request.ts";
import { pause } from "../kit/spawn-server.ts";

export interface PostResult {
  status: number;
  thanked: boolean;
  reference: string | null;
  /** The response time in milliseconds. */
  durationMs: number;
}

/** Posts one request for a numbered visitor. Rejects if there is no response. */
export function postRequest(
  url: string,
  number: number,
  { form = false, agent }: { form?: boolean; agent?: Agent } = {},
) {
  const fields = { ...sampleRequest, email: sampleEmail(number) };
  const body = form ? new URLSearchParams(fields).toString() : JSON.stringify(fields);
  const began = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<PostResult>();
  const headers = {
    "content-type": form ? "application/x-www-form-urlencoded" : "application/json",
    "content-length": Buffer.byteLength(body),
    ...(!form && { [idempotencyKeyHeader]: `visitor-${number}` }),
  };
  const outgoing = request(
    url + endpoint,
    { method: "POST", headers, timeout: patient(15_000), ...(agent && { agent }) },
    (answer) => {
      let text = "";
      answer.on("data", (chunk) => (text += chunk)).on("error", reject);
      answer.on("end", () => {
        const status = answer.statusCode ?? 0;
        const parsed: unknown = status === 200 ? JSON.parse(text) : null;
        const reference = isAcknowledged(parsed) ? parsed.reference : null;
        const thanked = reference !== null || (status === 303 && /#sent$/.test(answer.headers.location ?? ""));
        resolve({ status, thanked, reference, durationMs: performance.now() - began });
      });
    },
  );
  outgoing.on("timeout", () => outgoing.destroy(new Error("no answer in time")));
  outgoing.on("error", reject).end(body);
  return promise;
}

/**
 * Visitors who post one after the other over several connections, with script and without. A visitor without an
 * acknowledgement tries again with the same text and key.
 */
export function startVisitors(url: () => string, { connections = 8, rest = 0, first = 1 } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const thanked = new Map<string, string | null>();
  const statuses: Record<string, number> = {};
  const countStatus = (status: string) => (statuses[status] = (statuses[status] ?? 0) + 1);
  let next = first;
  let stopped = false;

  async function postRepeatedly(): Promise<void> {
    while (!stopped) {
      const number = next++;
      while (!stopped && !(await attempt(number))) await pause(10);
      if (rest) await pause(rest);
    }
  }
  async function attempt(number: number): Promise<boolean> {
    try {
      const answer = await postRequest(url(), number, { form: number % 4 === 0, agent });
      countStatus(String(answer.status));
      if (answer.thanked) thanked.set(sampleEmail(number), answer.reference);
      return answer.thanked;
    } catch {
      countStatus("no answer");
      return false;
    }
  }
  const visits = Array.from({ length: connections }, postRepeatedly);
  return {
    /** Maps each acknowledged email address to its reference, if one was given. */
    thanked,
    statuses,
    async stop() {
      stopped = true;
      await Promise.all(visits);
      agent.destroy();
    },
  };
}
