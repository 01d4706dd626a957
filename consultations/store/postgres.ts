import { Pool, type PoolClient, types } from "pg";
import { messageOf, propertiesOf, traceOf } from "../thrown.ts";
import { createDeskStore } from "./postgres-desk.ts";
import { createNotes } from "./postgres-notes.ts";
import type { Query, Transact } from "./postgres-query.ts";
import { createQueue } from "./postgres-queue.ts";
import { createRequests } from "./postgres-requests.ts";
import { type Store, StoreUnavailable } from "./store.ts";

export type PostgresSettings = {
  /** Connections at most. */
  connections: number;
  /** Brings the tables up to date. Done before the first call, and again with the next until it succeeds. */
  prepare?: (transact: Transact) => Promise<void>;
};

const bigint = 20;

/** Any number of processes may have one database open: each request is handed to one of them. */
export function openPostgresStore(url: string, { connections, prepare }: PostgresSettings): Store {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    // Long waits are given up: the visitor keeps her text and is asked to call.
    connectionTimeoutMillis: 5_000,
    query_timeout: 8_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: { getTypeParser: (type, format) => (type === bigint ? Number : types.getTypeParser(type, format)) },
  });
  // Whoever uses a connection that breaks is told by its query. Unheard, the event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));

  const ask =
    (client: Pool | PoolClient): Query =>
    async (text, ...values) => {
      const { rows, rowCount } = await client.query(text, values);
      return { rows, count: rowCount ?? 0 };
    };
  const perform: Transact = async (work) => {
    const client = await pool.connect();
    let broken = true;
    try {
      // Thanked for only when on disk, whatever the database's own habit.
      await client.query("BEGIN; SET LOCAL synchronous_commit = on");
      const result = await work(ask(client));
      await client.query("COMMIT");
      broken = false;
      return result;
    } finally {
      // What became of its transaction is unknown: the connection is closed, and the database undoes it.
      client.release(broken);
    }
  };

  let prepared: Promise<void> | null = null;
  async function guard<Result>(work: () => Promise<Result>): Promise<Result> {
    prepared ??= (prepare?.(perform) ?? Promise.resolve()).catch((error) => {
      prepared = null;
      throw error;
    });
    try {
      await prepared;
      return await work();
    } catch (error) {
      // Where several addresses were tried in vain there is a code and no message.
      throw new StoreUnavailable(messageOf(error) || String(propertiesOf(error).code), traceOf(error));
    }
  }
  const query: Query = (text, ...values) => guard(() => ask(pool)(text, ...values));
  const transact: Transact = (work) => guard(() => perform(work));
  const notes = createNotes(query);

  return {
    ...createRequests(query, transact),
    ...createQueue(query),
    ...createDeskStore(query, transact),
    ...notes,
    async check() {
      const name = `health ${crypto.randomUUID()}`;
      await notes.remember(name, name);
      if ((await notes.recall(name)) !== name) throw new StoreUnavailable("what was written cannot be read back");
      await query("DELETE FROM consultations.facts WHERE name = $1", name);
    },
    close: () => pool.end(),
  };
}
