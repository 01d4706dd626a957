import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { Refusal } from "./refusal.ts";

/** The last line of a dump that did not break off. */
const ending = "-- PostgreSQL database dump complete";

export function dumpDatabase(url: string, to: string): number {
  const requests = countRequests(url);
  // With what it takes to be read into a database that holds an older state.
  const args = ["--schema=consultations", "--clean", "--if-exists", "--no-owner", "--no-privileges", `--file=${to}`];
  run("pg_dump", args, url);
  chmodSync(to, 0o600);
  assertDump(to);
  return requests;
}

export function readDump(from: string, url: string): number {
  assertDump(from);
  const others = ask(
    url,
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user
     AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  if (others !== "0") throw new Refusal("A server is using the database. Stop every server first.");
  run("psql", ["--no-psqlrc", "--quiet", "--single-transaction", "-v", "ON_ERROR_STOP=1", `--file=${from}`], url);
  return countRequests(url);
}

function assertDump(file: string) {
  const text = readFileSync(file, "utf8");
  const whole = text.includes(ending) && /^COPY consultations\.requests /m.test(text);
  if (!whole) throw new Refusal(`${file} is no whole copy of the requests.`);
}

function countRequests(url: string): number {
  if (ask(url, "SELECT to_regclass('consultations.requests') IS NOT NULL") !== "t") {
    throw new Refusal("The database holds no requests: DATABASE_URL names it.");
  }
  return Number(ask(url, "SELECT count(*) FROM consultations.requests"));
}

const ask = (url: string, query: string) => run("psql", ["--no-psqlrc", "-Atc", query], url).trim();

function run(program: string, args: string[], url: string): string {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    env: { ...process.env, ...connection(url) },
    encoding: "utf8",
  });
  if (error) throw new Refusal(`${program} is needed, and not installed: apt install postgresql-client`);
  if (status !== 0) throw new Refusal(`${program} did not succeed: ${stderr.trim()}`);
  return stdout;
}

/** By the environment: what stands in a command line can be read by everyone on the machine. */
function connection(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  return {
    PGHOST: hostname.replace(/^\[|\]$/g, ""),
    PGPORT: port || "5432",
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get("sslmode") ?? "prefer",
  };
}
