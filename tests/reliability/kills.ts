import { pause, waitUntil } from "../kit/spawn-server.ts";
import { readStoredRequests } from "../kit/stored-requests.ts";
import { createRandom } from "./random.ts";
import { type Prove, resultOf, scaled } from "./results.ts";
import { startServer, temporaryFolder } from "./servers.ts";
import { startRelay } from "./smtp-relay.ts";
import { countOutcomes, startVisitors } from "./visitors.ts";

/** Milliseconds between two posts of a visitor, so that a kill after as many at most may meet any moment of a post. */
const rest = 200;

/** kill -9 of the server while visitors post and emails go out; each start has to find everything. */
export const proveKills: Prove = async (options) => {
  const random = createRandom(options.seed);
  const mail = await startRelay();
  const dataDir = temporaryFolder();
  const variables = { DATA_DIR: dataDir, SMTP_URL: mail.url };
  let server = await startServer(variables);
  let slowest = server.startupMs;
  const visitors = startVisitors(() => server.url(), { rest });
  const kills = scaled(200, options, 3);
  for (let kill = 1; kill <= kills; kill++) {
    await visitors.moreThanks();
    await pause(random.between(0, rest));
    await server.terminate("SIGKILL");
    server = await startServer(variables);
    slowest = Math.max(slowest, server.startupMs);
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
      [`slowest start ${Math.round(slowest)} ms`]: true,
    }),
  ];
};
