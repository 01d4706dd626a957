import { Agent } from "node:http";
import { Readable } from "node:stream";
import { sampleRequest } from "../../kit/sample-request.ts";
import { waitUntil } from "../../kit/spawn-server.ts";
import { formatCount, type Prove, resultOf, scaled } from "../results.ts";
import { numberedAddress, startExampleSite } from "../servers.ts";
import { postWords } from "../visitors.ts";

/** Ten thousand requests from as many addresses behind the trusted proxy, with one visitor among them. */
export const proveRequestFlood: Prove = async (options) => {
  await using site = await startExampleSite();
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const total = scaled(10_000, options, 500);
  let accepted = 0;
  const post = (words: object, from: string, own: object = {}) =>
    postWords({ ...sampleRequest, ...words }, { port: site.port, headers: { "x-forwarded-for": from, ...own }, agent });
  const numbers = Array.from({ length: total }).keys();
  const send = async (number: number) => {
    const { status } = await post({ email: `flood${number}@example.com` }, numberedAddress(number));
    if (status === 200) accepted++;
  };
  const flood = Readable.from(numbers).forEach(send, { concurrency: 49 });
  await waitUntil(() => accepted >= total / 2, 60);
  const { received } = site.mail;
  const before = received.length;
  const headers = { origin: site.origin, "sec-fetch-site": "same-origin" };
  const answer = await post({ name: "Wilhelmina Waits" }, "203.0.113.9", headers);
  const indexOfHers = () => received.findIndex(({ raw }) => raw.includes("Wilhelmina"));
  const hasArrived = await waitUntil(() => indexOfHers() >= 0, 60);
  const ahead = indexOfHers() - before;
  await flood;
  const stored = (await site.requests()).length;
  return [
    resultOf("A flood is stored and delays no visitor's acknowledgement", {
      [`${formatCount(accepted)} of ${formatCount(total)} accepted`]: accepted === total,
      [`${formatCount(stored)} stored`]: stored === accepted + 1,
      [`hers in ${Math.round(answer.ms)} ms`]: answer.status === 200 && answer.ms < 2_000,
    }),
    resultOf("The visitor's email is sent first, before the flood's", {
      // One may have been under way.
      [hasArrived ? `${Math.max(0, ahead)} before hers` : "hers never came"]: hasArrived && ahead <= 1,
    }),
  ];
};
