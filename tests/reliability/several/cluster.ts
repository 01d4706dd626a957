import { chmodSync, existsSync, statfsSync } from "node:fs";
import { openPostgresStore } from "../../../src/requests/store/postgres.ts";
import { migrate } from "../../../src/requests/store/postgres-migrate.ts";
import { startDeployedNginx } from "../../kit/deployed-nginx.ts";
import { freePort } from "../../kit/free-port.ts";
import { startLink } from "../../kit/link.ts";
import { startPgbouncer } from "../../kit/pgbouncer.ts";
import { type PostgresServer, startPostgresServer } from "../../kit/postgres-server.ts";
import { sampleSubmission } from "../../kit/sample-request.ts";
import { pause, waitUntil } from "../../kit/spawn-server.ts";
import { createControlledClock } from "../controlled-clock.ts";
import { isReminder } from "../outcomes.ts";
import type { Random } from "../random.ts";
import { type ServerProcess, startServer, temporaryFolder } from "../server-process.ts";
import { type RelayBehaviour, startRelay } from "../smtp-relay.ts";

const minute = 60_000;
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

/** Older than this, a request that nobody answered has a reminder sent. */
const remindAfter = 20 * 60 * minute;

export interface ClusterSettings {
  random: Random;
  /** How far each server's clock is ahead, in milliseconds. */
  clocks: number[];
  /** Requests that come of age while the servers run, over so many milliseconds. */
  oldRequests: number;
  comeOfAgeWithin: number;
  /** None, one that a commit waits for, or one that follows as it can. */
  standby: "none" | "synchronous" | "asynchronous";
  /** Milliseconds until what the primary has written is at the standby, and as many back. */
  standbyDelay: number;
  /** Whether servers reach the database through PgBouncer. */
  pooled: boolean;
  /** Options of Node that plant a fault in every server. */
  planted: string;
}

/** The servers of one studio behind the documented nginx, on one PostgreSQL at an address that moves with the primary. */
export async function startCluster(settings: ClusterSettings) {
  const { random, clocks } = settings;
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
  const link = await startLink(() => (isReachable ? primary.port : null));
  const replication = await startLink(() => primary.port, settings.standbyDelay);
  const pooler = settings.pooled ? await startPgbouncer(link.port) : null;

  /** A commit waits for the standby from the moment at which it has caught up. */
  async function addStandby(): Promise<void> {
    if (settings.standby === "none") return;
    standby = await primary.createStandby(replication.port);
    const followers = (condition: string) =>
      primary.sql(`SELECT FROM pg_stat_replication WHERE state = 'streaming' AND ${condition}`);
    await waitUntil(async () => (await followers("true")).length === 1, 30);
    if (settings.standby === "asynchronous") return;
    await primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()");
    await waitUntil(async () => (await followers("sync_state = 'sync'")).length === 1, 30);
  }

  const store = openPostgresStore(databaseUrl(primary.port), { connections: 1, prepare: migrate });
  const seedTime = Date.now() - remindAfter - 2 * minute;
  for (let number = 0; number < settings.oldRequests; number++) {
    const receivedAt = Math.round(seedTime + (number * settings.comeOfAgeWithin) / settings.oldRequests);
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
      const options = `${createControlledClock(1, clock).variables.NODE_OPTIONS} ${settings.planted}`;
      const variables = {
        DATA_DIR: temporaryFolder(),
        DATABASE_URL: databaseUrl(pooler?.port ?? link.port),
        SMTP_URL: relay.url,
        PORT: String(ports[index]),
        TRUST_PROXY: "1",
        NODE_OPTIONS: options,
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
  async function killStandby(): Promise<void> {
    await standby?.kill();
    await pause(random.between(0, 300));
    await standby?.start();
  }
  /** The primary is gone for good, and the standby takes its place and its address. It works alone until there is another. */
  async function promote(): Promise<void> {
    if (!standby) return;
    isReachable = false;
    replication.cut();
    await primary.kill();
    link.cut();
    if (primary !== first) await primary.stop();
    await standby.sql("SELECT pg_promote()");
    primary = standby;
    standby = null;
    isReachable = true;
    await pause(random.between(0, 500));
    await addStandby();
  }
  const half = () => random.chance(0.5);
  const events = {
    "kill a server": killServer,
    "kill PostgreSQL": killPrimary,
    "kill the standby": killStandby,
    "promote the standby": promote,
    "cut connections to the database": async () => link.cut(half),
    "end the database's sessions": async () =>
      void (await primary.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname <> 'postgres' AND random() < 0.5",
      )),
    "cut the standby off": async () => replication.cut(),
    "kill the pooler": async () => pooler?.restart(),
  };

  return {
    url: `http://127.0.0.1:${nginx.ports.proxy}`,
    events,
    /** Message-IDs at all mail servers, those taken in silence, and those that killed servers had in hand. */
    received: () => slots.flatMap(({ relay }) => relay.received),
    unconfirmed: () => slots.flatMap(({ relay }) => relay.unconfirmed),
    inHand,
    openStore: () => openPostgresStore(databaseUrl(primary.port), { connections: 1 }),
    /** A last server with a clock so far ahead that what dead servers had claimed is free, and a mail server that works. */
    async finish(isDone: () => Promise<boolean>): Promise<void> {
      isMailCalm = true;
      for (const { server } of slots) await server.terminate("SIGTERM");
      const [slot] = slots;
      if (!slot) return;
      const ahead = 6 * minute + Math.max(...clocks) + settings.comeOfAgeWithin;
      slot.server = await startAgain({ ...slot.variables, ...createControlledClock(1, ahead).variables });
      await waitUntil(isDone, 60);
      await slot.server.terminate("SIGTERM");
    },
    async close() {
      await nginx.stop();
      for (const { server, relay } of slots) {
        await server.terminate("SIGKILL");
        await relay.close();
      }
      await pooler?.stop();
      await Promise.all([link.close(), replication.close()]);
      for (const server of new Set([standby, primary, first])) await server?.stop();
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;
export type ClusterEvent = keyof Cluster["events"];

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
