import { once } from "node:events";
import { chmodSync, existsSync, statfsSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openPostgresStore } from "../../../src/requests/store/postgres.ts";
import { migrate } from "../../../src/requests/store/postgres-migrate.ts";
import type { Store } from "../../../src/requests/store/store.ts";
import { startDeployedNginx } from "../../kit/deployed-nginx.ts";
import { freePort } from "../../kit/free-port.ts";
import { type PostgresServer, startPostgresServer } from "../../kit/postgres-server.ts";
import { sampleSubmission } from "../../kit/sample-request.ts";
import { pause, waitUntil } from "../../kit/spawn-server.ts";
import { createControlledClock } from "../controlled-clock.ts";
import type { Random } from "../random.ts";
import { type ServerProcess, startServer, temporaryFolder } from "../servers.ts";
import { type RelayBehaviour, startRelay } from "../smtp-relay.ts";

const minute = 60_000;
/** Within what the manual allows: the first and the last are nearly four minutes apart. */
const clocks = [-115_000, 0, 115_000];
const fastestClock = Math.max(...clocks);
/** Older than this, a request that nobody answered has a reminder sent. */
const remindAfter = 20 * 60 * minute;

export const isReminder = (id: string): boolean => id.startsWith("reminder-");

/** Each replaces how a server asks its database; `ask(text, ...rest)` is the driver's own way. */
const plantedFaults = {
  "thanks before the commit": `if (text !== "COMMIT") return ask(text, ...rest);
    ask(text).catch(() => {});
    return Promise.resolve({ rows: [], rowCount: 0 });`,
  "claims without a lease": `return ask(typeof text === "string"
    ? text.replace("claimed_until = $3 FROM next", "claimed_until = $3::bigint * 0 FROM next") : text, ...rest);`,
};
export type PlantedFault = keyof typeof plantedFaults;

/** The options with which Node plants the fault before the server starts. */
function plantFault(name: PlantedFault): string {
  const file = join(temporaryFolder(), "fault.mjs");
  writeFileSync(
    file,
    `import pg from ${JSON.stringify(import.meta.resolve("pg"))};
    const { query } = pg.Client.prototype;
    pg.Client.prototype.query = function (text, ...rest) {
      const ask = (...args) => query.apply(this, args);
      ${plantedFaults[name]}
    };`,
  );
  return `--import=${pathToFileURL(file).href}`;
}

export interface ClusterSettings {
  random: Random;
  /** Requests that come of age while the servers run, over so many milliseconds. */
  oldRequests: number;
  comeOfAgeWithin: number;
  planted: PlantedFault | undefined;
}

/**
 * The servers of one studio behind the documented nginx, on one PostgreSQL at an address that moves with the primary. A
 * standby follows it, and a commit waits for that. Mail servers refuse, break off, and take emails in silence.
 */
