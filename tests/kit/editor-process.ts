import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
  const args = ["commands/edit.ts", "--no-open", "--port", port];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let output = "";
  const origin = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk;
      const address = /^Open (\S+)\/edit\//m.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", () => reject(new Error(`The editor did not start: ${output}`)));
  });
  return {
    origin,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
