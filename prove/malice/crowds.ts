import type { Socket } from "node:net";
import { host, startDeployedNginx } from "../../bench/deployed-nginx.ts";
import { hasNginx } from "../../bench/nginx.ts";
import { endpoint } from "../../consultations/request.ts";
import { sampleEmail, sampleRequest } from "../../consultations/sample-request.ts";
import { crowd, drip, get, slowPost, surround } from "../../server/crowd.ts";
import { type Answer, ask, count, percentile } from "../ask.ts";
import { type Figure, type Options, scaled } from "../figure.ts";
import { startSite } from "../site.ts";

const manners: Record<string, (socket: Socket) => void> = {
  "say nothing": () => {},
  "send headers byte by byte": (socket) => drip(socket, `${get.slice(0, -2)}X: `, "a"),
  "send a post byte by byte": (socket) => drip(socket, slowPost("198.51.100.7")),
  "ask for pages and never read them": (socket) => socket.write(get.repeat(5)),
  "ask for 1,000 pages at once and never read them": (socket) => socket.write(get.repeat(1_000)),
  "ask for 1,000 pages at once and read them": (socket) => socket.resume().write(get.repeat(1_000)),
};

const slowAfter = 2_000;
/** Megabytes. The documented unit gives the server 512. */
const mostMemory = 400;

/** One machine with more connections than there are places, and a visitor meanwhile. */
export async function proveCrowds(options: Options): Promise<Figure[]> {
  const doors = ["the server", "the documented nginx"] as const;
  const figures: Figure[] = [];
  const all = Object.keys(manners);
  const tried = options.scale < 1 ? all.slice(options.seed % all.length).slice(0, 1) : all;
  for (const door of doors) for (const manner of tried) figures.push(await proveCrowd(door, manner, options));
  return figures;
}

async function proveCrowd(door: string, manner: string, options: Options): Promise<Figure> {
  const number = scaled(crowd, options, 700);
  const behind = door !== "the server";
  const promise = `A visitor at ${door} is served while ${count(number)} connections ${manner}`;
  const how = "All of them from one address; her 100 pages and 4 posts, a connection each";
  if (behind && !hasNginx()) return { promise, how, figure: "nginx is not installed", holds: "not run" };
  const site = await startSite({ TRUST_PROXY: behind ? "1" : "0" });
  const nginx = behind ? await startDeployedNginx({ project: process.cwd(), serverPort: site.port }) : undefined;
  let end = () => {};
  try {
    const port = nginx?.ports.proxy ?? site.port;
    end = await surround(port, manners[manner] ?? (() => {}), { number });
    const visits = await visitAll(port);
    const failed = visits.filter(({ status }) => status !== 200);
    const slow = visits.filter(({ ms }) => ms > slowAfter).length;
    const times = visits.map(({ ms }) => ms);
    for (const { status, text } of failed.slice(0, 3)) options.log(`${status} ${text.slice(0, 100)}`);
    return {
      promise,
      how,
      figure: `${failed.length} of ${visits.length} failed, ${slow} slower than 2 s; p50 ${Math.round(percentile(times, 0.5))} ms, p99 ${Math.round(percentile(times, 0.99))} ms; at most ${Math.round(site.peak())} MB`,
      // Beside other tests time tells nothing.
      holds: failed.length === 0 && (options.scale < 1 || slow <= visits.length / 100) && site.peak() < mostMemory,
    };
  } finally {
    end();
    await nginx?.stop();
    await site.stop();
  }
}

const pages = ["/", "/contact", "/about", "/robots.txt"];

/** Ends when it is plain that she is kept out. */
async function visitAll(port: number): Promise<Answer[]> {
  const visits: Answer[] = [];
  const headers = { host, "x-forwarded-for": "203.0.113.9" };
  const hopeless = () => visits.filter(({ status, ms }) => status !== 200 || ms > slowAfter).length >= 5;
  for (let at = 0; at < 104 && !hopeless(); at++) {
    const body = JSON.stringify({ ...sampleRequest, email: sampleEmail(at) });
    visits.push(
      at % 26 === 25
        ? await ask({
            port,
            method: "POST",
            path: endpoint,
            body,
            headers: { ...headers, "content-type": "application/json" },
          })
        : await ask({ port, path: pages[at % pages.length] ?? "/", headers }),
    );
  }
  return visits;
}
