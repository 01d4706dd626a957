import { readdirSync, readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { startBenchSite } from "./bench-site.ts";
import type { LoadResult, LoadSettings } from "./load-worker.ts";
import { log, median, type Options, type Row } from "./report.ts";

/** A visitor who comes from a search, so that everything about a view is looked at. */
const headers = {
  "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1",
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-encoding": "br",
  "sec-fetch-dest": "document",
  "sec-fetch-site": "cross-site",
  referer: "https://www.search.example/",
};

/**
 * Goal 6: what counting visits costs the server, as processor time for each page. One server answers both, in turn, as two
 * processes with the same code differ by more than counting costs: a visitor whose browser asks not to be counted is not.
 */
export async function measure({ runs, smallest }: Options): Promise<Row[]> {
  const site = await startBenchSite();
  const costs: { on: number; off: number }[] = [];
  try {
    if (!smallest) await timePages(site, true, 5);
    // Each run is symmetric in time, so that a machine that gets faster or slower treats both alike.
    for (let run = 0; run < runs; run++) {
      const sums = { on: { seconds: 0, pages: 0 }, off: { seconds: 0, pages: 0 } };
      for (const name of ["off", "on", "on", "off", "off", "on", "on", "off"] as const) {
        const { seconds, pages } = await timePages(site, name === "on", 1);
        sums[name].seconds += seconds;
        sums[name].pages += pages;
      }
      const microseconds = ({ seconds, pages }: { seconds: number; pages: number }) => (seconds * 1e6) / pages;
      costs.push({ on: microseconds(sums.on), off: microseconds(sums.off) });
    }
  } finally {
    await site.stop();
  }
  const [on, off] = [median(costs.map((cost) => cost.on)), median(costs.map((cost) => cost.off))];
  const ratio = median(costs.map((cost) => cost.on / cost.off));
  log(`on and off: ${costs.map((cost) => `${cost.on.toFixed(1)} ${cost.off.toFixed(1)}`).join(", ")} µs`);
  return [
    {
      goal: "6 counting visits, processor time for a page",
      ours: `${on.toFixed(1)} µs`,
      reference: `off ${off.toFixed(1)} µs`,
      ratio,
      target: "≤ 1.02 ×",
      ok: ratio <= 1.02,
    },
  ];
}

/** The server's processor time for as many pages as it sends in these seconds. */
async function timePages({ url, pid }: { url: string; pid: number }, counted: boolean, seconds: number) {
  const before = processorTime(pid);
  const settings: LoadSettings = {
    url: `${url}/`,
    connections: 20,
    seconds,
    pause: 0,
    headers: { ...headers, "sec-gpc": counted ? "0" : "1" },
  };
  const { times, failures } = await new Promise<LoadResult>((done, failed) => {
    new Worker(new URL("./load-worker.ts", import.meta.url), { workerData: settings })
      .once("message", done)
      .once("error", failed);
  });
  if (Object.keys(failures).length) throw new Error(`Not every page came: ${JSON.stringify(failures)}`);
  return { seconds: processorTime(pid) - before, pages: times.length };
}

/** Seconds that the threads of a process have used so far, on all cores. */
function processorTime(pid: number): number {
  const times = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return times.reduce((sum, time) => sum + time, 0) / 1e9;
}
