import { Pool, type PoolClient, types } from "pg";
import { createTables, type Query } from "./postgres-tables.ts";
import { type Store, StoreUnavailable } from "./store.ts";

export type PostgresSettings = {
  /** Connections at most. */
  connections: number;
  /** Brings the tables up to date. Done before the first call, and again with the next until it succeeds. */
  prepare?: (transact: Transact) => Promise<void>;
};

export type Transact = <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;

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
  const transact: Transact = async (work) => {
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

  const tables = createTables(ask(pool), transact);
  let prepared: Promise<void> | null = null;
  const guard =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      prepared ??= (prepare?.(transact) ?? Promise.resolve()).catch((error) => {
        prepared = null;
        throw error;
      });
      try {
        await prepared;
        return await work(...args);
      } catch (error) {
        const { message, code } = Object(error);
        throw new StoreUnavailable(String(message || code));
      }
    };

  return {
    save: guard(tables.save),
    fresh: guard(tables.fresh),
    claim: guard(tables.claim),
    delivered: guard(tables.delivered),
    failed: guard(tables.failed),
    waiting: guard(tables.waiting),
    late: guard(tables.late),
    warned: guard(tables.warned),
    unanswered: guard(tables.unanswered),
    unreminded: guard(tables.unreminded),
    reminded: guard(tables.reminded),
    list: guard(tables.list),
    find: guard(tables.find),
    answered: guard(tables.answered),
    resend: guard(tables.resend),
    remove: guard(tables.remove),
    purge: guard(tables.purge),
    recall: guard(tables.recall),
    remember: guard(tables.remember),
    take: guard(tables.take),
    check: guard(async () => {
      const fact = `health ${crypto.randomUUID()}`;
      await tables.remember(fact, fact);
      if ((await tables.recall(fact)) !== fact) throw new Error("what was written cannot be read back");
      await pool.query("DELETE FROM consultations.facts WHERE name = $1", [fact]);
    }),
    close: () => pool.end(),
  };
}
