import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { cleanEnvironment } from "./clean-environment.ts";
import { spawnServer } from "./spawn-server.ts";
import { readStoredRequests } from "./stored-requests.ts";

/** Where the test command builds the studio of the journeys. */
export const exampleBuild = ".cache/example-studio";

/** Builds that studio, unless it was built since the last change. */
export function buildExample() {
  const env = { ...process.env, CONTENT_DIR: "tests/example-studio", BUILD_DIR: exampleBuild, SITE_URL: "" };
  execFileSync(process.execPath, ["src/build/build-if-changed.ts", "--quick"], { env, stdio: "inherit" });
}

/** Publishes a build's current release in another build folder as well. The next build there takes its bundles over. */
export function copyBuild(to: string, from = exampleBuild): void {
  cpSync(realpathSync(join(from, "current")), join(to, "release-0"), { recursive: true });
  symlinkSync("release-0", join(to, "current"), "junction");
}

/** Where and as whom a server runs, and the command that starts it within a limit. */
export type ProcessOptions = { cwd?: string; uid?: number; gid?: number; wrapper?: string[] };

const project = join(import.meta.dirname, "../..");

/**
 * A real server process, with none of this machine's settings. It serves the built site that BUILD_DIR names. Without one
 * it needs no build, as each of its pages says what this script gives.
 */
export function startServerProcess(variables: Record<string, string>, options: ProcessOptions = {}, page = '"a page"') {
  const folder = mkdtempSync(join(tmpdir(), "server-process-"));
  // Another user may be asked to run it.
  chmodSync(folder, 0o755);
  const ofOnePage = join(folder, "server.mjs");
  writeFileSync(
    ofOnePage,
    `import { run } from ${JSON.stringify(pathToFileURL(join(project, "src/server/run.ts")).href)};
    const page = ${page};
    await run(() => ({ notes: {}, handle: (_, response) => response.end(page) }));`,
  );
  const quiet = { PORT: "0", HOST: "127.0.0.1", DIGEST: "off", WEEKLY_EMAIL: "off" };
  const { wrapper = [], ...own } = options;
  const script = variables.BUILD_DIR ? join(project, "src/server/main.ts") : ofOnePage;
  const server = spawnServer([...wrapper, process.execPath, script], {
    cwd: folder,
    env: { ...cleanEnvironment, ...quiet, ...variables },
    ...own,
  });
  server.child.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return server;
}

/** The built site as a visitor meets it: its own process and data, which are gone when it stops. */
export async function startBuiltServer(settings: Record<string, string> = {}, options: ProcessOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "built-server-"));
  const start = ({ BUILD_DIR = exampleBuild, ...others }: Record<string, string>) =>
    startServerProcess({ DATA_DIR: dataDir, RATE_LIMIT: "off", BUILD_DIR: resolve(BUILD_DIR), ...others }, options);
  let server = start(settings);
  const origin = await server.ready();
  async function stop() {
    await server.terminate();
    rmSync(dataDir, { recursive: true, force: true });
  }

  return {
    origin,
    dataDir,
    output: () => server.output(),
    /** What the studio has been sent. */
    requests: () => readStoredRequests(dataDir),
    /** The next version in its place: the same port and data. */
    async replaceWith(changed: Record<string, string>) {
      await server.terminate();
      server = start({ ...settings, PORT: new URL(origin).port, ...changed });
      await server.ready();
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

export type BuiltServer = Awaited<ReturnType<typeof startBuiltServer>>;
