import { connectionCount, type FloodBehaviour, floodBehaviours, visitDuringFlood } from "../../kit/connection-flood.ts";
import { startDeployedNginx, studioHost } from "../../kit/deployed-nginx.ts";
import { hasNginx } from "../../kit/nginx.ts";
import { formatCount, percentile } from "../../kit/statistics.ts";
import { startExampleSite } from "../example-site.ts";
import { type Options, type Result, scaled } from "../result.ts";

const slowMs = 2_000;
/** The limit in megabytes. The documented systemd unit gives the server 512. */
const maxMemoryMb = 400;

/** One machine opens more connections than the server allows, while a visitor uses the site. */
export async function proveConnectionFloods(options: Options): Promise<Result[]> {
  const entryPoints = ["the server", "the documented nginx"] as const;
  const results: Result[] = [];
  const all = Object.keys(floodBehaviours) as FloodBehaviour[];
  const tried = options.scale < 1 ? all.slice(options.seed % all.length).slice(0, 1) : all;
  for (const entryPoint of entryPoints)
    for (const behaviour of tried) results.push(await proveConnectionFlood(entryPoint, behaviour, options));
  return results;
}

async function proveConnectionFlood(entryPoint: string, behaviour: FloodBehaviour, options: Options): Promise<Result> {
  const number = scaled(connectionCount, options, 700);
  const behindProxy = entryPoint !== "the server";
  const claim = `A visitor at ${entryPoint} is served while ${formatCount(number)} connections ${behaviour}`;
  const method = "All of them from one address; her 100 pages and 4 posts, a connection each";
  if (behindProxy && !hasNginx()) return { claim, method, measured: "nginx is not installed", passed: "not run" };
  const site = await startExampleSite({ TRUST_PROXY: behindProxy ? "1" : "0" });
  const nginx = behindProxy ? await startDeployedNginx({ project: process.cwd(), serverPort: site.port }) : undefined;
  try {
    const headers = { host: studioHost, "x-forwarded-for": "203.0.113.9" };
    const paths = ["/", "/contact", "/about", "/robots.txt"];
    const visits = await visitDuringFlood(nginx?.ports.proxy ?? site.port, behaviour, {
      number,
      headers,
      paths,
      slowMs,
    });
    const failed = visits.filter(({ status }) => status !== 200);
    const slow = visits.filter(({ ms }) => ms > slowMs).length;
    const times = visits.map(({ ms }) => ms);
    for (const { status, text } of failed.slice(0, 3)) options.log(`${status} ${text.slice(0, 100)}`);
    return {
      claim,
      method,
      measured: `${failed.length} of ${visits.length} failed, ${slow} slower than 2 s; p50 ${Math.round(percentile(times, 0.5))} ms, p99 ${Math.round(percentile(times, 0.99))} ms; at most ${Math.round(site.peakMemory())} MB`,
      // While other tests run, times mean nothing.
      passed:
        failed.length === 0 && (options.scale < 1 || slow <= visits.length / 100) && site.peakMemory() < maxMemoryMb,
    };
  } finally {
    await nginx?.stop();
    await site.stop();
  }
}
