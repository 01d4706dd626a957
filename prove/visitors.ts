import { Agent, request } from "node:http";
import { patient } from "../commands/patience.ts";
import { endpoint, isAcknowledged, keyHeader } from "../consultations/request.ts";
import { sampleEmail, sampleRequest } from "../consultations/sample-request.ts";
import { pause } from "./started-server.ts";

export interface Answer {
  status: number;
  thanked: boolean;
  reference: string | null;
  /** Milliseconds until it came. */
  took: number;
}

/** One post of a visitor, who is known by a number; without an answer it rejects. */
export function post(url: string, number: number, { form = false, agent }: { form?: boolean; agent?: Agent } = {}) {
  const words = { ...sampleRequest, email: sampleEmail(number) };
  const body = form ? new URLSearchParams(words).toString() : JSON.stringify(words);
  const began = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = {
    "content-type": form ? "application/x-www-form-urlencoded" : "application/json",
    "content-length": Buffer.byteLength(body),
    ...(!form && { [keyHeader]: `visitor-${number}` }),
  };
  const asked = request(
    url + endpoint,
    { method: "POST", headers, timeout: patient(15_000), ...(agent && { agent }) },
    (answer) => {
      let text = "";
      answer.on("data", (chunk) => (text += chunk)).on("error", reject);
      answer.on("end", () => {
        const status = answer.statusCode ?? 0;
        const said: unknown = status === 200 ? JSON.parse(text) : null;
        const reference = isAcknowledged(said) ? said.reference : null;
        const thanked = reference !== null || (status === 303 && /#sent$/.test(answer.headers.location ?? ""));
        resolve({ status, thanked, reference, took: performance.now() - began });
      });
    },
  );
  asked.on("timeout", () => asked.destroy(new Error("no answer in time")));
  asked.on("error", reject).end(body);
  return promise;
}

/**
 * Visitors who come one after the other over several connections, with script and without. Whoever gets no thanks
 * tries again, with the same words and key.
 */
export function startVisitors(url: () => string, { connections = 8, rest = 0, first = 1 } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const thanked = new Map<string, string | null>();
  const statuses: Record<string, number> = {};
  const count = (status: string) => (statuses[status] = (statuses[status] ?? 0) + 1);
  let next = first;
  let gone = false;

  async function come(): Promise<void> {
    while (!gone) {
      const number = next++;
      while (!gone && !(await tries(number))) await pause(10);
      if (rest) await pause(rest);
    }
  }
  async function tries(number: number): Promise<boolean> {
    try {
      const answer = await post(url(), number, { form: number % 4 === 0, agent });
      count(String(answer.status));
      if (answer.thanked) thanked.set(sampleEmail(number), answer.reference);
      return answer.thanked;
    } catch {
      count("no answer");
      return false;
    }
  }
  const visits = Array.from({ length: connections }, come);
  return {
    /** By email address; the reference where one was given. */
    thanked,
    statuses,
    async leave() {
      gone = true;
      await Promise.all(visits);
      agent.destroy();
    },
  };
}
