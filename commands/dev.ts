import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { startDevPages } from "../src/build/dev-pages.ts";
import { loadSettings } from "../src/server/load-settings.ts";
import { loadEnvironment } from "../src/settings/load.ts";
import { readBuildSettings } from "../src/settings/settings.ts";

const environment = loadEnvironment();
const { port } = loadSettings(environment);
const backendPort = port + 1;

/** Serves the pages with Vite, and restarts the function whenever its code changes. */
const pages = await startDevPages(readBuildSettings(environment), port, `http://localhost:${backendPort}`);
let server = start();
console.log(`Open http://localhost:${port}`);

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
// `node --watch` is not used, because its messages arrive at the store's worker thread.
let restartTimer: NodeJS.Timeout | undefined;
pages.watcher.on("all", (_, file) => {
  if (!file.startsWith(resolve("src"))) return;
  clearTimeout(restartTimer);
  restartTimer = setTimeout(restart, 200);
});

function start(): ChildProcess {
  const env = { ...environment, PORT: String(backendPort) };
  const child = spawn(process.execPath, ["commands/dev-function.ts"], { stdio: ["ignore", "pipe", "inherit"], env });
  // Nobody opens the function's own address; Vite forwards requests to it.
  child.stdout?.on("data", (text) => process.stdout.write(String(text).replace(/^Open .*\n/m, "")));
  return child;
}

/** The next process starts once this one has ended, and reads the newest code. */
async function restart() {
  if (server.killed) return;
  const ended = once(server, "exit");
  if (server.kill("SIGTERM")) await ended;
  server = start();
}

async function stop() {
  clearTimeout(restartTimer);
  server.removeAllListeners("exit");
  server.kill("SIGTERM");
  await pages.close();
  process.exit(0);
}
