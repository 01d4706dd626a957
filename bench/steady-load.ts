import { request } from "node:http";
import { patient } from "../commands/patience.ts";

export interface Door {
  name: string;
  port: number;
  host: string;
}

/** Asks for pages and for all that the page just fetched links to, so many times a second, at each door in turn. */
export function startLoad(doors: Door[], pages: string[], perSecond: number) {
  const failures: string[] = [];
  const open = new Set<Promise<void>>();
  const waiting = new Map(doors.map((door) => [door, [] as string[]]));
  let sent = 0;
  let slowest = 0;

  let linked = 0;
  const start = performance.now();

  // A busy machine is late now and then; what was missed is sent at once.
  const timer = setInterval(() => {
    while (sent < ((performance.now() - start) / 1000) * perSecond) send();
  }, 1000 / perSecond);

  function send() {
    const door = doors[sent % doors.length];
    if (!door) return;
    // Every other time a page, in between what pages link to.
    const round = Math.floor(sent / doors.length);
    const next = round % 2 ? waiting.get(door)?.shift() : undefined;
    const path = next ?? pages[Math.floor(round / 2) % pages.length] ?? "/";
    if (next) linked++;
    sent++;
    const began = performance.now();
    const asked = ask(door, path)
      .then((html) => {
        const links = [...html.matchAll(/"(\/(?:assets|pictures)\/[^" ]+)|[", ](\/pictures\/\S+) \d+w/g)];
        waiting.get(door)?.push(...new Set(links.map(([, one, other]) => one ?? other ?? "")));
      })
      .catch((error: Error) => void failures.push(`${door.name} ${path}: ${error.message}`))
      .finally(() => {
        slowest = Math.max(slowest, performance.now() - began);
        open.delete(asked);
      });
    open.add(asked);
  }

  return {
    sent: () => sent,
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
      return { sent, linked, failures, slowest };
    },
  };
}

/** A page's text, or nothing for what is no page. Anything but a whole answer with 200 is a failure. */
function ask({ port, host }: Door, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { port, path, headers: { host }, agent: false, timeout: patient(20_000) };
    const asking = request(options, (answer) => {
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
    asking.on("timeout", () => asking.destroy(new Error("no answer in time")));
    asking.on("error", reject).end();
  });
}
