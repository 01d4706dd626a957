import { patient } from "../kit/patience.ts";
import { pause, waitUntil } from "../kit/spawn-server.ts";
import { readStoredRequests } from "../kit/stored-requests.ts";
import { createRandom } from "./random.ts";
import { type Prove, resultOf, scaled } from "./results.ts";
import { startServer, temporaryFolder } from "./servers.ts";
import { startRelay } from "./smtp-relay.ts";
import { countOutcomes, startVisitors } from "./visitors.ts";

/** Milliseconds between two posts of a visitor, so that a kill after as many at most may meet any moment of a post. */
const rest = 200;

/**
 * kill -9 of the server while visitors post and emails go out; each start has to find everything. Then it is told to
 * stop: it answers open requests and exits.
 */
export const proveKills: Prove = async (options) => {
  const random = createRandom(options.seed);
  const mail = await startRelay();
  const dataDir = temporaryFolder();
  const variables = { DATA_DIR: dataDir, SMTP_URL: mail.url };
  let server = await startServer(variables);
  let [slowestStart, slowestStop, failedExits] = [server.startupMs, 0, 0];
  const visitors = startVisitors(() => server.url(), { rest });
  async function endServer(signal: "SIGKILL" | "SIGTERM") {
    await visitors.moreThanks();
    await pause(random.between(0, rest));
    const signalledAt = performance.now();
    await server.terminate(signal);
    return performance.now() - signalledAt;
  }
  async function startAgain() {
    server = await startServer(variables);
    slowestStart = Math.max(slowestStart, server.startupMs);
  }
  const kills = scaled(200, options, 3);
  for (let kill = 1; kill <= kills; kill++) {
    await endServer("SIGKILL");
    await startAgain();
  }
  const stops = scaled(15, options, 2);
  for (let stop = 1; stop <= stops; stop++) {
    slowestStop = Math.max(slowestStop, await endServer("SIGTERM"));
    if (server.child.exitCode !== 0) failedExits++;
    await startAgain();
  }
  await visitors.stop();
  await waitUntil(async () => {
    await pause(100);
    return (await readStoredRequests(dataDir)).every(({ deliveredAt }) => deliveredAt);
  }, 180);
  await server.terminate("SIGTERM");
  const stored = await readStoredRequests(dataDir);
  const { thanked, lost, duplicates, undelivered, extra } = countOutcomes(stored, visitors.thanked, mail.received);
  await mail.close();
  return [
    resultOf("Every acknowledged request is stored once and delivered, however often the server is killed", {
      [`${kills} kills`]: true,
      [`${thanked} thanked`]: thanked >= kills,
      [`${lost} lost`]: lost === 0,
      [`${duplicates} stored twice`]: duplicates === 0,
      [`${undelivered} undelivered`]: undelivered === 0,
      [`${extra} emails too many`]: extra <= kills,
      [`slowest start ${Math.round(slowestStart)} ms`]: true,
    }),
    resultOf("Told to stop under load, the server exits cleanly within ten seconds", {
      [`${stops} times`]: true,
      [`slowest ${(slowestStop / 1_000).toFixed(1)} s`]: slowestStop < patient(10_000),
      [`${failedExits} ended with an error`]: failedExits === 0,
    }),
  ];
};
