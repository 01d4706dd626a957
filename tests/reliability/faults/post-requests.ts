import { readStoredRequests } from "../../kit/stored-requests.ts";
import type { ServerProcess } from "../server-process.ts";
import { postRequest } from "../visitors.ts";

/** Posts one request after the other, and returns the acknowledged ones and the other responses. */
export async function postRequests(server: ServerProcess, first: number, count: number) {
  const thanked: string[] = [];
  const statuses = new Set<number | string>();
  let slowest = 0;
  for (let number = first; number < first + count; number++) {
    const answer = await postRequest(server.url(), number).catch(() => null);
    statuses.add(answer?.status ?? "no answer");
    slowest = Math.max(slowest, answer?.durationMs ?? 0);
    if (answer?.reference) thanked.push(answer.reference);
  }
  return { thanked, statuses: [...statuses].join(" and "), slowest };
}

export async function countMissing(dataDir: string, thanked: string[]): Promise<number> {
  const stored = new Set((await readStoredRequests(dataDir)).map(({ reference }) => reference));
  return thanked.filter((reference) => !stored.has(reference)).length;
}
