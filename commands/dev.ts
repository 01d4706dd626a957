import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import { readSettings } from "../consultations/settings.ts";

const { port } = readSettings(process.env);
const backend = { PORT: String(port + 1) };

/** Pages with hot reload from Vite, and beside it the function, started anew whenever its code changes. */
const pages = start(["node_modules/@react-router/dev/bin.cjs", "dev", "--port", String(port)], {
  DEV_BACKEND: `http://localhost:${backend.PORT}`,
});
let handler = start(["commands/dev-function.ts"], backend);

pages.on("exit", (code) => stop(code ?? 0));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stop(0));
// Not `node --watch`: it talks over the port of the store's worker thread.
for (const folder of ["consultations", "server"]) watch(folder, { recursive: true }, restart);

let waiting: NodeJS.Timeout | undefined;
function restart() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    handler.once("exit", () => {
      handler = start(["commands/dev-function.ts"], backend);
    });
    if (!handler.kill("SIGTERM")) handler.emit("exit");
  }, 200);
}

function start(args: string[], settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...settings } });
}

function stop(code: number) {
  for (const child of [pages, handler]) child.kill("SIGTERM");
  process.exit(code);
}
