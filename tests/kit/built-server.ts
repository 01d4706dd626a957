import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { cleanEnvironment } from "./clean-environment.ts";
import { spawnServer } from "./spawn-server.ts";
import { readStoredRequests } from "./stored-requests.ts";

/** Where the test command builds the studio of the journeys. */
export const exampleBuild = ".cache/example-studio";

/** Publishes a build's current release in another build folder as well. The next build there takes its bundles over. */
export function copyBuild(to: string, from = exampleBuild): void {
  cpSync(realpathSync(join(from, "current")), join(to, "release-0"), { recursive: true });
  symlinkSync("release-0", join(to, "current"), "junction");
}

/** The built site as a visitor meets it: its own process, its own data, none of this machine's settings; gone when it stops. */
export async function startBuiltServer(settings: Record<string, string> = {}, workingFolder?: string) {
  const folder = mkdtempSync(join(tmpdir(), "built-server-"));
  const defaults = { PORT: "0", DATA_DIR: folder, RATE_LIMIT: "off", DIGEST: "off", WEEKLY_EMAIL: "off" };
  const start = ({ BUILD_DIR = exampleBuild, ...others }: Record<string, string>) =>
    spawnServer([process.execPath, resolve("src/server/main.ts")], {
      // A server that follows new releases compares their code with that of the folder it runs in.
      cwd: workingFolder ?? folder,
      env: { ...cleanEnvironment, ...defaults, BUILD_DIR: resolve(BUILD_DIR), ...others },
    });
  let server = start(settings);
  let earlier = "";
  const origin = await server.ready();

  return {
    origin,
    output: () => earlier + server.output(),
    /** What the studio has been sent. */
    requests: () => readStoredRequests(settings.DATA_DIR ?? folder),
    /** The next version in its place: the same port and data. */
    async replaceWith(changed: Record<string, string>) {
      await server.terminate();
      earlier += server.output();
      server = start({ ...settings, PORT: new URL(origin).port, ...changed });
      await server.ready();
    },
    async stop() {
      await server.terminate();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type BuiltServer = Awaited<ReturnType<typeof startBuiltServer>>;
