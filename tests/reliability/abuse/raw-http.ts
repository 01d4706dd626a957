import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { startDeployedNginx, studioHost } from "../../kit/deployed-nginx.ts";
import { runConcurrently, sendRequest } from "../../kit/http-request.ts";
import { hasNginx } from "../../kit/nginx.ts";
import { startExampleSite } from "../example-site.ts";
import type { Options, Result } from "../result.ts";
import { lineFeeds, malformedRequests, smuggling } from "./raw-http-cases.ts";

/** Sends malformed HTTP to the server, and to the documented nginx in front of it. */
export async function proveRawHttp({ log }: Options): Promise<Result[]> {
  const site = await startExampleSite();
  const nginx = hasNginx() ? await startDeployedNginx({ project: process.cwd(), serverPort: site.port }) : undefined;
  try {
    const results = [];
    for (const [name, port] of [
      ["the server", site.port],
      ["the documented nginx", nginx?.ports.proxy],
    ] as const) {
      const claim = `No byte sequence at ${name} hides a request or keeps the next visitor out`;
      const method =
        "Doubtful lengths, codings, chunks, lines, headers and targets, each with a request hidden behind it";
      if (!port) {
        results.push({ claim, method, measured: "nginx is not installed", passed: "not run" as const });
        continue;
      }
      const smugglingCases = port === site.port ? [...smuggling, ...lineFeeds] : smuggling;
      const cases = [...smugglingCases.map((write, number) => write(number)), ...malformedRequests];
      const problems: string[] = [];
      let answered = 0;
      await runConcurrently(20, cases.entries(), async ([number, bytes]) => {
        const response = await sendRaw(port, bytes);
        const statuses = [...response.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
        answered += statuses.length;
        if (statuses.some((status) => status >= 500 && status !== 501 && status !== 505)) {
          problems.push(`case ${number} was answered with ${statuses}`);
        }
        const { status } = await sendRequest({ port, path: "/contact", headers: { host: studioHost } });
        if (status !== 200) problems.push(`after case ${number} a visitor was answered with ${status}`);
      });
      await pause(100);
      const smuggled = [...new Set(site.output().match(/\/smuggled-\d+/g))];
      for (const problem of [...problems, ...smuggled]) log(`${name}: ${problem}`);
      results.push({
        claim,
        method,
        measured: `${cases.length} cases, ${answered} answers, ${smuggled.length} hidden requests answered, ${problems.length} wrong`,
        passed: smuggled.length === 0 && problems.length === 0,
      });
    }
    return results;
  } finally {
    await nginx?.stop();
    await site.stop();
  }
}

/** Reads until a timeout, or until the other side closes the connection. */
function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let response = "";
    const socket = connect({ port, host: "127.0.0.1" }, () => void socket.write(bytes, "latin1"));
    const timer = setTimeout(() => socket.destroy(), 700);
    socket.on("data", (chunk) => (response += chunk.toString("latin1")));
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(response);
    });
  });
}
