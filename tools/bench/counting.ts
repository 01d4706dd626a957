import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { startBenchSite } from "./bench-site.ts";
import { log, type Options, type Row } from "./report.ts";

/** A visitor who comes from a search, so that everything about a view is looked at. */
const request = (counted: boolean) =>
  `GET / HTTP/1.1
Host: studio.example
User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1
Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8
Accept-Encoding: br
Sec-Fetch-Dest: document
Sec-Fetch-Site: cross-site
Referer: https://www.search.example/
Sec-GPC: ${counted ? 0 : 1}

`.replaceAll("\n", "\r\n");

const connections = 20;

/**
 * Goal 6: what counting visits costs the server, as processor time for each page. One process answers both, in turn: a
 * visitor whose browser asks not to be counted is not. Two processes with the same code differ by more than counting
 * costs, as each compiles it again, so every run is a new one.
 */
export async function measure({ runs, smallest }: Options): Promise<Row[]> {
  const costs: { on: number; off: number }[] = [];
  for (let run = 0; run < runs; run++) {
    const site = await startBenchSite();
    const load = await startLoad(Number(new URL(site.url).port));
    try {
      if (!smallest) await timeBoth(site.pid, load, 10);
      costs.push(await (smallest ? timeBoth(site.pid, load, 1, 40) : timeBoth(site.pid, load, 10)));
    } finally {
      load.stop();
      await site.stop();
    }
  }
  const sum = (name: "on" | "off") => costs.reduce((total, cost) => total + cost[name], 0);
  const [on, off] = [sum("on") / runs, sum("off") / runs];
  const ratio = on / off;
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

type Load = Awaited<ReturnType<typeof startLoad>>;

/** Microseconds for a page. The turns are short and symmetric, so that a machine that gets slower treats both alike. */
async function timeBoth(pid: number, load: Load, rounds: number, turn = 200) {
  const sums = { on: { seconds: 0, pages: 0 }, off: { seconds: 0, pages: 0 } };
  for (let round = 0; round < rounds; round++) {
    for (const name of ["off", "on", "on", "off"] as const) {
      load.count(name === "on");
      const before = { seconds: processorTime(pid), pages: load.pages() };
      await wait(turn);
      sums[name].seconds += processorTime(pid) - before.seconds;
      sums[name].pages += load.pages() - before.pages;
    }
  }
  const microseconds = ({ seconds, pages }: { seconds: number; pages: number }) => (seconds * 1e6) / pages;
  return { on: microseconds(sums.on), off: microseconds(sums.off) };
}

/** Asks for the page again and again on each of its connections. Every answer is as long as the first. */
async function startLoad(port: number) {
  const length = await answerLength(port);
  const requests = { on: request(true), off: request(false) };
  let next = requests.off;
  let pages = 0;
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = await open(port);
      let received = 0;
      socket.on("data", ({ length: bytes }: Buffer) => {
        received += bytes;
        if (received < length) return;
        if (received > length) throw new Error(`The page has ${received} bytes, not ${length}.`);
        received = 0;
        pages++;
        socket.write(next);
      });
      socket.write(next);
      return socket;
    }),
  );
  return {
    pages: () => pages,
    count(counted: boolean) {
      next = counted ? requests.on : requests.off;
    },
    stop() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function answerLength(port: number): Promise<number> {
  const socket = await open(port);
  socket.write(request(false));
  const [start] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  const [head = ""] = start.toString("latin1").split("\r\n\r\n");
  const [, body] = /^HTTP\/1\.1 200 OK[\s\S]*^content-length: (\d+)/im.exec(head) ?? [];
  if (!body) throw new Error(`The page did not come: ${head}`);
  return head.length + 4 + Number(body);
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

/** Seconds that the threads of a process have used so far, on all cores. */
function processorTime(pid: number): number {
  const times = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return times.reduce((sum, time) => sum + time, 0) / 1e9;
}
