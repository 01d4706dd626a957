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
  { form = false, agent, host }: { form?: boolean; agent?: Agent | undefined; host?: string | undefined } = {},
) {
  const fields = { ...sampleRequest, email: sampleEmail(number) };
  const body = form ? new URLSearchParams(fields).toString() : JSON.stringify(fields);
  const began = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<PostResult>();
  const headers = {
    "content-type": form ? "application/x-www-form-urlencoded" : "application/json",
    "content-length": Buffer.byteLength(body),
    ...(host && { host }),
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

type VisitorSettings = {
  connections?: number;
  /** Milliseconds between two posts of a visitor. */
  rest?: number;
  /** The number of the first visitor, and after how many there is no further one. */
  first?: number;
  enough?: number;
  /** The name of the site, where a proxy serves several. */
  host?: string;
};

/**
 * Visitors who post one after the other over several connections, with script and without. A visitor without an
 * acknowledgement tries again with the same text and key.
 */
export function startVisitors(
  url: () => string,
  { connections = 8, rest = 0, first = 1, host, enough }: VisitorSettings = {},
) {
  // Each visitor has an address of her own, as a balancer tells them apart by it.
  const agents = Array.from(
    { length: connections },
    (_, visitor) => new Agent({ keepAlive: true, maxSockets: 1, ...(host && { localAddress: `127.0.${visitor}.1` }) }),
  );
  const thanked = new Map<string, string | null>();
  const statuses: Record<string, number> = {};
  const countStatus = (status: string) => (statuses[status] = (statuses[status] ?? 0) + 1);
  let next = first;
  let stopped = false;

  async function postRepeatedly(agent: Agent): Promise<void> {
    while (!stopped && next - first < (enough ?? Number.POSITIVE_INFINITY)) {
      const number = next++;
      while (!stopped && !(await attempt(number, agent))) await pause(10);
      if (rest) await pause(rest);
    }
  }
  async function attempt(number: number, agent: Agent): Promise<boolean> {
    try {
      const answer = await postRequest(url(), number, { form: number % 4 === 0, agent, host });
      countStatus(String(answer.status));
      if (answer.thanked) thanked.set(sampleEmail(number), answer.reference);
      return answer.thanked;
    } catch {
      countStatus("no answer");
      return false;
    }
  }
  const visits = agents.map(postRepeatedly);
  return {
    /** Maps each acknowledged email address to its reference, if one was given. */
    thanked,
    statuses,
    async stop() {
      stopped = true;
      await Promise.all(visits);
      for (const agent of agents) agent.destroy();
    },
  };
}
