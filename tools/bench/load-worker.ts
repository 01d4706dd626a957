import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { patient } from "../../tests/kit/patience.ts";

export interface LoadSettings {
  url: string;
  connections: number;
  seconds: number;
  /** Milliseconds between two requests of a connection. */
  pause: number;
  /** The headers of a page's request. */
  headers?: Record<string, string>;
  /** The body of the next request, in which every %n is replaced by a unique number. */
  body?: string;
}

export interface LoadResult {
  times: number[];
  /** Counts responses other than 200 by status, and broken connections. */
  failures: Record<string, number>;
  seconds: number;
}

const { url, connections, seconds, pause, headers = { "accept-encoding": "br" }, body } = workerData as LoadSettings;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const times: number[] = [];
const failures: Record<string, number> = {};
const start = performance.now();
const end = start + seconds * 1000;
let sent = 0;

await Promise.all(Array.from({ length: connections }, run));
const result: LoadResult = { times, failures, seconds: (performance.now() - start) / 1000 };
parentPort?.postMessage(result);
agent.destroy();

async function run() {
  while (performance.now() < end) {
    const began = performance.now();
    const outcome = await send(body?.replaceAll("%n", String(sent++)));
    if (outcome === "200") times.push(performance.now() - began);
    else failures[outcome] = (failures[outcome] ?? 0) + 1;
    if (pause) await new Promise((next) => setTimeout(next, pause));
  }
}

function send(text: string | undefined) {
  return new Promise<string>((done) => {
    const options = text
      ? { method: "POST", headers: { "content-type": "application/json", "content-length": Buffer.byteLength(text) } }
      : { headers };
    request(url, { agent, timeout: patient(60_000), ...options }, (answer) => {
      answer.resume().once("end", () => done(String(answer.statusCode)));
    })
      .once("error", ({ message }) => done(message))
      .end(text);
  });
}
