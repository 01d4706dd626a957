import { openPostgresStore } from "../../src/requests/store/postgres.ts";
import { freePort } from "../kit/free-port.ts";
import { hasNginx, startDeployedNginx, studioHost } from "../kit/nginx.ts";
import { startPostgresServer } from "../kit/postgres-server.ts";
import { pause, tryTimes, waitUntil } from "../kit/spawn-server.ts";
import { readAllRequests } from "../kit/stored-requests.ts";
import { createControlledClock } from "./controlled-clock.ts";
import { createRandom, type Random } from "./random.ts";
import { countEach, formatCount, notRun, type Options, type Prove, resultOf, scaled } from "./results.ts";
import { preload, startServer, temporaryFolder } from "./servers.ts";
import { type RelayBehaviour, startRelay } from "./smtp-relay.ts";
import { countOutcomes, startVisitors } from "./visitors.ts";

const minute = 60_000;
/** Within what the manual allows: the first and the last are nearly four minutes apart. */
const clocks = [-115_000, 0, 115_000];
const fastestClock = Math.max(...clocks);

const setup = "three servers behind nginx on one PostgreSQL";

/** Three servers with clocks nearly four minutes apart, while everything they stand on is killed and cut at random. */
export const proveSeveral: Prove = async (options) => {
  if (!hasNginx())
    return [notRun(`Nothing acknowledged is lost, and nothing is sent twice: ${setup}`, "this needs Debian's nginx")];
  const found = await attempt(options, {
    requests: scaled(20_000, options, 600),
    requestsPerEvent: scaled(200, options, 100),
    events: ["kill a server", "kill PostgreSQL", "cut connections to the database"],
  });
  const planted = await attempt(options, {
    requests: 400,
    requestsPerEvent: 50,
    events: ["kill PostgreSQL"],
    planted: true,
  });
  return [
    resultOf(`Everything acknowledged is stored once and delivered: ${setup}`, {
      [`${formatCount(found.thanked)} thanked`]: found.thanked > 0,
      [`${formatCount(found.refusals)} times asked to try again`]: true,
      [`${found.lost} lost`]: found.lost === 0,
      [`${found.duplicates} stored twice`]: found.duplicates === 0,
      [`${found.undelivered} undelivered`]: found.undelivered === 0,
      [countEach(found.happened)]: true,
    }),
    resultOf(`No email is sent twice without a reason: ${setup}`, {
      [`${formatCount(found.emails)} emails`]: true,
      [`${found.extra} again`]: true,
      [`${found.unexplained} without a reason`]: found.unexplained === 0,
    }),
    resultOf("A planted fault is found: thanks before the commit", {
      [`${planted.lost} acknowledged requests are lost`]: planted.lost > 0,
    }),
  ];
};

interface Trial {
  requests: number;
  /** Between two events so many requests are acknowledged. */
  requestsPerEvent: number;
  events: ClusterEvent[];
  /** A fault in every server, which the trial has to find. */
  planted?: boolean;
}

async function attempt({ seed }: Options, { requests, requestsPerEvent, events, planted = false }: Trial) {
  const random = createRandom(seed);
  await using cluster = await startCluster(random, planted);
  const visitors = startVisitors(() => cluster.url, { connections: 24, enough: requests, host: studioHost });
  const { thanked } = visitors;
  // Every kind comes once before any comes again, in an order that the seed gives.
  const rounds = Math.ceil(requests / requestsPerEvent / events.length);
  const deck = Array.from({ length: rounds }, () => random.shuffle(events)).flat();
  const happened: ClusterEvent[] = [];
  for (const event of deck) {
    const next = (happened.length + 1) * requestsPerEvent;
    if (next >= requests || !(await waitUntil(() => thanked.size >= next, 60))) break;
    await pause(random.between(0, 200));
    await cluster.events[event]();
    happened.push(event);
  }
  await waitUntil(() => thanked.size >= requests, 120);
  await visitors.stop();
  await cluster.finish();
  const emails = cluster.received();
  return {
    ...countOutcomes(await readAllRequests(cluster.store), thanked, emails),
    unexplained: countUnexplained(emails, [...cluster.unconfirmed(), ...cluster.inHand]),
    emails: emails.length,
    refusals: visitors.refusals(),
    happened,
  };
}

/** Each email that came again needs a reason: its mail server's silence, or the death of the server that sent it. */
function countUnexplained(emails: string[], reasons: string[]): number {
  const unused = [...reasons];
  return emails.filter((id, index) => {
    if (emails.indexOf(id) === index) return false;
    const reason = unused.indexOf(id);
    if (reason >= 0) unused.splice(reason, 1);
    return reason < 0;
  }).length;
}

