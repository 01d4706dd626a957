import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { listFiles } from "../../../src/build/list-files.ts";
import { exampleBuild } from "../../kit/built-server.ts";
import { runConcurrently, sendRequest } from "../../kit/http-request.ts";
import { formatCount } from "../../kit/statistics.ts";
import { startExampleSite } from "../example-site.ts";
import type { Options, Result } from "../result.ts";

const parentSteps = [
  "..",
  "%2e%2e",
  ".%2E",
  "%252e%252e",
  "%25252e%25252e",
  "..;",
  "%c0%ae%c0%ae",
  "%e0%80%ae%e0%80%ae",
  "%uff0e%uff0e",
  "\xc0\xae\xc0\xae",
  "....",
  "..%00",
  ".%00.",
  "",
];
const slashes = ["/", "//", "\\", "%2f", "%5c", "%252f", "%c0%af", "/./", "%2F%2e%2F", ";/"];
const starts = ["/", "/assets/", "/pictures/", "/contact/", "/desk/", "/functions/v1/", "//", "/proc/self/cwd/"];
const ends = ["", "?", "%00", "%00.html", "/", ".html", "#"];

/** Files that nobody may read, from the folder of the built pages up to the root. */
const targets = (dataDir: string) => [
  ".env",
  ".git/config",
  "package.json",
  "server/pages.json",
  "server/draft.js",
  "data/requests.db",
  `${dataDir.slice(1)}/requests.db`,
  `${dataDir.slice(1)}/requests.db-wal`,
  "etc/passwd",
  "_headers",
  "index.html.br",
];

/** Requests paths that try to escape. Every 200 response must be a file of the built site, byte by byte. */
export async function provePathTraversal({ log, scale }: Options): Promise<Result[]> {
  const site = await startExampleSite();
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const builtFolder = join(exampleBuild, "current/client");
  const known = new Set(listFiles(builtFolder).map((file) => digest(readFileSync(join(builtFolder, file)))));
  const paths = [...traversalPaths(site.dataDir)].filter((_, at) => scale === 1 || at % 20 === 0);
  const leaks: string[] = [];
  const statuses = new Set<number>();
  try {
    await runConcurrently(20, paths, async (path) => {
      const { status, text, headers } = await sendRequest({ port: site.port, path, agent });
      statuses.add(status);
      const isBuiltFile = status === 200 && (known.has(digest(Buffer.from(text))) || text.includes('"store":"ok"'));
      const refused = status === 404 || status === 400 || status === 405;
      const isRedirect = status === 301 && existsAt(builtFolder, String(headers.location));
      if (!isBuiltFile && !refused && !isRedirect) leaks.push(`${path} was answered with ${status}`);
    });
    for (const leak of leaks.slice(0, 10)) log(leak);
    const visitor = await sendRequest({ port: site.port, path: "/contact" });
    return [
      {
        claim: "No address leads out of the built pages",
        method:
          "Steps upward, encoded once, twice, overlong, with backslashes and NULs, to settings, data and system files",
        measured: `${formatCount(paths.length)} paths, ${leaks.length} leaks; answers ${[...statuses].toSorted().join(", ")}`,
        passed: leaks.length === 0 && visitor.status === 200,
      },
    ];
  } finally {
    agent.destroy();
    await site.stop();
  }
}

function* traversalPaths(dataDir: string): Generator<string> {
  for (const start of starts)
    for (const target of targets(dataDir)) {
      for (const end of ends) yield start + target + end;
      for (const up of parentSteps)
        for (const slash of slashes) yield start + `${up}${slash}`.repeat(6) + target.replaceAll("/", slash);
    }
}

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const existsAt = (folder: string, location: string) =>
  [location, `${location}.html`].some((file) => existsSync(join(folder, new URL(file, "http://localhost").pathname)));
