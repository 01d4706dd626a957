// Plain JavaScript for the machine's own Node (20 or later): it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";

const receipt = "node_modules/.package-lock.json";

/** Installs from the lockfile when that has not been done, or the lockfile has changed since. */
export function install() {
  if (existsSync(receipt) && statSync(receipt).mtimeMs >= statSync("package-lock.json").mtimeMs) return;
  console.log("Installing what package-lock.json lists ...");
  // Engine warnings are about this Node; what is installed runs on the one the project brings.
  const { status } = spawnSync("npm", ["ci", "--loglevel=error"], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) {
    console.error("npm ci did not succeed; its own message stands above.");
    process.exit(1);
  }
}

/** Runs a script of the project on the Node it pins, in this process if that is the one. */
export async function run(script) {
  if (process.version.startsWith("v24.")) return import(script);
  const { spawn } = await import("node:child_process");
  const child = spawn("node_modules/.bin/node", [new URL(script, import.meta.url).pathname, ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 1));
}
