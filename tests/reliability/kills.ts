import { openPostgresStore } from "../../src/requests/store/postgres.ts";
import { startPostgresServer } from "../kit/postgres-server.ts";
import { pause, waitUntil } from "../kit/spawn-server.ts";
import { readAllRequests, readStoredRequests } from "../kit/stored-requests.ts";
import { createControlledClock } from "./controlled-clock.ts";
import { countOutcomes, thanksWaiter } from "./outcomes.ts";
import { createRandom } from "./random.ts";
import { type Options, type Prove, type Result, scaled } from "./result.ts";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";
import { startRelay } from "./smtp-relay.ts";
import { startVisitors } from "./visitors.ts";

/** Milliseconds between two posts of a visitor, so that a kill after as many at most may meet any moment of a post. */
const rest = 200;

type Tally = { thanked: number; lost: number; duplicates: number; extra: number; undelivered: number; slowest: number };

export const prove: Prove = async (options) => {
  // A server that exits normally stores its compiled modules for those that will be killed.
  await (await startServer({ DATA_DIR: temporaryFolder() })).terminate("SIGTERM");
  // Most of the time they wait for a process to start, so they run beside each other, in a full run the file in two places.
  const places = options.scale < 1 ? 1 : 2;
  const seeds = Array.from({ length: places }, (_, place) => options.seed + place);
  const [postgres, ...files] = await Promise.all([
    killWithPostgres(options),
    ...seeds.map((seed) => killWithFile({ ...options, seed })),
  ]);
  const killMethod = "kill -9 of a server and an immediate stop of the database in turn";
  return [
    report("one server and its file", places * fileKills(options), files.reduce(add), "kill -9 of the server"),
    report("two servers and PostgreSQL", scaled(50, options, 2), postgres, killMethod),
  ];
};

function report(setup: string, kills: number, tally: Tally, method: string): Result {
  const { thanked, lost, duplicates, extra, undelivered, slowest } = tally;
  return {
    claim: `Every acknowledged request is stored once and delivered, whatever is killed (${setup})`,
    method: `${method} while visitors post and emails go out; each start finds everything, real SMTP`,
    measured: `${kills} kills, ${thanked} thanked, ${lost} lost, ${duplicates} stored twice, ${undelivered} undelivered, ${extra} emails too many, slowest start ${Math.round(slowest)} ms`,
    passed: thanked >= kills && lost + duplicates + undelivered === 0 && extra <= kills,
  };
}

const fileKills = (options: Options) => scaled(100, options, 2);

const add = (one: Tally, other: Tally): Tally => ({
  thanked: one.thanked + other.thanked,
  lost: one.lost + other.lost,
  duplicates: one.duplicates + other.duplicates,
  extra: one.extra + other.extra,
  undelivered: one.undelivered + other.undelivered,
  slowest: Math.max(one.slowest, other.slowest),
});

async function killWithFile(options: Options): Promise<Tally> {
  const random = createRandom(options.seed);
  const mail = await startRelay();
  const variables = { DATA_DIR: temporaryFolder(), SMTP_URL: mail.url };
  let server = await startServer(variables);
  let slowest = server.startupMs;
  let lost = 0;
  const visitors = startVisitors(() => server.url(), { rest });
  const waitForThanks = thanksWaiter(visitors.thanked);
  const kills = fileKills(options);
  for (let kill = 1; kill <= kills; kill++) {
    await waitForThanks();
    await pause(random.between(0, rest));
    await server.terminate("SIGKILL");
    const before = [...visitors.thanked.keys()];
    server = await startServer(variables);
    slowest = Math.max(slowest, server.startupMs);
    if (kill % 20 === 0 || kill === kills) {
      const found = new Set((await readStoredRequests(variables.DATA_DIR)).map(({ email }) => email));
      lost += before.filter((email) => !found.has(email)).length;
      options.log(`file: ${kill} kills, ${before.length} thanked, ${lost} lost, ${mail.received.length} emails`);
    }
  }
  await visitors.stop();
  await waitUntil(async () => {
    await pause(100);
    return (await readStoredRequests(variables.DATA_DIR)).every(({ deliveredAt }) => deliveredAt);
  }, 180);
  await server.terminate("SIGTERM");
  const tally = countOutcomes(await readStoredRequests(variables.DATA_DIR), visitors.thanked, mail.received);
  await mail.close();
  return { ...tally, lost: Math.max(tally.lost, lost), slowest };
}

/** An email that a killed server was sending is free again after its lease of five minutes. */
const afterLease = 6 * 60_000;

async function killWithPostgres(options: Options): Promise<Tally> {
  const random = createRandom(options.seed);
  const [mail, postgres] = await Promise.all([startRelay(), startPostgresServer()]);
  const database = await postgres.createDatabase();
  const variables = { DATA_DIR: temporaryFolder(), DATABASE_URL: database, SMTP_URL: mail.url };
  const servers: ServerProcess[] = [await startServer(variables), await startServer(variables)];
  const store = openPostgresStore(database, { connections: 1 });
  let slowest = 0;
  const visitors = startVisitors(() => random.pick(servers).url(), { rest });
  const waitForThanks = thanksWaiter(visitors.thanked);
  const kills = scaled(50, options, 2);
  for (let kill = 1; kill <= kills; kill++) {
    await waitForThanks();
    await pause(random.between(0, rest));
    if (kill % 2) {
      await postgres.crash();
      await pause(random.between(0, 200));
      await postgres.start();
    } else {
      const which = random.below(2);
      await servers[which]?.terminate("SIGKILL");
      const next = await startServer(variables);
      servers[which] = next;
      slowest = Math.max(slowest, next.startupMs);
    }
    if (kill % 10 === 0)
      options.log(`PostgreSQL: ${kill} kills, ${visitors.thanked.size} thanked, ${mail.received.length} emails`);
  }
  await visitors.stop();
  const waiting = async () => (await store.pending().catch(() => ({ count: 1 }))).count;
  // Most emails have been sent once only those are left that were under way: one at each stop of a server, and at
  // each stop of the database one in either server, which could not note that it was sent.
  await waitUntil(async () => (await waiting()) <= 1.5 * kills, 120);
  for (const server of servers) await server.terminate("SIGTERM");
  const last = await startServer({ ...variables, ...createControlledClock(1, afterLease).variables });
  await waitUntil(async () => (await waiting()) === 0, 60);
  await last.terminate("SIGTERM");
  const tally = countOutcomes(await readAllRequests(store), visitors.thanked, mail.received);
  await store.close();
  await Promise.all([mail.close(), postgres.stop()]);
  return { ...tally, slowest };
}
