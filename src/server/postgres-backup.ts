import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { errorProperties } from "../log/errors.ts";
import { fields } from "../requests/request.ts";
import { escapeText, openPostgresStore, queryOn, unescapeText } from "../requests/store/postgres.ts";
import { migrate, readVersion } from "../requests/store/postgres-migrate.ts";
import { CommandError } from "./command-error.ts";
import { copiedFacts, openCopy, type Row, type Table, tablesOf, writeTables } from "./portable-copy.ts";

const batchSize = 500;

/** Writes a consistent snapshot of all tables while servers keep running. */
export async function copyPostgres(url: string, to: string): Promise<number> {
  return withClient(url, async (client) => {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const version = await readVersion(queryOn(client));
    if (version === 0) throw new CommandError("The database holds no requests: DATABASE_URL names it.");
    return writeTables(to, { version, rowsOf: (table) => readRows(client, table) });
  });
}

/** All rows of a table, a batch at a time. */
async function* readRows(client: Client, table: Table): AsyncGenerator<Row> {
  const clause = { history: "ORDER BY number", facts: copiedFacts }[table as string] ?? "";
  await client.query(`DECLARE found CURSOR FOR
    SELECT to_json(one) AS row FROM consultations.${table} AS one ${clause}`);
  const fetch = () => client.query<{ row: Row }>(`FETCH ${batchSize} FROM found`);
  for (let { rows } = await fetch(); rows.length > 0; { rows } = await fetch())
    for (const { row } of rows) yield translate(table, row, unescapeText);
  await client.query("CLOSE found");
}

/** Records when a backup was made, without migrating the tables. */
export async function notePostgresCopy(url: string, at: number): Promise<void> {
  const store = openPostgresStore(url, { connections: 1 });
  await store.set("backup", String(at)).finally(store.close);
}

/**
 * Replaces all tables by those of the copy in one transaction; a server migrates them when it starts. What was there
 * before is copied first, in case this was a mistake.
 */
export async function restorePostgres(from: string, url: string, namePrevious: () => string) {
  using copy = openCopy(from);
  return await withClient(url, async (client) => {
    // PostgreSQL lists a connection for a moment after it was closed.
    for (let looks = 1; await isUsedByOthers(client); looks++) {
      if (looks === 10) throw new CommandError("A server is using the database. Stop every server first.");
      await pause(200);
    }
    const replaced = await readVersion(queryOn(client));
    const previousCopy = replaced > 0 ? namePrevious() : undefined;
    try {
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
      if (previousCopy) {
        // A server that starts now waits, and stores nothing that would be in neither place.
        await client.query("LOCK TABLE consultations.requests");
        await writeTables(previousCopy, { version: replaced, rowsOf: (table) => readRows(client, table) });
      }
      await replaceTables(client, copy);
      await client.query("COMMIT");
    } catch (error) {
      if (previousCopy) rmSync(previousCopy, { force: true });
      throw error;
    }
    const { rows } = await client.query("SELECT count(*)::integer AS requests FROM consultations.requests");
    return { requests: Number(rows[0]?.requests), previousCopy };
  });
}

async function isUsedByOthers(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
    AND usename = current_user AND backend_type = 'client backend' AND pid <> pg_backend_pid()`);
  return rowCount !== 0;
}

async function replaceTables(client: Client, { version, rowsOf }: ReturnType<typeof openCopy>): Promise<void> {
  await client.query("DROP SCHEMA IF EXISTS consultations CASCADE");
  await migrate((work) => work(queryOn(client)), version);
  for (const [table, columns] of tablesOf(version)) {
    const insert = (rows: Row[]) =>
      client.query(
        `INSERT INTO consultations.${table} (${columns})
        SELECT ${columns} FROM json_populate_recordset(NULL::consultations.${table}, $1)`,
        [JSON.stringify(rows)],
      );
    let batch: Row[] = [];
    for (const row of rowsOf(table, columns)) {
      batch.push(translate(table, row as Row, escapeText));
      if (batch.length < batchSize) continue;
      await insert(batch);
      batch = [];
    }
    await insert(batch);
  }
}

/** What visitors typed is the only thing that the two databases write differently. */
function translate(table: Table, row: Row, write: (text: string) => string): Row {
  const typed = table === "requests" ? fields.filter((field) => typeof row[field] === "string") : [];
  return { ...row, ...Object.fromEntries(typed.map((field) => [field, write(String(row[field]))])) };
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { code, message } = errorProperties(error);
    // The code is preferred, because the message of a database may quote rows.
    throw new CommandError(`The database reported an error: ${code ?? message}.`);
  } finally {
    await client.end().catch(() => {});
  }
}