export async function startCluster({ random, oldRequests, comeOfAgeWithin, planted }: ClusterSettings) {
  const first = await startPostgresServer(
    {
      wal_keep_size: "128MB",
      wal_retrieve_retry_interval: "200ms",
      max_connections: "200",
      // In the data folder, as a killed server cannot remove what it shares elsewhere.
      dynamic_shared_memory_type: "mmap",
    },
    memoryFolder(),
  );
  let primary: PostgresServer = first;
  let standby: PostgresServer | null = null;
  let isReachable = true;
  const database = new URL(await primary.createDatabase()).pathname;
  const databaseUrl = (port: number) => `postgres://postgres@127.0.0.1:${port}${database}`;
  const address = await startAddress(() => (isReachable ? primary.port : null));

  /** A commit waits for the standby from the moment at which it has caught up. */
  async function addStandby(): Promise<void> {
    standby = await primary.createStandby();
    const followers = (condition: string) =>
      primary.sql(`SELECT FROM pg_stat_replication WHERE state = 'streaming' AND ${condition}`);
    await waitUntil(async () => (await followers("true")).length === 1, 30);
    await primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()");
    await waitUntil(async () => (await followers("sync_state = 'sync'")).length === 1, 30);
  }

  const store = openPostgresStore(databaseUrl(primary.port), { connections: 1, prepare: migrate });
  const seedTime = Date.now() - remindAfter - 2 * minute;
  for (let number = 0; number < oldRequests; number++) {
    const receivedAt = Math.round(seedTime + (number * comeOfAgeWithin) / oldRequests);
    await store.save(sampleSubmission({ email: `old${number}@example.com`, receivedAt }));
  }
  await store.close();
  await addStandby();

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
        DATABASE_URL: databaseUrl(address.port),
        SMTP_URL: relay.url,
        PORT: String(ports[index]),
        TRUST_PROXY: "1",
        NODE_OPTIONS: planted ? `${NODE_OPTIONS} ${plantFault(planted)}` : NODE_OPTIONS,
      };
      return { relay, variables, server: await startServer(variables) };
    }),
  );

  /**
   * An email that a killed server had handed over, and could not note any more, is sent again. That can only be the last
   * one of each kind that its mail server had from it, and what was still underway.
   */
  async function killServer(): Promise<void> {
    const slot = random.pick(slots);
    const { received } = slot.relay;
    const before = received.length;
    await slot.server.terminate("SIGKILL");
    await waitUntil(slot.relay.isQuiet, 10);
    for (const isKind of [isReminder, (id: string) => !isReminder(id)])
      inHand.push(...received.slice(0, before).filter(isKind).slice(-1));
    inHand.push(...received.slice(before));
    slot.server = await startAgain(slot.variables);
  }
  async function killPrimary(): Promise<void> {
    await primary.kill();
    await pause(random.between(0, 300));
    await primary.start();
  }
  /** The primary is gone for good, and the standby takes its place and its address. It works alone until there is another. */
  async function promote(): Promise<void> {
    if (!standby) return;
    isReachable = false;
    await primary.kill();
    address.cut();
    if (primary !== first) await primary.stop();
    await standby.sql("SELECT pg_promote()");
    primary = standby;
    standby = null;
    isReachable = true;
    await pause(random.between(0, 500));
    await addStandby();
  }
  const events = {
    "kill a server": killServer,
    "kill PostgreSQL": killPrimary,
    "promote the standby": promote,
    "cut connections to the database": async () => address.cut(() => random.chance(0.5)),
  };

  return {
    url: `http://127.0.0.1:${nginx.ports.proxy}`,
    events,
    /** Message-IDs at all mail servers, those taken in silence, and those that killed servers had in hand. */
    received: () => slots.flatMap(({ relay }) => relay.received),
    unconfirmed: () => slots.flatMap(({ relay }) => relay.unconfirmed),
    inHand,
    openStore: () => openPostgresStore(databaseUrl(primary.port), { connections: 1 }),
    /**
     * Waits until every email that is due was sent. A last server then sends the rest: its clock is so far ahead that
     * what dead servers had claimed is free, and its mail server works.
     */
    async finish(store: Pick<Store, "countDue" | "pending">): Promise<void> {
      await waitUntil(async () => {
        // Asked rarely, as counting many thousands takes the database's time from those who send them.
        await pause(250);
        const { plain, flagged } = await store.countDue(Date.now() + fastestClock);
        return plain + flagged === 0;
      }, 400);
      isMailCalm = true;
      for (const { server } of slots) await server.terminate("SIGTERM");
      const [slot] = slots;
      if (!slot) return;
      const ahead = 6 * minute + fastestClock + comeOfAgeWithin;
      slot.server = await startAgain({ ...slot.variables, ...createControlledClock(1, ahead).variables });
      await waitUntil(async () => (await store.pending()).count === 0, 60);
      await slot.server.terminate("SIGTERM");
    },
    async close() {
      await nginx.stop();
      for (const { server, relay } of slots) {
        await server.terminate("SIGKILL");
        await relay.close();
      }
      await address.close();
      for (const server of new Set([standby, primary, first])) await server?.stop();
    },
  };
}

export type ClusterEvent = keyof Awaited<ReturnType<typeof startCluster>>["events"];

/** Processes are killed here, not disks, so the data is in memory where there is room: a disk would take most of the time. */
function memoryFolder(): string | undefined {
  const folder = "/dev/shm";
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < 4e9) return undefined;
  const own = temporaryFolder(folder);
  chmodSync(own, 0o755);
  return own;
}

/** While a server is away, a connection of somebody else may have its port for a moment. */
async function startAgain(variables: Record<string, string>, tries = 5): Promise<ServerProcess> {
  try {
    return await startServer(variables);
  } catch (error) {
    if (tries === 0) throw error;
    await pause(200);
    return startAgain(variables, tries - 1);
  }
}

/** An address in front of the database, which can lead to another one and be cut. */
async function startAddress(target: () => number | null) {
  const connections = new Set<() => void>();
  const server = createServer((near) => {
    near.on("error", () => {});
    const port = target();
    if (port === null) return void near.destroy();
    const far = connect(port, "127.0.0.1").on("error", () => {});
    const end = () => {
      near.destroy();
      far.destroy();
      connections.delete(end);
    };
    connections.add(end);
    for (const socket of [near, far]) socket.setNoDelay().on("close", end);
    near.pipe(far).pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const cut = (isChosen: () => boolean = () => true) => {
    for (const end of [...connections].filter(isChosen)) end();
  };
  return {
    port: typeof address === "object" && address ? address.port : 0,
    /** Ends the connections that are chosen, all of them by default. */
    cut,
    async close() {
      server.close();
      cut();
      await once(server, "close");
    },
  };
}
