import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { unprivileged } from "./postgres-server.ts";
import { findProgram } from "./programs.ts";
import { spawnServer, waitUntil } from "./spawn-server.ts";

export const hasPgbouncer = (): boolean => findPgbouncer() !== undefined;
const findPgbouncer = () => findProgram("pgbouncer") ?? findProgram("../sbin/pgbouncer");

/** A pooler that gives each transaction another connection, as the hosted ones do. */
export async function startPgbouncer(databasePort: number) {
  const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"));
  if (unprivileged.uid !== undefined) chownSync(folder, unprivileged.uid, unprivileged.gid);
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${databasePort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 10
server_login_retry = 1
`,
  );
  const start = () => spawnServer([findPgbouncer() ?? "pgbouncer", file], { cwd: folder, ...unprivileged });
  let server = start();
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(socket.destroy() !== undefined));
      socket.on("error", () => resolve(false));
    });
  const ready = async () => {
    if (!(await waitUntil(() => server.hasExited() || isListening(), 20)) || server.hasExited())
      throw new Error(`PgBouncer did not start: ${server.output()}`);
  };
  await ready();
  return {
    port,
    async restart() {
      await server.terminate("SIGKILL");
      server = start();
      await ready();
    },
    async stop() {
      await server.terminate("SIGKILL");
      rmSync(folder, { recursive: true });
    },
  };
}