/** Loaded before the server, it plants a fault: thanks before the commit. */
const fault = `
import pg from ${JSON.stringify(import.meta.resolve("pg"))};
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (text, ...rest) {
  const answer = query.call(this, text, ...rest);
  if (text !== "COMMIT") return answer;
  answer.catch(() => {});
  return Promise.resolve({ rows: [], rowCount: 0 });
};`;

/**
 * The servers of one studio behind the documented nginx, on one PostgreSQL. Mail servers refuse, break off, and take
 * emails in silence.
 */
async function startCluster(random: Random, planted: boolean) {
  const postgres = await startPostgresServer({
    max_connections: "200",
    // In the data folder, as a killed server cannot remove what it shares elsewhere.
    dynamic_shared_memory_type: "mmap",
  });
  const database = await postgres.createDatabase();
  const store = openPostgresStore(database, { connections: 1 });

  let isMailCalm = false;
  /** One email in a hundred is taken in silence, one is put off, and one conversation breaks. */
  const relayBehaviour = (): RelayBehaviour => {
    if (isMailCalm || !random.chance(0.03)) return null;
    return random.pick<RelayBehaviour>([
      { stage: "message", action: "keep and drop" },
      { stage: "MAIL", action: 451 },
      { stage: "DATA", action: "drop" },
    ]);
  };
  const ports = await Promise.all(clocks.map(freePort));
  const nginx = await startDeployedNginx({ project: process.cwd(), severalPorts: ports });
  const inHand: string[] = [];
  const slots = await Promise.all(
    clocks.map(async (clock, index) => {
      const relay = await startRelay(relayBehaviour);
      const { NODE_OPTIONS } = createControlledClock(1, clock).variables;
      const variables = {
        DATA_DIR: temporaryFolder(),
        DATABASE_URL: database,
        SMTP_URL: relay.url,
        PORT: String(ports[index]),
        TRUST_PROXY: "1",
        NODE_OPTIONS: planted ? `${NODE_OPTIONS} ${preload(fault)}` : NODE_OPTIONS,
      };
      return { relay, variables, server: await startServer(variables) };
    }),
  );

  const events = {
    /**
     * An email that a killed server had handed over, and could not note any more, is sent again. That can only be the
     * last one that its mail server had from it, and what was still underway.
     */
    async "kill a server"() {
      const slot = random.pick(slots);
      const { received } = slot.relay;
      const before = received.length;
      await slot.server.terminate("SIGKILL");
      await waitUntil(slot.relay.isQuiet, 10);
      inHand.push(...received.slice(Math.max(0, before - 1)));
      // While a server is away, a connection of somebody else may have its port for a moment.
      slot.server = await tryTimes(6, () => startServer(slot.variables));
    },
    async "kill PostgreSQL"() {
      await postgres.kill();
      await pause(random.between(0, 300));
      await postgres.start();
    },
    async "cut connections to the database"() {
      await postgres.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND random() < 0.5`);
    },
  };

  return {
    url: `http://127.0.0.1:${nginx.ports.proxy}`,
    events,
    /** Message-IDs at all mail servers, those taken in silence, and those that killed servers had in hand. */
    received: () => slots.flatMap(({ relay }) => relay.received),
    unconfirmed: () => slots.flatMap(({ relay }) => relay.unconfirmed),
    inHand,
    store,
    /**
     * Waits until every email that is due was sent. A last server then sends the rest: its clock is so far ahead that
     * what dead servers had claimed is free, and its mail server works.
     */
    async finish(): Promise<void> {
      await waitUntil(async () => {
        // Asked rarely, as counting many thousands takes the database's time from those who send them.
        await pause(250);
        const { plain, spam } = await store.countDue(Date.now() + fastestClock);
        return plain + spam === 0;
      }, 400);
      isMailCalm = true;
      for (const { server } of slots) await server.terminate("SIGTERM");
      const [slot] = slots;
      if (!slot) return;
      const ahead = createControlledClock(1, 6 * minute + fastestClock).variables;
      slot.server = await tryTimes(6, () => startServer({ ...slot.variables, ...ahead }));
      await waitUntil(async () => (await store.pending()).count === 0, 60);
    },
    async [Symbol.asyncDispose]() {
      await store.close();
      await nginx.stop();
      for (const { server, relay } of slots) {
        await server.terminate("SIGKILL");
        await relay.close();
      }
      await postgres.stop();
    },
  };
}

type ClusterEvent = keyof Awaited<ReturnType<typeof startCluster>>["events"];
