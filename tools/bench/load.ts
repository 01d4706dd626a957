import { endpoint } from "../../src/requests/request.ts";
import { sampleEmail, sampleRequest } from "../../tests/kit/sample-request.ts";
import { startBenchSite } from "./bench-site.ts";
import { atMost, importTool, milliseconds, type Options, type Row } from "./report.ts";

interface Result {
  requests: { average: number };
  latency: { p99: number };
  errors: number;
  non2xx: number;
}

/** Pages, then requests that are acknowledged after they are synced to disk, and pages meanwhile. */
export async function measure({ runs }: Options): Promise<Row[]> {
  const { default: autocannon } = await importTool("autocannon");
  const duration = 2 * runs;
  const run = async (options: object) => {
    const result: Result = await autocannon({ duration, headers: { "accept-encoding": "br" }, ...options });
    if (result.errors || result.non2xx)
      throw new Error(`${result.errors} requests failed, and ${result.non2xx} were not answered with 200.`);
    return result;
  };
  await using site = await startBenchSite();
  const pages = await run({ url: site.origin, connections: 50 });
  const [requests, meanwhile] = await Promise.all([
    run({ url: site.origin, connections: 50, requests: [{ path: endpoint, method: "POST", setupRequest }] }),
    // In a thread of its own, which does not wait for the other visitors' answers.
    run({ url: site.origin, connections: 2, overallRate: 100, workers: 1 }),
  ]);
  return [
    rateRow("home page, brotli, 50 connections", pages, 2_000),
    rateRow("durable acknowledgements, 50 connections", requests, 1_000),
    atMost("acknowledgement p99", requests.latency.p99, 250, milliseconds),
    atMost("page p99 meanwhile", meanwhile.latency.p99, 50, milliseconds),
  ];
}

const perSecond = (value: number) => `${Math.round(value).toLocaleString("en-CA")}/s`;

const rateRow = (goal: string, { requests: { average } }: Result, least: number): Row => ({
  goal,
  ours: perSecond(average),
  target: `≥ ${perSecond(least)}`,
  ok: average >= least,
});

let sent = 0;

/** Each request is another visitor's, as a repeat would not be stored again. */
const setupRequest = (request: object) => ({
  ...request,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ ...sampleRequest, email: sampleEmail(sent++) }),
});
