import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { endpoint } from "../../src/requests/request.ts";
import { formatCount, percentile } from "../../tests/kit/statistics.ts";
import { startBenchSite } from "./bench-site.ts";
import type { LoadResult, LoadSettings } from "./load-worker.ts";
import { milliseconds, type Options, type Row } from "./report.ts";

export const requestBody = JSON.stringify({
  name: "Visitor %n",
  email: "visitor-%n@example.com",
  phone: "780-555-0100",
  treatment: "Custom Facials",
  message: "Request number %n of a burst.",
});

/** Goal 8: requests that are acknowledged after they are synced to disk, and pages served meanwhile. */
export async function measure({ smallest }: Options): Promise<Row[]> {
  const site = await startBenchSite();
  const seconds = smallest ? 0.1 : 10;
  try {
    const rawSyncRate = measureRawSyncRate(join(site.data, ".."), smallest ? 10 : 2000);
    const [posts, pages] = await Promise.all([
      load({ url: site.url + endpoint, connections: 50, seconds, pause: 0, body: requestBody }),
      load({ url: `${site.url}/`, connections: 2, seconds, pause: 10 }),
    ]);
    const failures = [posts, pages].flatMap((result) => Object.entries(result.failures));
    if (failures.length) throw new Error(`Not every request was answered with 200: ${failures.join(", ")}`);
    const rate = posts.times.length / posts.seconds;
    const slowest = percentile(posts.times, 0.99);
    const page = percentile(pages.times, 0.99);
    return [
      {
        goal: `8 durable acknowledgements, 50 connections, ${seconds} s`,
        ours: `${formatCount(rate)}/s`,
        reference: `bare fsync ${formatCount(rawSyncRate)}/s`,
        ratio: rate / rawSyncRate,
        target: "≥ 1,000/s",
        ok: rate >= 1000,
      },
      { goal: "8 acknowledgement p99", ours: milliseconds(slowest), target: "≤ 250 ms", ok: slowest <= 250 },
      { goal: "8 page p99 meanwhile", ours: milliseconds(page), target: "≤ 50 ms", ok: page <= 50 },
    ];
  } finally {
    await site.stop();
  }
}

/** Measures how many times a second this disk can sync four kilobytes. */
function measureRawSyncRate(folder: string, duration: number) {
  const scratch = mkdtempSync(join(folder, "sync-"));
  const file = openSync(join(scratch, "file"), "w");
  const bytes = Buffer.alloc(4096, 1);
  const start = performance.now();
  let syncs = 0;
  while (performance.now() - start < duration) {
    writeSync(file, bytes);
    fsyncSync(file);
    syncs++;
  }
  closeSync(file);
  rmSync(scratch, { recursive: true });
  return syncs / (duration / 1000);
}

/** Runs in its own thread, so that other work does not distort the measurement. */
export function load(settings: LoadSettings) {
  return new Promise<LoadResult>((done, failed) => {
    new Worker(new URL("./load-worker.ts", import.meta.url), { workerData: settings })
      .once("message", done)
      .once("error", failed);
  });
}
