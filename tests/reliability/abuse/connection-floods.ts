import type { Socket } from "node:net";
import { endpoint } from "../../../src/requests/request.ts";
import { hasNginx } from "../../../tools/bench/nginx.ts";
import { connectionCount, getRequest, openConnections, slowPost, writeSlowly } from "../../kit/connection-flood.ts";
import { startDeployedNginx, studioHost } from "../../kit/deployed-nginx.ts";
import { sampleEmail, sampleRequest } from "../../kit/sample-request.ts";
import { startExampleSite } from "../example-site.ts";
import { formatCount, type HttpResult, percentile, sendRequest } from "../http-request.ts";
import { type Options, type Result, scaled } from "../result.ts";

const floodBehaviours: Record<string, (socket: Socket) => void> = {
  "say nothing": () => {},
  "send headers byte by byte": (socket) => writeSlowly(socket, `${getRequest.slice(0, -2)}X: `, "a"),
  "send a post byte by byte": (socket) => writeSlowly(socket, slowPost("198.51.100.7")),
  "ask for pages and never read them": (socket) => socket.write(getRequest.repeat(5)),
  "ask for 1,000 pages at once and never read them": (socket) => socket.write(getRequest.repeat(1_000)),
  "ask for 1,000 pages at once and read them": (socket) => socket.resume().write(getRequest.repeat(1_000)),
};

const slowMs = 2_000;
/** The limit in megabytes. The documented systemd unit gives the server 512. */
const maxMemoryMb = 400;

/** One machine opens more connections than the server allows, while a visitor uses the site. */
export async function proveConnectionFloods(options: Options): Promise<Result[]> {
  const entryPoints = ["the server", "the documented nginx"] as const;
  const results: Result[] = [];
  const all = Object.keys(floodBehaviours);
  const tried = options.scale < 1 ? all.slice(options.seed % all.length).slice(0, 1) : all;
  for (const entryPoint of entryPoints)
    for (const behaviour of tried) results.push(await proveConnectionFlood(entryPoint, behaviour, options));
  return results;
}

async function proveConnectionFlood(entryPoint: string, behaviour: string, options: Options): Promise<Result> {
  const number = scaled(connectionCount, options, 700);
  const behindProxy = entryPoint !== "the server";
  const claim = `A visitor at ${entryPoint} is served while ${formatCount(number)} connections ${behaviour}`;
  const method = "All of them from one address; her 100 pages and 4 posts, a connection each";
  if (behindProxy && !hasNginx()) return { claim, method, measured: "nginx is not installed", passed: "not run" };
  const site = await startExampleSite({ TRUST_PROXY: behindProxy ? "1" : "0" });
  const nginx = behindProxy ? await startDeployedNginx({ project: process.cwd(), serverPort: site.port }) : undefined;
  let endFlood = () => {};
  try {
    const port = nginx?.ports.proxy ?? site.port;
    endFlood = await openConnections(port, floodBehaviours[behaviour] ?? (() => {}), { number });
    const visits = await visitAll(port);
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
    endFlood();
    await nginx?.stop();
    await site.stop();
  }
}

const pages = ["/", "/contact", "/about", "/robots.txt"];

/** Stops early once it is clear that the visitor is locked out. */
async function visitAll(port: number): Promise<HttpResult[]> {
  const visits: HttpResult[] = [];
  const headers = { host: studioHost, "x-forwarded-for": "203.0.113.9" };
  const isLockedOut = () => visits.filter(({ status, ms }) => status !== 200 || ms > slowMs).length >= 5;
  for (let index = 0; index < 104 && !isLockedOut(); index++) {
    const body = JSON.stringify({ ...sampleRequest, email: sampleEmail(index) });
    visits.push(
      index % 26 === 25
        ? await sendRequest({
            port,
            method: "POST",
            path: endpoint,
            body,
            headers: { ...headers, "content-type": "application/json" },
          })
        : await sendRequest({ port, path: pages[index % pages.length] ?? "/", headers }),
    );
  }
  return visits;
}
