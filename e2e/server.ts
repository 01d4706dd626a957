import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the test command builds the studio of the journeys. */
export const secondBuild = ".cache/second-studio";

/** The built site as a visitor meets it: its own process, its own data, gone when it stops. */
export async function startServer(settings: Record<string, string> = {}, cwd = ".") {
  const folder = mkdtempSync(join(tmpdir(), "journeys-"));
  const own = { PORT: "0", BUILD_DIR: secondBuild, DATA_DIR: folder, RATE_LIMIT: "off", DIGEST: "off" };
  const env = { ...process.env, ...own, ...settings };
  const child = spawn(process.execPath, ["server/main.ts"], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let said = "";
  const origin = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk;
      const found = /^Open (\S+)$/m.exec(said)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", () => reject(new Error(`The server did not start: ${said}`)));
  });

  return {
    origin,
    said: () => said,
    /** What the studio has been sent, as its owner reads it. */
    requests(): Record<string, unknown>[] {
      const args = ["commands/requests.ts", "export", "--format", "json"];
      return JSON.parse(execFileSync(process.execPath, args, { env, encoding: "utf8" }));
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type RunningServer = Awaited<ReturnType<typeof startServer>>;
