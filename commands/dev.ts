import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import { startDevPages } from "../src/build/dev-pages.ts";
import { serverFolders } from "../src/build/project-folders.ts";
import { loadSettings } from "../src/server/load-settings.ts";
import { loadEnvironment } from "../src/settings/load.ts";
import { readBuildSettings } from "../src/settings/settings.ts";
import { keepProcess } from "./restart-process.ts";

const environment = loadEnvironment();
const { port } = loadSettings(environment);
const backendPort = port + 1;

/** Serves the pages with Vite, and restarts the function whenever its code changes. */
const pages = await startDevPages(readBuildSettings(environment), port, `http://localhost:${backendPort}`);
const server = keepProcess(start);
console.log(`Open http://localhost:${port}`);

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
// `node --watch` is not used, because its messages arrive at the store's worker thread.
for (const folder of serverFolders) watch(folder, { recursive: true }, restart);

let restartTimer: NodeJS.Timeout | undefined;
function restart() {
  clearTimeout(restartTimer);
  restartTimer = setTimeout(server.restart, 200);
}

function start(): ChildProcess {
  const env = { ...environment, PORT: String(backendPort) };
  const child = spawn(process.execPath, ["commands/dev-function.ts"], { stdio: ["ignore", "pipe", "inherit"], env });
  // Nobody opens the function's own address; Vite forwards requests to it.
  child.stdout?.on("data", (text) => process.stdout.write(String(text).replace(/^Open .*\n/m, "")));
  return child;
}

async function stop() {
  clearTimeout(restartTimer);
  server.stop();
  await pages.close();
  process.exit(0);
}
