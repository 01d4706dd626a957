import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnServer } from "./spawn-server.ts";
import { readStoredRequests } from "./stored-requests.ts";

/** Where the test command builds the studio of the journeys. */
export const exampleBuild = ".cache/example-studio";

/** Publishes a build's current release in another build folder as well. The next build there takes its bundles over. */
export function copyBuild(to: string, from = exampleBuild): void {
  cpSync(realpathSync(join(from, "current")), join(to, "release-0"), { recursive: true });
  symlinkSync("release-0", join(to, "current"), "junction");
}

/** The built site as a visitor meets it: its own process, its own data, gone when it stops. */
export async function startBuiltServer(settings: Record<string, string> = {}, cwd = ".") {
  const folder = mkdtempSync(join(tmpdir(), "journeys-"));
  const defaults = {
    PORT: "0",
    BUILD_DIR: exampleBuild,
    DATA_DIR: folder,
    RATE_LIMIT: "off",
    DIGEST: "off",
    WEEKLY_EMAIL: "off",
  };
  const env = { ...process.env, ...defaults, ...settings };
  const start = (variables: NodeJS.ProcessEnv) =>
    spawnServer([process.execPath, "src/server/main.ts"], { cwd, env: variables });
  const servers = [start(env)];
  const last = () => servers.at(-1);
  const origin = (await last()?.ready()) ?? "";

  return {
    origin,
    dataDir: folder,
    output: () => servers.map((server) => server.output()).join(""),
    /** What the studio has been sent. */
    requests: () => readStoredRequests(settings.DATA_DIR ?? folder),
    /** The next version in its place: the same port and data. */
    async replaceWith(settings: Record<string, string>) {
      await last()?.terminate();
      servers.push(start({ ...env, PORT: new URL(origin).port, ...settings }));
      await last()?.ready();
    },
    async stop() {
      await last()?.terminate();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type BuiltServer = Awaited<ReturnType<typeof startBuiltServer>>;
