import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { endpoint } from "../../../src/requests/request.ts";
import { runConcurrently, sendRequest } from "../../kit/http-request.ts";
import { sampleRequest } from "../../kit/sample-request.ts";
import { formatCount } from "../../kit/statistics.ts";
import { startExampleSite } from "../example-site.ts";
import { type Options, type Result, scaled } from "../result.ts";

const realRequest = { ...sampleRequest, name: "Wilhelmina Waits" };

/** Ten thousand requests from as many addresses behind the trusted proxy, with one visitor among them. */
export async function proveRequestFlood(options: Options): Promise<Result[]> {
  const site = await startExampleSite();
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const total = scaled(10_000, options, 500);
  let accepted = 0;
  const post = (words: object, from: string, extraHeaders: Record<string, string> = {}) =>
    sendRequest({
      port: site.port,
      method: "POST",
      path: endpoint,
      body: JSON.stringify(words),
      headers: { "content-type": "application/json", "x-forwarded-for": from, ...extraHeaders },
      ...(extraHeaders.origin ? {} : { agent }),
    });
  try {
    const numbers = Array.from({ length: total }, (_, number) => number);
    const flood = runConcurrently(50, numbers, async (number) => {
      const email = `flood${number}@example.com`;
      const { status } = await post(
        { ...sampleRequest, email },
        `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
      );
      if (status === 200) accepted++;
    });
    while (accepted < total / 2) await pause(5);
    const before = site.mail.received.length;
    const sentAt = performance.now();
    const answer = await post(realRequest, "203.0.113.9", { origin: site.origin, "sec-fetch-site": "same-origin" });
    let emailsAhead: number | undefined;
    let waited = 0;
    while (emailsAhead === undefined && performance.now() - sentAt < 60_000) {
      const at = site.mail.received.findIndex(({ raw }) => raw.includes("Wilhelmina"));
      if (at >= 0) {
        emailsAhead = Math.max(0, at - before);
        waited = performance.now() - sentAt;
      } else await pause(20);
    }
    await flood;
    const stored = await site.stored();
    return [
      {
        claim: "A flood is stored and delays no visitor's acknowledgement",
        method: "Posts from as many addresses through the trusted proxy's header, 50 at a time; hers in the middle",
        measured: `${formatCount(accepted)} of ${formatCount(total)} accepted and ${formatCount(stored.length)} stored, hers in ${Math.round(answer.ms)} ms`,
        passed: answer.status === 200 && answer.ms < 2_000 && stored.length === accepted + 1 && accepted === total,
      },
      {
        claim: "The visitor's email is sent first, before the flood's",
        method: "The emails at the mail server after her post, one of which may have been under way",
        measured:
          emailsAhead === undefined
            ? "not within a minute"
            : `${emailsAhead} before hers, which came after ${Math.round(waited)} ms`,
        passed: emailsAhead !== undefined && emailsAhead <= 1,
      },
    ];
  } finally {
    agent.destroy();
    await site.stop();
  }
}
