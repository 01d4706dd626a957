import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnServer } from "./spawn-server.ts";

/** Starts the editor as `npm run edit` does, on a copy of the studio that `stop` deletes. */
export async function startEditor(contentFolder = "tests/example-studio") {
  const folder = mkdtempSync(join(tmpdir(), "editor-"));
  const studio = join(folder, "studio");
  cpSync(contentFolder, studio, { recursive: true });
  // The build folder has to be inside the project, because the built files import its packages.
  mkdirSync(".cache", { recursive: true });
  const build = mkdtempSync(join(".cache", "editor-"));
  const env = { ...process.env, CONTENT_DIR: studio, DATA_DIR: join(folder, "data"), BUILD_DIR: build };
  let running = await start(env, "0");
  const port = new URL(running.origin).port;
  return {
    origin: running.origin,
    read: (file: string) => readFileSync(join(studio, file), "utf8"),
    /** Writes a file as another program would, without the editor. */
    write: (file: string, edit: (text: string) => string) =>
      writeFileSync(join(studio, file), edit(readFileSync(join(studio, file), "utf8"))),
    built: (file: string) => readFileSync(join(build, "current", "client", file), "utf8"),
    async close() {
      await running.stop();
    },
    async restart() {
      running = await start(env, port);
    },
    async stop() {
      await running.stop();
      for (const path of [folder, build]) rmSync(path, { recursive: true, force: true });
    },
  };
}

export type RunningEditor = Awaited<ReturnType<typeof startEditor>>;

async function start(env: NodeJS.ProcessEnv, port: string) {
  const server = spawnServer([process.execPath, "commands/edit.ts", "--no-open", "--port", port], { env });
  return { origin: new URL(await server.ready()).origin, stop: () => server.terminate() };
}
