import { Agent } from "node:http";
import { endpoint } from "../../../src/requests/request.ts";
import { runConcurrently, sendRequest } from "../../kit/http-request.ts";
import { sampleRequest } from "../../kit/sample-request.ts";
import { waitUntil } from "../../kit/spawn-server.ts";
import { formatCount, judge, type Prove, scaled } from "../results.ts";
import { startExampleSite } from "../servers.ts";

const realRequest = { ...sampleRequest, name: "Wilhelmina Waits" };

/** Ten thousand requests from as many addresses behind the trusted proxy, with one visitor among them. */
export const proveRequestFlood: Prove = async (options) => {
  const site = await startExampleSite();
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const total = scaled(10_000, options, 500);
  let accepted = 0;
  const post = (words: object, from: string, own: { headers?: Record<string, string>; agent?: Agent }) => {
    const headers = { "content-type": "application/json", "x-forwarded-for": from, ...own.headers };
    return sendRequest({
      ...own,
      port: site.port,
      method: "POST",
      path: endpoint,
      body: JSON.stringify(words),
      headers,
    });
  };
  try {
    const numbers = Array.from({ length: total }, (_, number) => number);
    const flood = runConcurrently(50, numbers, async (number) => {
      const from = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
      const { status } = await post({ ...sampleRequest, email: `flood${number}@example.com` }, from, { agent });
      if (status === 200) accepted++;
    });
    await waitUntil(() => accepted >= total / 2, 60);
    const { received } = site.mail;
    const before = received.length;
    const sentAt = performance.now();
    const headers = { origin: site.url(), "sec-fetch-site": "same-origin" };
    const answer = await post(realRequest, "203.0.113.9", { headers });
    const indexOfHers = () => received.findIndex(({ raw }) => raw.includes("Wilhelmina"));
    const hasArrived = await waitUntil(() => indexOfHers() >= 0, 60);
    const waited = performance.now() - sentAt;
    // One may have been under way.
    const ahead = hasArrived ? Math.max(0, indexOfHers() - before) : Number.POSITIVE_INFINITY;
    await flood;
    const stored = (await site.stored()).length;
    return [
      judge("A flood is stored and delays no visitor's acknowledgement", {
        [`${formatCount(accepted)} of ${formatCount(total)} accepted`]: accepted === total,
        [`${formatCount(stored)} stored`]: stored === accepted + 1,
        [`hers in ${Math.round(answer.ms)} ms`]: answer.status === 200 && answer.ms < 2_000,
      }),
      judge("The visitor's email is sent first, before the flood's", {
        [`${ahead} before hers, which came after ${Math.round(waited)} ms`]: ahead <= 1,
      }),
    ];
  } finally {
    agent.destroy();
    await site.stop();
  }
};
