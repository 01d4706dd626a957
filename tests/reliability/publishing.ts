import { mkdtempSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "../../src/build/release-files.ts";
import { openRelease } from "../../src/build/releases.ts";
import { startBuiltServer } from "../kit/built-server.ts";
import { writeNextRelease } from "../kit/next-release.ts";
import { pause, waitUntil } from "../kit/spawn-server.ts";
import { formatCount } from "../kit/statistics.ts";
import { buildOnce } from "./example-site.ts";
import { type Prove, scaled } from "./result.ts";
import { startLoad } from "./steady-load.ts";

const perSecond = 50;

/** Visitors read pages, and the scripts and pictures of pages they opened before, while one release follows another. */
export const prove: Prove = async (options) => {
  const publishes = scaled(10, options, 2);
  buildOnce();
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
  const server = await startBuiltServer({ BUILD_DIR: folder, HOST: "127.0.0.1", SITE_URL: "" });
  const health = async (): Promise<{ release?: string; refused?: string }> =>
    (await fetch(`${server.origin}/healthz`)).json();
  const { port } = new URL(server.origin);
  const pages = ["/", "/about", "/contact", "/treatments", "/results", "/testimonials"];
  const load = startLoad([{ name: "server", port: Number(port), host: "localhost" }], pages, perSecond);
  let [takenUp, brokenTaken, slowestTakeUp] = [0, 0, 0];
  for (let edition = 0; edition < publishes; edition++) {
    const before = (await health()).release;
    if (edition % 2 === 1) {
      publish(`broken-${edition}`, (release) => truncateSync(join(release, "client/about.html"), 1_000));
      await waitUntil(async () => (await health()).refused !== undefined, 20);
      if ((await health()).release !== before) brokenTaken++;
    }
    const published = performance.now();
    const name = publish(`edition-${edition}`);
    if (await waitUntil(async () => (await health()).release === name, 20)) takenUp++;
    slowestTakeUp = Math.max(slowestTakeUp, performance.now() - published);
    await pause(scaled(1_000, options));
  }
  const { sent, linked, failures, slowest } = await load.stop();
  for (const failure of failures.slice(0, 20)) options.log(failure);
  await server.stop();
  rmSync(folder, { recursive: true });
  const seconds = (time: number) => `${(time / 1_000).toFixed(1)} s`;
  return [
    {
      claim: "A running server takes up each release without a failed request, and never a broken one",
      method: `${perSecond} requests a second through ${publishes} publishes, before every second one a half-copied release`,
      measured: `${failures.length} of ${formatCount(sent)} requests failed, of which ${formatCount(linked)} were for scripts and pictures; slowest answer ${seconds(slowest)}; ${takenUp} of ${publishes} taken up, the slowest after ${seconds(slowestTakeUp)}; ${brokenTaken} broken ones taken up`,
      passed: failures.length === 0 && takenUp === publishes && brokenTaken === 0 && linked > 0,
    },
  ];
};
