import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { endpoint } from "../../consultations/request.ts";
import { sampleRequest } from "../../consultations/sample-request.ts";
import { ask, atOnce, count } from "../ask.ts";
import { type Figure, type Options, scaled } from "../figure.ts";
import { startSite } from "../site.ts";

const her = { ...sampleRequest, name: "Wilhelmina Waits" };

/** Ten thousand from as many addresses behind the trusted proxy, and in their midst one visitor. */
export async function proveFlood(options: Options): Promise<Figure[]> {
  const site = await startSite();
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const total = scaled(10_000, options, 500);
  let accepted = 0;
  const post = (words: object, from: string, own: Record<string, string> = {}) =>
    ask({
      port: site.port,
      method: "POST",
      path: endpoint,
      body: JSON.stringify(words),
      headers: { "content-type": "application/json", "x-forwarded-for": from, ...own },
      ...(own.origin ? {} : { agent }),
    });
  try {
    const numbers = Array.from({ length: total }, (_, number) => number);
    const flood = atOnce(50, numbers, async (number) => {
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
    const answer = await post(her, "203.0.113.9", { origin: site.origin, "sec-fetch-site": "same-origin" });
    let ahead: number | undefined;
    let waited = 0;
    while (ahead === undefined && performance.now() - sentAt < 60_000) {
      const at = site.mail.received.findIndex(({ raw }) => raw.includes("Wilhelmina"));
      if (at >= 0) {
        ahead = Math.max(0, at - before);
        waited = performance.now() - sentAt;
      } else await pause(20);
    }
    await flood;
    const stored = await site.stored();
    return [
      {
        promise: "A flood is stored and keeps no visitor waiting for her thanks",
        how: "Posts from as many addresses through the trusted proxy's header, 50 at a time; hers in the middle",
        figure: `${count(accepted)} of ${count(total)} accepted and ${count(stored.length)} stored, hers in ${Math.round(answer.ms)} ms`,
        holds: answer.status === 200 && answer.ms < 2_000 && stored.length === accepted + 1 && accepted === total,
      },
      {
        promise: "Her letter is the first to leave, before the flood's",
        how: "The letters at the mail server after her post, one of which may have been under way",
        figure:
          ahead === undefined
            ? "not within a minute"
            : `${ahead} before hers, which came after ${Math.round(waited)} ms`,
        holds: ahead !== undefined && ahead <= 1,
      },
    ];
  } finally {
    agent.destroy();
    await site.stop();
  }
}
