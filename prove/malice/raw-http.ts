import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { host, startDeployedNginx } from "../../bench/deployed-nginx.ts";
import { hasNginx } from "../../bench/nginx.ts";
import { ask, atOnce } from "../ask.ts";
import type { Figure, Options } from "../figure.ts";
import { startSite } from "../site.ts";
import { lineFeeds, odd, smuggling } from "./raw-corpus.ts";

/** Bytes that are no honest request, at the server and at the documented nginx before it. */
export async function proveRawHttp({ log }: Options): Promise<Figure[]> {
  const site = await startSite();
  const nginx = hasNginx() ? await startDeployedNginx({ project: process.cwd(), serverPort: site.port }) : undefined;
  try {
    const figures = [];
    for (const [name, port] of [
      ["the server", site.port],
      ["the documented nginx", nginx?.ports.proxy],
    ] as const) {
      const promise = `No byte sequence at ${name} hides a request or keeps the next visitor out`;
      const how = "Doubtful lengths, codings, chunks, lines, headers and targets, each with a request hidden behind it";
      if (!port) {
        figures.push({ promise, how, figure: "nginx is not installed", holds: "not run" as const });
        continue;
      }
      const doubtful = port === site.port ? [...smuggling, ...lineFeeds] : smuggling;
      const cases = [...doubtful.map((write, number) => write(number)), ...odd];
      const wrong: string[] = [];
      let answered = 0;
      await atOnce(20, cases.entries(), async ([number, bytes]) => {
        const said = await exchange(port, bytes);
        const statuses = [...said.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
        answered += statuses.length;
        if (statuses.some((status) => status >= 500 && status !== 501 && status !== 505)) {
          wrong.push(`case ${number} was answered with ${statuses}`);
        }
        const { status } = await ask({ port, path: "/contact", headers: { host } });
        if (status !== 200) wrong.push(`after case ${number} a visitor was answered with ${status}`);
      });
      await pause(100);
      const smuggled = [...new Set(site.said().match(/\/smuggled-\d+/g))];
      for (const one of [...wrong, ...smuggled]) log(`${name}: ${one}`);
      figures.push({
        promise,
        how,
        figure: `${cases.length} cases, ${answered} answers, ${smuggled.length} hidden requests answered, ${wrong.length} wrong`,
        holds: smuggled.length === 0 && wrong.length === 0,
      });
    }
    return figures;
  } finally {
    await nginx?.stop();
    await site.stop();
  }
}

/** What is said within a while, or until the other side hangs up. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let said = "";
    const socket = connect({ port, host: "127.0.0.1" }, () => void socket.write(bytes, "latin1"));
    const timer = setTimeout(() => socket.destroy(), 700);
    socket.on("data", (chunk) => (said += chunk.toString("latin1")));
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(said);
    });
  });
}
