import { spawnSync } from "node:child_process";
import { formatCount } from "../../tests/kit/statistics.ts";
import { startBenchSite } from "./bench-site.ts";
import { startReferenceNginx } from "./nginx.ts";
import { log, NotInstalled, type Options, type Row } from "./report.ts";

const connections = 50;
/** Pages a second on two cores. */
const requiredRate = 10_000;

/** Goal 6: the home page in brotli, from us and from nginx in turn. The best run counts: other work only slows it. */
export async function measure({ runs, smallest }: Options): Promise<Row[]> {
  for (const tool of ["wrk", "nginx"]) {
    if (spawnSync("which", [tool]).status !== 0)
      throw new NotInstalled(`Serving is measured with Debian's ${tool}: sudo apt-get install ${tool}`);
  }
  const seconds = smallest ? 1 : 4;
  const site = await startBenchSite();
  const nginx = await startReferenceNginx(site);
  try {
    const [ours, theirs] = [await fetchEtag(site.url), await fetchEtag(nginx.url)];
    const rows: Row[] = [];
    for (const conditional of smallest ? [true] : [false, true]) {
      const rates = { ours: [] as number[], nginx: [] as number[] };
      for (let run = 0; run < runs; run++) {
        rates.ours.push(runWrk(site.url, seconds, conditional ? ours : undefined).rate);
        rates.nginx.push(runWrk(nginx.url, seconds, conditional ? theirs : undefined).rate);
      }
      const [best, reference] = [Math.max(...rates.ours), Math.max(...rates.nginx)];
      rows.push({
        goal: `6 home page, brotli, ${conditional ? "conditional (304)" : "in full"}`,
        ours: `${formatCount(best)}/s`,
        reference: `nginx ${formatCount(reference)}/s`,
        ratio: best / reference,
        target: `≥ ${formatCount(requiredRate)}/s`,
        ok: best >= requiredRate,
      });
    }
    return [...rows, memoryRow(site, seconds, smallest ? 1 : 200_000)];
  } finally {
    await nginx.stop();
    await site.stop();
  }
}

/** Measures after a warm-up, in which the runtime allocates its working memory; after that it should not grow. */
function memoryRow({ url, pid }: { url: string; pid: number }, seconds: number, memoryTestRequests: number): Row {
  runWrk(url, seconds);
  const before = residentSize(pid);
  let requests = 0;
  while (requests < memoryTestRequests) requests += runWrk(url, seconds).requests;
  const after = residentSize(pid);
  log(`${formatCount(requests)} requests, ${before} to ${after} MB`);
  return {
    goal: `6 memory over ${formatCount(requests)} requests`,
    ours: `${after} MB`,
    reference: `before ${before} MB`,
    ratio: after / before,
    target: "≤ 1.1 ×",
    ok: after <= before * 1.1,
  };
}

export function residentSize(pid: number) {
  const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Math.round(Number(stdout) / 1024);
}

function runWrk(url: string, seconds: number, tag?: string) {
  const headers = ["-H", "Accept-Encoding: gzip, deflate, br", ...(tag ? ["-H", `If-None-Match: ${tag}`] : [])];
  const args = ["-t1", `-c${connections}`, `-d${seconds}s`, ...headers, `${url}/`];
  const { stdout } = spawnSync("wrk", args, { encoding: "utf8" });
  // wrk counts a 304 as a success, and reports other errors in its output.
  if (/Socket errors|Non-2xx/.test(stdout)) throw new Error(`wrk met errors:\n${stdout}`);
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
  };
}

async function fetchEtag(url: string) {
  const answer = await fetch(`${url}/`, { headers: { "accept-encoding": "br" } });
  const tag = answer.headers.get("etag") ?? "";
  const again = await fetch(`${url}/`, { headers: { "accept-encoding": "br", "if-none-match": tag } });
  if (again.status !== 304) throw new Error(`${url} does not answer a condition: ${again.status}`);
  return tag;
}
