import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { cleanEnvironment } from "./clean-environment.ts";
import { spawnServer } from "./spawn-server.ts";

type ProcessOptions = {
  /** Where and as whom it runs. */
  cwd?: string;
  uid?: number;
  gid?: number;
  /** Whether it serves a built site, which BUILD_DIR names, in place of one page. */
  built?: boolean;
  /** Whether another process holds its socket, and starts it again when it has ended. */
  held?: boolean;
};

const project = join(import.meta.dirname, "../..");

/** For tests: a real server process, with pages of its own so that it needs no build. */
export function startServerProcess(variables: Record<string, string>, options: ProcessOptions = {}, page = '"a page"') {
  const { built = false, held = false, ...own } = options;
  const env = { ...cleanEnvironment, PORT: "0", HOST: "127.0.0.1", DIGEST: "off", WEEKLY_EMAIL: "off", ...variables };
  if (built) return spawnServer([process.execPath, "src/server/main.ts"], { cwd: project, env, ...own });
  const folder = mkdtempSync(join(tmpdir(), "server-process-"));
  // Another user may be asked to run it.
  chmodSync(folder, 0o755);
  const script = join(folder, "server.mjs");
  writeFileSync(
    script,
    `import { run } from ${JSON.stringify(pathToFileURL(join(project, "src/server/run.ts")).href)};
    const page = ${page};
    await run(() => ({ notes: {}, handle: (_, response) => response.end(page) }));`,
  );
  const holder = held ? [join(import.meta.dirname, "hold-socket.ts")] : [];
  const server = spawnServer([process.execPath, ...holder, script], { cwd: folder, env, ...own });
  server.child.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return server;
}
