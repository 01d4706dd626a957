import { readFileSync } from "node:fs";
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
  const times = { on: [] as number[], off: [] as number[] };
  try {
    // The first run warms up. Each begins with the other of the two, so that neither gains when the machine gets slower.
    for (let run = 0; run <= runs; run++)
      for (const name of run % 2 ? (["on", "off"] as const) : (["off", "on"] as const))
        times[name].push(await timePage(site, name === "off" ? "1" : "0", smallest ? 1 : 3));
  } finally {
    await site.stop();
  }
  const [on, off] = [median(times.on.slice(1)), median(times.off.slice(1))];
  const ratio = median(times.on.slice(1).map((time, run) => time / (times.off[run + 1] ?? 0)));
  for (const [name, all] of Object.entries(times)) log(`${name}: ${all.map((time) => time.toFixed(1)).join(" ")} µs`);
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

/** Microseconds of the server's processor time for one page. */
async function timePage({ url, pid }: { url: string; pid: number }, gpc: string, seconds: number): Promise<number> {
  const before = processorTime(pid);
  const settings: LoadSettings = {
    url: `${url}/`,
    connections: 20,
    seconds,
    pause: 0,
    headers: { ...headers, "sec-gpc": gpc },
  };
  const { times, failures } = await new Promise<LoadResult>((done, failed) => {
    new Worker(new URL("./load-worker.ts", import.meta.url), { workerData: settings })
      .once("message", done)
      .once("error", failed);
  });
  if (Object.keys(failures).length) throw new Error(`Not every page came: ${JSON.stringify(failures)}`);
  return ((processorTime(pid) - before) * 1e6) / times.length;
}

/** Seconds that a process has used so far, on all cores. */
function processorTime(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(11, 13) ?? [];
  return (Number(user) + Number(system)) / 100;
}
