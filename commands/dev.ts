import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import { startDevPages } from "../src/build/dev-pages.ts";
import { serverFolders } from "../src/build/fingerprint.ts";
import { loadSettings } from "../src/server/load-settings.ts";
import { loadEnvironment } from "../src/settings/load.ts";
import { readBuildSettings } from "../src/settings/settings.ts";

const environment = loadEnvironment();
const { port } = loadSettings(environment);
const backendPort = port + 1;
let restartTimer: NodeJS.Timeout | undefined;
let isEnding = false;

/** Serves the pages with Vite, and restarts the function whenever its code changes. */
const pages = await startDevPages(readBuildSettings(environment), port, `http://localhost:${backendPort}`);
let server = start();
console.log(`Open http://localhost:${port}`);

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
// `node --watch` is not used, because its messages arrive at the store's worker thread.
for (const folder of serverFolders) watch(folder, { recursive: true }, restartSoon);

function start(): ChildProcess {
  const env = { ...environment, PORT: String(backendPort) };
  const child = spawn(process.execPath, ["commands/dev-function.ts"], { stdio: ["ignore", "pipe", "inherit"], env });
  // Nobody opens the function's own address; Vite forwards requests to it.
  child.stdout?.on("data", (text) => process.stdout.write(String(text).replace(/^Open .*\n/m, "")));
  return child;
}

function restartSoon() {
  clearTimeout(restartTimer);
  restartTimer = setTimeout(restart, 200);
}

/** The next process starts once this one has ended, and reads the newest code. */
function restart() {
  if (isEnding) return;
  isEnding = true;
  server.once("exit", () => {
    isEnding = false;
    server = start();
  });
  if (!server.kill("SIGTERM")) server.emit("exit");
}

async function stop() {
  clearTimeout(restartTimer);
  server.removeAllListeners("exit");
  server.kill("SIGTERM");
  await pages.close();
  process.exit(0);
}
