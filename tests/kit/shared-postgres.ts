import { createServer } from "node:http";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { closeNow, listen } from "../../src/http/http-server.ts";
import { type PostgresServer, runSql, startPostgresServer } from "./postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Answers each request with the URL of a new database. */
    databases: string;
  }
}

/** One PostgreSQL for a whole run of Vitest, which starts when a test file asks for its first database. */
export async function setup(project: TestProject) {
  let postgres: Promise<PostgresServer> | undefined;
  const server = createServer(async (_, response) => {
    try {
      // Nothing here outlives the run, so nothing has to reach the disk.
      postgres ??= startPostgresServer({ fsync: "off", max_connections: "300" });
      response.end(await (await postgres).createDatabase());
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  project.provide("databases", `http://127.0.0.1:${await listen(server, { port: 0, host: "127.0.0.1" })}`);
  return async () => {
    closeNow(server);
    await (await postgres)?.stop();
  };
}

/** An empty database for one test, on the PostgreSQL that all test files share. */
export async function createDatabase(): Promise<string> {
  const response = await fetch(inject("databases"));
  if (!response.ok) throw new Error(await response.text());
  return response.text();
}

/** Deletes every row, if the tables are there. */
export async function clearTables(url: string): Promise<void> {
  const [found] = await runSql(
    url,
    `SELECT string_agg('consultations.' || tablename, ', ') AS tables
    FROM pg_tables WHERE schemaname = 'consultations' AND tablename <> 'facts'`,
  );
  if (found?.tables)
    await runSql(url, `TRUNCATE ${found.tables}; DELETE FROM consultations.facts WHERE name <> 'schema'`);
}
