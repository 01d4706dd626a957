import { spawnSync } from "node:child_process";
import { startNginx } from "./nginx.ts";
import { startSite } from "./site.ts";
import { count, NotInstalled, type Options, type Row, say } from "./table.ts";

const connections = 50;
/** Pages a second on two cores. */
const plenty = 10_000;

/** Goal 6: the home page, brotli, from us and from nginx in turn; the best of each, as other work only ever slows them. */
export async function measure({ runs, smallest }: Options): Promise<Row[]> {
  for (const tool of ["wrk", "nginx"]) {
    if (spawnSync("which", [tool]).status !== 0)
      throw new NotInstalled(`Serving is measured with Debian's ${tool}: sudo apt-get install ${tool}`);
  }
  const seconds = smallest ? 1 : 4;
  const site = await startSite();
  const nginx = await startNginx(site);
  try {
    const [ours, theirs] = [await tagOf(site.url), await tagOf(nginx.url)];
    const rows: Row[] = [];
    for (const conditional of [false, true]) {
      const rates = { ours: [] as number[], nginx: [] as number[] };
      for (let run = 0; run < runs; run++) {
        rates.ours.push(load(site.url, seconds, conditional ? ours : undefined).rate);
        rates.nginx.push(load(nginx.url, seconds, conditional ? theirs : undefined).rate);
      }
      const [best, reference] = [Math.max(...rates.ours), Math.max(...rates.nginx)];
      rows.push({
        goal: `6 home page, brotli, ${conditional ? "conditional (304)" : "in full"}`,
        ours: `${count(best)}/s`,
        reference: `nginx ${count(reference)}/s`,
        ratio: best / reference,
        target: `≥ ${count(plenty)}/s`,
        ok: best >= plenty,
      });
    }
    return [...rows, memory(site, seconds, smallest ? 1 : 200_000)];
  } finally {
    await nginx.stop();
    await site.stop();
  }
}

/** After a warm-up, for the runtime takes what it likes to work with and then should take no more. */
function memory({ url, pid }: { url: string; pid: number }, seconds: number, enough: number): Row {
  load(url, seconds);
  const before = residentSize(pid);
  let requests = 0;
  while (requests < enough) requests += load(url, seconds).requests;
  const after = residentSize(pid);
  say(`${count(requests)} requests, ${before} to ${after} MB`);
  return {
    goal: `6 memory over ${count(requests)} requests`,
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

function load(url: string, seconds: number, tag?: string) {
  const headers = ["-H", "Accept-Encoding: gzip, deflate, br", ...(tag ? ["-H", `If-None-Match: ${tag}`] : [])];
  const args = ["-t1", `-c${connections}`, `-d${seconds}s`, ...headers, `${url}/`];
  const { stdout } = spawnSync("wrk", args, { encoding: "utf8" });
  // wrk counts a 304 as an answer like any other, and names what it holds to be an error.
  if (/Socket errors|Non-2xx/.test(stdout)) throw new Error(`wrk met errors:\n${stdout}`);
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
  };
}

async function tagOf(url: string) {
  const answer = await fetch(`${url}/`, { headers: { "accept-encoding": "br" } });
  const tag = answer.headers.get("etag") ?? "";
  const again = await fetch(`${url}/`, { headers: { "accept-encoding": "br", "if-none-match": tag } });
  if (again.status !== 304) throw new Error(`${url} does not answer a condition: ${again.status}`);
  return tag;
}
