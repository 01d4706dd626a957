import { request } from "node:http";
import { patient } from "../kit/patience.ts";

export interface LoadTarget {
  name: string;
  port: number;
  host: string;
}

/** Requests pages and the files they link to, at a fixed rate, from each target in turn. */
export function startLoad(targets: LoadTarget[], pages: string[], perSecond: number) {
  const failures: string[] = [];
  const inFlight = new Set<Promise<void>>();
  const queuedPaths = new Map(targets.map((target) => [target, [] as string[]]));
  let sent = 0;
  let slowest = 0;

  let linked = 0;
  const start = performance.now();

  // On a busy machine the timer is sometimes late; missed requests are then sent at once.
  const timer = setInterval(() => {
    while (sent < ((performance.now() - start) / 1000) * perSecond) send();
  }, 1000 / perSecond);

  function send() {
    const target = targets[sent % targets.length];
    if (!target) return;
    // Pages alternate with the files that they link to.
    const round = Math.floor(sent / targets.length);
    const next = round % 2 ? queuedPaths.get(target)?.shift() : undefined;
    const path = next ?? pages[Math.floor(round / 2) % pages.length] ?? "/";
    if (next) linked++;
    sent++;
    const began = performance.now();
    const pending = fetchBody(target, path)
      .then((html) => {
        const links = [...html.matchAll(/"(\/(?:assets|pictures)\/[^" ]+)|[", ](\/pictures\/\S+) \d+w/g)];
        queuedPaths.get(target)?.push(...new Set(links.map(([, asset, other]) => asset ?? other ?? "")));
      })
      .catch((error: Error) => void failures.push(`${target.name} ${path}: ${error.message}`))
      .finally(() => {
        slowest = Math.max(slowest, performance.now() - began);
        inFlight.delete(pending);
      });
    inFlight.add(pending);
  }

  return {
    sent: () => sent,
    async stop() {
      clearInterval(timer);
      await Promise.all(inFlight);
      return { sent, linked, failures, slowest };
    },
  };
}

/** Returns a page's text, or an empty string for other files. Anything but a complete 200 response is a failure. */
function fetchBody({ port, host }: LoadTarget, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { port, path, headers: { host }, agent: false, timeout: patient(20_000) };
    const outgoing = request(options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const body = Buffer.concat(chunks);
        const length = Number(answer.headers["content-length"] ?? body.length);
        if (answer.statusCode !== 200) reject(new Error(`answered with ${answer.statusCode}`));
        else if (body.length !== length || !length) reject(new Error(`${body.length} of ${length} bytes`));
        else resolve(/\/(assets|pictures)\//.test(path) ? "" : body.toString());
      });
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error("no answer in time")));
    outgoing.on("error", reject).end();
  });
}
