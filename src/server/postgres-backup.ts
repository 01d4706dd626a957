import { chmodSync, closeSync, createReadStream, fsyncSync, openSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { errorProperties } from "../log/errors.ts";
import { openPostgresStore } from "../requests/store/postgres.ts";
import { migrate } from "../requests/store/postgres-migrate.ts";
import type { Query } from "../requests/store/postgres-query.ts";
import { CommandError } from "./command-error.ts";

/** In the order in which foreign keys allow them to be filled. */
const tables = ["requests", "outbox", "history", "facts", "sessions", "sign_in_links", "visits"] as const;
type Table = (typeof tables)[number];
/** A backup of an older version lacks the tables that came later. */
const tablesOf = (schema: number) => tables.filter((table) => table !== "visits" || schema >= 5);
type Counts = Record<Table, number>;

/** The first line is the header, each other holds a row, and the last one the counts; without it the file is incomplete. */
type DumpHeader = { copy: "consultation requests"; schema: number };
type DumpLine = DumpHeader | { table: Table; row: object } | { end: Counts };

/** Not restored, because a device that was signed out since the backup must not be signed in again. */
const leftOut: readonly Table[] = ["sessions", "sign_in_links"];

const batchSize = 500;

/** Writes a consistent snapshot of all tables while servers keep running. */
export async function dumpDatabase(url: string, to: string, onRow = () => {}): Promise<number> {
  return withClient(url, async (client) => {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const schema = await readSchemaVersion(client);
    const file = openSync(to, "wx", 0o600);
    try {
      const write = (line: DumpLine) => writeFileSync(file, `${JSON.stringify(line)}\n`);
      const counts = Object.fromEntries(tables.map((table) => [table, 0])) as Counts;
      write({ copy: "consultation requests", schema });
      for (const table of tablesOf(schema)) {
        await client.query(`DECLARE ${table}_rows CURSOR FOR SELECT to_json(row) AS row FROM consultations.${table} AS row
          ${table === "history" ? "ORDER BY number" : ""}`);
        const fetch = () => client.query<{ row: object }>(`FETCH ${batchSize} FROM ${table}_rows`);
        for (let { rows } = await fetch(); rows.length > 0; { rows } = await fetch()) {
          for (const { row } of rows) {
            write({ table, row });
            onRow();
          }
          counts[table] += rows.length;
        }
      }
      write({ end: counts });
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    chmodSync(to, 0o600);
    return (await validateDump(to)).counts.requests;
  });
}

/** Records when a backup was made, without migrating the tables. */
export async function noteDump(url: string, at: number): Promise<void> {
  const store = openPostgresStore(url, { connections: 1 });
  await store.set("backup", String(at)).finally(store.close);
}

async function isUsedByOthers(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
    AND usename = current_user AND backend_type = 'client backend' AND pid <> pg_backend_pid()`);
  return rowCount !== 0;
}

/** Replaces all tables by those of the backup in one transaction. A server migrates them when it starts. */
export async function restoreDump(from: string, url: string): Promise<number> {
  const { schema, counts } = await validateDump(from);
  return withClient(url, async (client) => {
    // PostgreSQL lists a connection for a moment after it was closed.
    for (let looks = 1; await isUsedByOthers(client); looks++) {
      if (looks === 10) throw new CommandError("A server is using the database. Stop every server first.");
      await pause(200);
    }
    await client.query("BEGIN");
    await client.query("DROP SCHEMA IF EXISTS consultations CASCADE");
    const query: Query = async (text, ...values) => {
      const { rows, rowCount } = await client.query(text, values);
      return { rows, count: rowCount ?? 0 };
    };
    await migrate((work) => work(query), schema);
    let pendingRows: object[] = [];
    let currentTable: Table = "requests";
    const flush = async () => {
      if (pendingRows.length > 0) await insert(client, currentTable, pendingRows);
      pendingRows = [];
    };
    for await (const line of readLines(from)) {
      if (!("table" in line) || leftOut.includes(line.table)) continue;
      if (line.table !== currentTable || pendingRows.length === batchSize) await flush();
      currentTable = line.table;
      pendingRows.push(line.row);
    }
    await flush();
    for (const table of tablesOf(schema)) {
      const { rows } = await client.query(`SELECT count(*)::integer AS count FROM consultations.${table}`);
      if (rows[0]?.count !== (leftOut.includes(table) ? 0 : counts[table]))
        throw new CommandError(`Not every row of ${table} could be restored; nothing was changed.`);
    }
    // Without its key a link in an email that was ended since stays ended.
    await client.query("DELETE FROM consultations.facts WHERE name = 'desk key'");
    // Tables whose version number is wrong would later be migrated from the wrong version.
    if ((await readSchemaVersion(client)) !== schema) throw new CommandError("The copy was made by a newer version.");
    await client.query("COMMIT");
    return counts.requests;
  });
}

/** Inserts only into columns that the tables have. A name from the file never becomes part of a statement. */
async function insert(client: Client, table: Table, rows: object[]): Promise<void> {
  const { rows: found } = await client.query<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'consultations' AND table_name = $1",
    [table],
  );
  const knownColumns = new Set(found.map(({ name }) => name));
  if (rows.some((row) => Object.keys(row).some((name) => !knownColumns.has(name)))) {
    throw new CommandError(`A row of ${table} has an unknown column; nothing was changed.`);
  }
  // The database generates the numbers of events again, in the same order.
  const names = [...knownColumns].filter((name) => name !== "number").join();
  const onConflict = table === "facts" ? "ON CONFLICT (name) DO UPDATE SET value = excluded.value" : "";
  await client.query(
    `INSERT INTO consultations.${table} (${names})
    SELECT ${names} FROM json_populate_recordset(NULL::consultations.${table}, $1) ${onConflict}`,
    [JSON.stringify(rows)],
  );
}

/** Refuses a file that is not a complete backup. */
async function validateDump(file: string): Promise<{ schema: number; counts: Counts }> {
  const incompleteError = new CommandError(`${file} is not a complete backup of the requests.`);
  const counts = Object.fromEntries(tables.map((table) => [table, 0])) as Counts;
  let header: DumpHeader | undefined;
  let endCounts: Counts | undefined;
  try {
    for await (const line of readLines(file)) {
      if (endCounts) throw incompleteError;
      if ("copy" in line) header = line;
      else if ("table" in line && tables.includes(line.table)) counts[line.table]++;
      else if ("table" in line) throw incompleteError;
      else endCounts = line.end;
    }
  } catch {
    throw incompleteError;
  }
  if (
    !header ||
    !Number.isInteger(header.schema) ||
    !endCounts ||
    tablesOf(header.schema).some((table) => endCounts[table] !== counts[table])
  )
    throw incompleteError;
  return { schema: header.schema, counts };
}

async function* readLines(file: string): AsyncGenerator<DumpLine> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    yield JSON.parse(line);
  }
}

async function readSchemaVersion(client: Client): Promise<number> {
  const { rows } = await client.query("SELECT to_regclass('consultations.facts') IS NOT NULL AS here");
  const facts = rows[0]?.here
    ? await client.query("SELECT value FROM consultations.facts WHERE name = 'schema'")
    : { rows: [] };
  const schema = Number(facts.rows[0]?.value ?? 0);
  if (schema < 4)
    throw new CommandError("The database holds no requests, or those of an older version: DATABASE_URL names it.");
  return schema;
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
