import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the test command builds the studio of the journeys. */
export const exampleBuild = ".cache/example-studio";

/** The built site as a visitor meets it: its own process, its own data, gone when it stops. */
export async function startBuiltServer(settings: Record<string, string> = {}, cwd = ".") {
  const folder = mkdtempSync(join(tmpdir(), "journeys-"));
  const defaults = { PORT: "0", BUILD_DIR: exampleBuild, DATA_DIR: folder, RATE_LIMIT: "off", DIGEST: "off" };
  const env = { ...process.env, ...defaults, ...settings };
  let output = "";
  let child = spawnServer(env);
  const origin = await waitForOrigin(child);

  function spawnServer(variables: NodeJS.ProcessEnv) {
    const started = spawn(process.execPath, ["src/server/main.ts"], {
      cwd,
      env: variables,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [started.stdout, started.stderr]) stream.on("data", (chunk) => (output += chunk));
    const kill = () => started.kill("SIGKILL");
    process.once("exit", kill);
    started.once("exit", () => process.off("exit", kill));
    return started;
  }

  /** Where it is, once it says so. */
  function waitForOrigin(started: ChildProcess): Promise<string> {
    const before = output.length;
    return new Promise((resolve, reject) => {
      started.stdout?.on("data", () => {
        const found = /^Open (\S+)$/m.exec(output.slice(before))?.[1];
        if (found) resolve(found);
      });
      started.once("exit", () => reject(new Error(`The server did not start: ${output}`)));
    });
  }

  async function terminate() {
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill("SIGTERM");
    await ended;
  }

  return {
    origin,
    pid: child.pid,
    dataDir: folder,
    output: () => output,
    /** What the studio has been sent, as its owner reads it. */
    requests(): Record<string, unknown>[] {
      const args = ["commands/requests.ts", "export", "--format", "json"];
      return JSON.parse(execFileSync(process.execPath, args, { env, encoding: "utf8" }));
    },
    /** The next version in its place: the same port and data. */
    async replaceWith(settings: Record<string, string>) {
      await terminate();
      child = spawnServer({ ...env, PORT: new URL(origin).port, ...settings });
      await waitForOrigin(child);
    },
    async stop() {
      await terminate();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type BuiltServer = Awaited<ReturnType<typeof startBuiltServer>>;
