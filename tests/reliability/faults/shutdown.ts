import { pause } from "../../kit/spawn-server.ts";
import { readStoredRequests } from "../../kit/stored-requests.ts";
import { createRandom } from "../random.ts";
import { type Options, type Result, scaled } from "../result.ts";
import { type StartServer, temporaryFolder } from "../server-process.ts";
import { startVisitors } from "../visitors.ts";

/** Told to stop under load, the server answers open requests and exits. */
export async function stopsOnSigterm(options: Options, start: StartServer): Promise<Result> {
  const random = createRandom(options.seed);
  const rounds = scaled(15, options, 2);
  const dataDir = temporaryFolder();
  let server = await start({ DATA_DIR: dataDir });
  let [slowest, failedExits] = [0, 0];
  const visitors = startVisitors(() => server.url());
  for (let round = 1; round <= rounds; round++) {
    await pause(random.between(100, 500));
    const signalledAt = performance.now();
    await server.terminate("SIGTERM");
    slowest = Math.max(slowest, performance.now() - signalledAt);
    if (server.child.exitCode !== 0) failedExits++;
    if (round < rounds) server = await start({ DATA_DIR: dataDir });
  }
  await visitors.stop();
  const stored = new Set((await readStoredRequests(dataDir)).map(({ email }) => email));
  const lost = [...visitors.thanked.keys()].filter((email) => !stored.has(email)).length;
  return {
    claim: "Told to stop, the server exits cleanly within ten seconds",
    method: "SIGTERM under load",
    measured: `${rounds} times, ${visitors.thanked.size} thanked, ${lost} lost, slowest ${(slowest / 1_000).toFixed(1)} s, ${failedExits} ended with an error`,
    passed: visitors.thanked.size >= rounds && lost + failedExits === 0 && slowest < 10_000,
  };
}
