import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { endpoint } from "../../src/requests/request.ts";
import { sendRequest } from "../kit/http-request.ts";
import { sampleEmail, sampleRequest } from "../kit/sample-request.ts";
import { formatCount, percentile } from "../kit/statistics.ts";
import { startExampleSite } from "./example-site.ts";
import { type Prove, scaled } from "./result.ts";

/** The p99 limits in milliseconds. A short run beside other tests only shows that nothing hangs. */
const posts = { perSecond: 200, slow: 300 };
const pages = { perSecond: 50, slow: 100 };
const leniency = 10;
const maxMemoryMb = 400;

/** Runs a steady load for a long time, and looks for growth, slowdown and loss. */
export const prove: Prove = async (options) => {
  // The email rate limit is meant for floods; here every email has to arrive.
  const site = await startExampleSite({ RATE_LIMIT: "off" });
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  // Three minutes are too short to judge memory by: the heap may grow to its usual size within them.
  const seconds = scaled(360, options, 12);
  const tolerance = options.scale < 1 ? leniency : 1;
  const acknowledged = new Set<string>();
  const delivered = new Set<string>();
  const times = { posts: [] as number[], pages: [] as number[] };
  const memory: number[] = [];
  const failures = new Map<number, number>();
  let sent = 0;
  let requestedPages = 0;

  async function post() {
    const body = JSON.stringify({ ...sampleRequest, email: sampleEmail(sent++) });
    const headers = { "content-type": "application/json" };
    const { status, text, ms } = await sendRequest({
      port: site.port,
      method: "POST",
      path: endpoint,
      headers,
      body,
      agent,
    });
    times.posts.push(ms);
    if (status === 200) acknowledged.add(JSON.parse(text).reference);
    else failures.set(status, (failures.get(status) ?? 0) + 1);
  }
  async function fetchPage() {
    const path = ["/", "/contact", "/about"][requestedPages++ % 3] ?? "/";
    const { status, ms } = await sendRequest({ port: site.port, path, headers: { "accept-encoding": "br" }, agent });
    times.pages.push(ms);
    if (status !== 200) failures.set(status, (failures.get(status) ?? 0) + 1);
  }
  /** Only ids are kept, because the emails themselves would fill the memory. */
  const collect = () => {
    for (const { id } of site.mail.received.splice(0)) delivered.add(id);
  };

  try {
    const start = performance.now();
    const work: Promise<void>[] = [];
    for (let passed = 0; passed < seconds; passed = (performance.now() - start) / 1000) {
      while (sent < passed * posts.perSecond) work.push(post());
      while (requestedPages < passed * pages.perSecond) work.push(fetchPage());
      if (memory.length < passed) {
        memory.push(site.memory());
        collect();
        await Promise.all(work.splice(0, Math.max(0, work.length - 500)));
        if (memory.length % 60 === 0) options.log(`${formatCount(sent)} posts, ${Math.round(memory.at(-1) ?? 0)} MB`);
      }
      await pause(5);
    }
    await Promise.all(work);
    const rows = await site.stored();
    collect();
    const stored = new Map(rows.map((row) => [row.reference, row]));
    const lost = [...acknowledged].filter((reference) => !stored.has(reference)).length;
    // Every delivered email is at the mail server, and all others are still in the queue.
    const undelivered = rows.filter(({ id, deliveredAt }) => deliveredAt !== null && !delivered.has(id)).length;
    const waiting = rows.filter(({ deliveredAt }) => deliveredAt === null).length;
    const faults = [...failures].map(([status, number]) => `${number}× ${status}`).join(", ");
    const formatTimes = (values: number[]) =>
      `p50 ${percentile(values, 0.5).toFixed(1)} ms, p99 ${percentile(values, 0.99).toFixed(1)} ms`;
    // The first third is excluded, because caches fill up then and the heap grows to its usual size.
    const steady = memory.slice(Math.floor(memory.length / 3));
    const [early, late] = [mean(steady.slice(0, steady.length / 4)), mean(steady.slice(-steady.length / 4))];
    return [
      {
        claim: `Everything acknowledged in ${seconds} s of steady work is stored, and delivered or still in the queue`,
        method: `${posts.perSecond} requests a second, an email each to a real mail server`,
        measured: `${formatCount(acknowledged.size)} of ${formatCount(sent)} acknowledged${faults && ` (${faults})`}, ${lost} lost; ${formatCount(delivered.size)} delivered meanwhile, ${formatCount(waiting)} in the queue, ${undelivered} astray`,
        passed: lost + undelivered === 0 && acknowledged.size === sent && delivered.size > 0,
      },
      {
        claim: "Acknowledgements and pages stay fast meanwhile",
        method: `${pages.perSecond} pages a second beside them`,
        measured: `posts ${formatTimes(times.posts)}; pages ${formatTimes(times.pages)}`,
        passed:
          percentile(times.posts, 0.99) <= posts.slow * tolerance &&
          percentile(times.pages, 0.99) <= pages.slow * tolerance,
      },
      {
        claim: `Memory grows by at most a quarter once the server is warm, and stays below ${maxMemoryMb} MB`,
        method: "The server's resident memory each second, without the first third",
        measured: `${early.toFixed(0)} MB in the first quarter of it, ${late.toFixed(0)} in the last, at most ${Math.round(Math.max(...memory))}`,
        passed: Math.max(...memory) < maxMemoryMb && late < early * 1.25,
      },
    ];
  } finally {
    agent.destroy();
    await site.stop();
  }
};

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
