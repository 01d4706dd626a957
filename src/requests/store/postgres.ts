import { type ClientBase, Pool, type QueryResultRow, types } from "pg";
import { errorMessage, errorProperties } from "../../log/errors.ts";
import { type ConsultationRequest, mapFields } from "../request.ts";
import { callsOf, describeFailure, operations, readingOperations, type StoreCall } from "./operations.ts";
import type { Operation } from "./statement.ts";
import { type Store, StoreUnavailable } from "./store.ts";

/** Runs a statement with its values in place of $1, $2 and so on. */
export type Query = <Row extends QueryResultRow>(
  text: string,
  ...values: unknown[]
) => Promise<{ rows: Row[]; count: number }>;

/** The statements of one connection, or of any one of a pool. */
export const queryOn =
  (client: Pick<ClientBase | Pool, "query">): Query =>
  async (text, ...values) => {
    const { rows, rowCount } = await client.query(text, values);
    return { rows, count: rowCount ?? 0 };
  };

export type RunTransaction = <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;

export type PostgresSettings = {
  /** The maximum number of connections. */
  connections: number;
  /** Brings the tables up to date. It runs before the first call, and again with each next call until it succeeds. */
  prepare?: (transact: RunTransaction) => Promise<void>;
};

const bigintTypeId = 20;

/** Any number of processes may use one database: each request is claimed by one of them. */
export function openPostgresStore(url: string, { connections, prepare }: PostgresSettings): Store {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    // Long waits are given up, because the visitor keeps her text and is asked to call.
    connectionTimeoutMillis: 5_000,
    query_timeout: 8_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: { getTypeParser: (type, format) => (type === bigintTypeId ? Number : types.getTypeParser(type, format)) },
  });
  // The query on a broken connection rejects by itself. Without a listener the event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));

  const runTransaction: RunTransaction = async (work) => {
    const client = await pool.connect();
    let mustClose = true;
    try {
      // A request is acknowledged only when it is on disk, whatever the database's own default.
      await client.query("BEGIN; SET LOCAL synchronous_commit = on");
      const result = await work(queryOn(client));
      await client.query("COMMIT");
      mustClose = false;
      return result;
    } finally {
      // After an error the state of the transaction is unknown. Closing the connection rolls it back.
      client.release(mustClose);
    }
  };

  let preparing: Promise<void> | null = null;
  async function withStoreErrors<Result>(name: StoreCall["operation"], work: () => Promise<Result>): Promise<Result> {
    preparing ??= (prepare?.(runTransaction) ?? Promise.resolve()).catch((error) => {
      preparing = null;
      throw error;
    });
    try {
      await preparing;
      return await work();
    } catch (error) {
      // If several addresses were tried in vain, the error has a code and no message.
      const message = errorMessage(error) || String(errorProperties(error).code);
      throw new StoreUnavailable(message, describeFailure(error, name));
    }
  }
  const query = queryOn(pool);
  const calls = callsOf((name, ...args) =>
    withStoreErrors(name, () => {
      const operation: (...args: never[]) => Operation<unknown> = operations[name];
      const run = (query: Query) => perform(query, operation(...args));
      return readingOperations.has(name) ? run(query) : runTransaction(run);
    }),
  );

  return {
    ...calls,
    save: (submission) => calls.save(escapeFields(submission)),
    async check() {
      const name = `health ${crypto.randomUUID()}`;
      await calls.set(name, name);
      if ((await calls.get(name)) !== name) throw new StoreUnavailable("what was written cannot be read back");
      await withStoreErrors("check", () => query("DELETE FROM consultations.facts WHERE name = $1", name));
    },
    close: () => pool.end(),
  };
}

async function perform<Result>(query: Query, operation: Operation<Result>): Promise<Result> {
  let step = operation.next();
  while (!step.done) {
    const { sql, hasRequests } = step.value;
    let number = 0;
    const text = sql.text.replaceAll("?", () => `$${++number}`);
    const { rows, count } = await query(text, ...sql.values);
    step = operation.next({ rows: hasRequests ? rows.map(unescapeFields) : rows, count });
  }
  return step.value;
}

/** PostgreSQL's text cannot hold the character NUL, so it is written as \0, and a backslash as two. */
export const escapeText = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\0", "\\0");
export const unescapeText = (text: string): string =>
  text.replace(/\\([\\0])/g, (_, character) => (character === "0" ? "\0" : character));

const escapeFields = <Request extends ConsultationRequest>(request: Request): Request => ({
  ...request,
  ...mapFields((field) => escapeText(request[field])),
});
const unescapeFields = (row: QueryResultRow) => ({ ...row, ...mapFields((field) => unescapeText(row[field])) });
