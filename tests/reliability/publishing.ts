import { mkdtempSync, rmSync, truncateSync } from "node:fs";
import { join, resolve } from "node:path";
import { readManifest } from "../../src/build/release-files.ts";
import { openRelease } from "../../src/build/releases.ts";
import { sendRequest } from "../kit/http-request.ts";
import { writeNextRelease } from "../kit/next-release.ts";
import { buildExample } from "../kit/server-process.ts";
import { pause, waitUntil } from "../kit/spawn-server.ts";
import { formatCount, type Prove, resultOf, scaled } from "./results.ts";
import { runCommand, startServer, temporaryFolder } from "./servers.ts";

const perSecond = 50;
const pages = ["/", "/about", "/contact", "/treatments", "/results", "/testimonials"];

/**
 * Visitors read pages, and the scripts and pictures of pages they opened before, while one release follows another and
 * requests are copied.
 */
export const provePublishing: Prove = async (options) => {
  const publishes = scaled(10, options, 2);
  buildExample();
  // The folder is inside the project, where the built code finds its packages.
  const folder = mkdtempSync(".cache/publishing-");
  const publish = (edition: string, damage = (_: string) => {}) => {
    const release = openRelease(folder);
    writeNextRelease(release.folder, edition);
    const name = readManifest(release.folder)?.release;
    damage(release.folder);
    release.publish();
    return name;
  };
  publish("first");
  const variables = { DATA_DIR: temporaryFolder() };
  // A server that follows new releases compares their code with that of the folder it runs in.
  const server = await startServer({ BUILD_DIR: resolve(folder), ...variables }, { cwd: process.cwd() });
  const readers = startReaders(Number(new URL(server.url()).port));
  let [takenUp, brokenTaken, copied] = [0, 0, 0];
  for (let edition = 0; edition < publishes; edition++) {
    const before = (await server.health()).release;
    if (edition % 2 === 1) {
      publish(`broken-${edition}`, (release) => truncateSync(join(release, "client/about.html"), 1_000));
      await waitUntil(async () => (await server.health()).refused !== undefined, 20);
      if ((await server.health()).release !== before) brokenTaken++;
    }
    const name = publish(`edition-${edition}`);
    if (/ in /.test(await runCommand("backup", [temporaryFolder()], variables))) copied++;
    if (await waitUntil(async () => (await server.health()).release === name, 20)) takenUp++;
    await pause(scaled(1_000, options));
  }
  const { sent, linked, failures } = await readers.stop();
  for (const failure of failures.slice(0, 20)) options.log(failure);
  await server.terminate();
  rmSync(folder, { recursive: true });
  return [
    resultOf("A running server takes up each release without a failed request, and never a broken one", {
      [`${failures.length} of ${formatCount(sent)} requests failed`]: failures.length === 0,
      [`${formatCount(linked)} of them for scripts and pictures`]: linked > 0,
      [`${takenUp} of ${publishes} taken up`]: takenUp === publishes,
      [`${brokenTaken} broken ones taken up`]: brokenTaken === 0,
      [`${copied} copies made meanwhile`]: copied === publishes,
    }),
  ];
};

/** Requests at a fixed rate; pages alternate with the files that earlier pages name. */
function startReaders(port: number) {
  const failures: string[] = [];
  const named: string[] = [];
  const answers: Promise<void>[] = [];
  let linked = 0;

  async function read(path: string): Promise<void> {
    const { status, text, bytes } = await sendRequest({ port, path, headers: { host: "localhost" } });
    if (status !== 200 || bytes.length === 0) failures.push(`${path}: ${status || text}`);
    const links = pages.includes(path) ? text.matchAll(/"(\/(?:assets|pictures)\/[^" ]+)/g) : [];
    named.push(...new Set([...links].map(([, file = ""]) => file)));
  }
  const timer = setInterval(() => {
    const file = answers.length % 2 ? named.shift() : undefined;
    if (file) linked++;
    answers.push(read(file ?? pages[answers.length % pages.length] ?? "/"));
  }, 1_000 / perSecond);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(answers);
      return { sent: answers.length, linked, failures };
    },
  };
}
