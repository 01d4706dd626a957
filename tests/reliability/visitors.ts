import { Agent } from "node:http";
import { endpoint, idempotencyKeyHeader, isAcknowledged } from "../../src/requests/request.ts";
import type { StoredRequest } from "../../src/requests/store/stored-request.ts";
import { type HttpRequest, sendRequest } from "../kit/http-request.ts";
import { sampleEmail, sampleRequest } from "../kit/sample-request.ts";
import { pause, waitUntil } from "../kit/spawn-server.ts";
import { readStoredRequests } from "../kit/stored-requests.ts";

/** Posts words as the page's script does. */
export const postWords = (words: object, { headers = {}, ...request }: HttpRequest) =>
  sendRequest({
    method: "POST",
    path: endpoint,
    body: JSON.stringify(words),
    headers: { "content-type": "application/json", ...headers },
    ...request,
  });

type PostOptions = { form?: boolean; agent?: Agent; host?: string | undefined };

/** Posts one request for a numbered visitor, as the script or as the form without it. */
export async function postRequest(url: string, number: number, { form = false, agent, host }: PostOptions = {}) {
  const words = { ...sampleRequest, email: sampleEmail(number) };
  const answer = await sendRequest({
    port: Number(new URL(url).port),
    method: "POST",
    path: endpoint,
    headers: {
      "content-type": form ? "application/x-www-form-urlencoded" : "application/json",
      ...(host && { host }),
      ...(!form && { [idempotencyKeyHeader]: `visitor-${number}` }),
    },
    body: form ? new URLSearchParams(words).toString() : JSON.stringify(words),
    ...(agent && { agent }),
  });
  const parsed: unknown = answer.status === 200 ? JSON.parse(answer.text) : null;
  const reference = isAcknowledged(parsed) ? parsed.reference : null;
  const thanked = reference !== null || (answer.status === 303 && /#sent$/.test(answer.headers.location ?? ""));
  return { ...answer, thanked, reference };
}

/** Posts one request after the other, and returns the acknowledged ones and the other responses. */
export async function postRequests(url: string, first: number, count: number) {
  const thanked: string[] = [];
  const statuses = new Set<number | string>();
  let slowest = 0;
  for (let number = first; number < first + count; number++) {
    const { status, reference, ms } = await postRequest(url, number);
    statuses.add(status || "no answer");
    slowest = Math.max(slowest, ms);
    if (reference) thanked.push(reference);
  }
  return { thanked, statuses: [...statuses].join(" and "), slowest };
}

/** How many of these references or email addresses are not in the file or database that a server uses. */
export async function countMissing(variables: Record<string, string>, thanked: Iterable<string>): Promise<number> {
  const requests = await readStoredRequests(variables.DATA_DIR, variables.DATABASE_URL);
  const stored = new Set(requests.flatMap(({ reference, email }) => [reference, email]));
  return [...thanked].filter((name) => !stored.has(name)).length;
}

export function countOutcomes(stored: StoredRequest[], thanked: Map<string, string | null>, messageIds: string[]) {
  const references = new Map(stored.map(({ email, reference }) => [email, reference]));
  const isLost = ([email, reference]: [string, string | null]) =>
    !references.has(email) || (reference !== null && references.get(email) !== reference);
  const delivered = new Set(messageIds);
  return {
    thanked: thanked.size,
    lost: [...thanked].filter(isLost).length,
    duplicates: stored.length - references.size,
    extra: messageIds.length - delivered.size,
    undelivered: stored.filter(({ id }) => !delivered.has(id)).length,
  };
}

type VisitorSettings = {
  connections?: number;
  /** Milliseconds between two posts of a visitor. */
  rest?: number;
  /** After how many there is no further one. */
  enough?: number;
  /** The name of the site, where a proxy serves several. */
  host?: string;
};

/**
 * Visitors who post one after the other over several connections, with script and without. A visitor without an
 * acknowledgement tries again with the same text and key.
 */
export function startVisitors(url: () => string, settings: VisitorSettings = {}) {
  const { connections = 8, rest = 0, enough = Number.POSITIVE_INFINITY, host } = settings;
  // Each visitor has an address of her own, as a balancer tells them apart by it.
  const agents = Array.from(
    { length: connections },
    (_, visitor) => new Agent({ keepAlive: true, maxSockets: 1, ...(host && { localAddress: `127.0.${visitor}.1` }) }),
  );
  /** Maps each acknowledged email address to its reference, if one was given. */
  const thanked = new Map<string, string | null>();
  let [last, refusals, seen] = [0, 0, 0];
  let stopped = false;

  async function postRepeatedly(agent: Agent): Promise<void> {
    while (!stopped && last < enough) {
      const number = ++last;
      while (!stopped && !(await isThanked(number, agent))) {
        refusals++;
        await pause(10);
      }
      if (rest) await pause(rest);
    }
  }
  async function isThanked(number: number, agent: Agent): Promise<boolean> {
    const answer = await postRequest(url(), number, { form: number % 4 === 0, agent, host });
    if (answer.thanked) thanked.set(sampleEmail(number), answer.reference);
    return answer.thanked;
  }
  const visits = agents.map(postRepeatedly);
  return {
    thanked,
    /** How often a visitor got no acknowledgement and tried again. */
    refusals: () => refusals,
    /** Waits for some more thanks: a server that is killed before it has acknowledged anything proves nothing. */
    async moreThanks() {
      await waitUntil(() => thanked.size > seen + 5, 20);
      seen = thanked.size;
    },
    async stop() {
      stopped = true;
      await Promise.all(visits);
      for (const agent of agents) agent.destroy();
    },
  };
}
