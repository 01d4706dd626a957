import { readdirSync } from "node:fs";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { patient } from "../../../tests/kit/patience.ts";
import { startPostgresServer } from "../../../tests/kit/postgres-server.ts";
import { sampleEmail, sampleSubmission } from "../../../tests/kit/sample-request.ts";
import { clearTables } from "../../../tests/kit/shared-postgres.ts";
import { describeStore } from "../../../tests/kit/store-contract.ts";
import { openPostgresStore } from "./postgres.ts";
import { migrate } from "./postgres-migrate.ts";
import { StoreUnavailable } from "./store.ts";

let server: Awaited<ReturnType<typeof startPostgresServer>>;
let database: string;
beforeAll(async () => {
  server = await startPostgresServer();
  database = await server.createDatabase();
});
afterAll(() => server.stop());

const submission = (number: number) => sampleSubmission({ email: sampleEmail(number) });

const open = (url = database, connections = 4) => openPostgresStore(url, { connections, prepare: migrate });

/** All connections are made before a test begins, so that what it calls at once is run at once. */
async function openEmpty() {
  await clearTables(database);
  const store = open();
  await Promise.all(Array.from({ length: 4 }, () => store.get("any")));
  return store;
}

async function sql(text: string, url = database): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  try {
    const results = [await client.query(text)].flat();
    return results.at(-1)?.rows ?? [];
  } finally {
    await client.end();
  }
}

function closeAfterTest<Of extends { close(): Promise<void> }>(store: Of): Of {
  onTestFinished(() => store.close());
  return store;
}

describeStore("The shared store", openEmpty);

const migrations = readdirSync(new URL("../../../supabase/migrations/", import.meta.url));

it("Processes that start together create the tables once, and refuse those of a newer version", async () => {
  onTestFinished(async () => void (await sql("DROP SCHEMA consultations CASCADE")));
  await sql("DROP SCHEMA IF EXISTS consultations CASCADE");
  const stores = [closeAfterTest(open()), closeAfterTest(open()), closeAfterTest(open())];
  await Promise.all(stores.map((store) => store.check()));
  expect(await stores[0]?.get("schema")).toBe(String(migrations.length));
  // The vendor's tool keeps its own list and may apply the files again.
  await stores[0]?.save(submission(1));
  await sql("DELETE FROM consultations.facts");
  const again = closeAfterTest(open());
  expect(await again.list()).toHaveLength(1);
  await sql("UPDATE consultations.facts SET value = '99' WHERE name = 'schema'");
  await expect(closeAfterTest(open()).check()).rejects.toThrow("newer version");
});

it("The shared store outlives the end of its idle connections", async () => {
  const store = closeAfterTest(await openEmpty());
  await store.save(submission(1));
  const [{ ended } = { ended: 0 }] = (await sql(
    `SELECT count(pg_terminate_backend(pid))::int AS ended FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )) as { ended: number }[];
  expect(ended).toBeGreaterThan(0);
  // The pool hears of it by itself, with no query under way.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await store.save(submission(2));
  expect(await store.list()).toHaveLength(2);
});

it("A repeat is acknowledged only when the standby has what a cut connection left behind", async () => {
  const store = closeAfterTest(await openEmpty());
  await store.check();
  const setStandby = async (name: string) => {
    await sql(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await sql("SELECT pg_reload_conf()");
  };
  const waiting = async (count: number) =>
    expect(await sql("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'")).toHaveLength(count);
  const endWaiting = (how: "cancel" | "terminate") =>
    sql(`SELECT pg_${how}_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
  await setStandby("away");
  onTestFinished(() => setStandby(""));
  // The server takes up the setting a moment later. Commits wait from then on.
  const commits: Promise<unknown>[] = [];
  await vi.waitFor(async () => {
    commits.push(sql("SELECT pg_logical_emit_message(true, 'commit', '')"));
    await expect(waiting(0)).rejects.toThrow();
  }, patient(20_000));
  let areOver = false;
  Promise.allSettled(commits).then(() => (areOver = true));
  await vi.waitFor(async () => {
    await endWaiting("cancel");
    expect(areOver).toBe(true);
  }, patient(20_000));
  const first = store.save(submission(1)).then(
    () => "acknowledged",
    () => "refused",
  );
  await vi.waitFor(() => waiting(1), patient(20_000));
  await endWaiting("terminate");
  expect(await first).toBe("refused");
  expect(await store.list()).toHaveLength(1);
  const repeat = store.save(submission(1));
  await vi.waitFor(() => waiting(1), patient(20_000));
  await setStandby("");
  expect(await repeat).toMatchObject({ repeated: true });
});

it("The public can neither read nor write a row, nor call the drain", async () => {
  const url = await server.createDatabase();
  const roles = ["anon", "authenticated"];
  // These are the rights that the vendor's databases grant on everything new, here for this schema too.
  for (const role of roles)
    await sql(
      `CREATE ROLE ${role};
      ALTER DEFAULT PRIVILEGES GRANT USAGE ON SCHEMAS TO ${role};
      ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO ${role};
      ALTER DEFAULT PRIVILEGES GRANT ALL ON FUNCTIONS TO ${role}`,
      url,
    );
  const store = closeAfterTest(open(url));
  await store.save(submission(1));
  for (const role of roles) {
    const asRole = (text: string) => sql(`SET ROLE ${role}; ${text}`, url);
    for (const attempt of [
      "SELECT * FROM consultations.requests",
      "SELECT * FROM consultations.facts",
      "INSERT INTO consultations.facts VALUES ('a', 'b')",
      "UPDATE consultations.outbox SET delivered_at = 1",
      "SELECT consultations.call_drain()",
    ]) {
      await expect(asRole(attempt), attempt).rejects.toThrow("permission denied");
    }
    // If somebody grants the rights by mistake, row-level security still shows nothing.
    await sql(
      `GRANT USAGE ON SCHEMA consultations TO ${role}; GRANT ALL ON ALL TABLES IN SCHEMA consultations TO ${role}`,
      url,
    );
    await asRole("DELETE FROM consultations.requests; UPDATE consultations.outbox SET delivered_at = 1");
    expect(await asRole("SELECT * FROM consultations.requests")).toEqual([]);
    expect(await store.pending()).toMatchObject({ count: 1 });
  }
});

it("The shared store fails within seconds while the database cannot be reached", async () => {
  const store = closeAfterTest(open("postgres://postgres@127.0.0.1:1/nowhere"));
  await expect(store.save(submission(1))).rejects.toThrow(StoreUnavailable);
  await expect(store.check()).rejects.toThrow("ECONNREFUSED");
});

it("The shared store acknowledges a request only when it is on disk, whatever the database's own default", async () => {
  const url = await server.createDatabase();
  const store = closeAfterTest(open(url));
  await store.check();
  await sql(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$;
    CREATE TABLE commits (waits text);
    CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO commits VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$;
    CREATE TRIGGER note AFTER INSERT ON consultations.requests FOR EACH ROW EXECUTE FUNCTION note()`,
    url,
  );
  const later = closeAfterTest(open(url));
  await later.save(submission(1));
  expect(await sql("SHOW synchronous_commit", url)).toEqual([{ synchronous_commit: "off" }]);
  expect(await sql("SELECT waits FROM commits", url)).toEqual([{ waits: "on" }]);
});
