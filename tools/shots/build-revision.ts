import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { listFiles } from "../../src/build/list-files.ts";
import { startBuiltServer } from "../../tests/kit/built-server.ts";

/** A built site with its own server, and its pages. */
export async function serveBuild(folder: string, build: string) {
  const server = await startBuiltServer({ BUILD_DIR: resolve(folder, build, "..") }, folder);
  const addresses = listFiles(join(folder, build, "client"))
    .filter((file) => file.endsWith(".html") && file !== "404.html")
    .map((file) => `/${file.replace(/(^index)?\.html$/, "")}`);
  return { origin: server.origin, stop: server.stop, addresses: new Set(addresses) };
}

/** Builds another revision in a temporary folder, which is deleted when the server is stopped. */
export async function buildRevision(revision: string) {
  const folder = mkdtempSync(join(tmpdir(), "shots-"));
  const git = (...args: string[]) => execFileSync("git", args, { stdio: ["ignore", "ignore", "inherit"] });
  const remove = () => {
    git("worktree", "remove", "--force", folder);
    rmSync(folder, { recursive: true, force: true });
  };
  git("worktree", "add", "--detach", "--force", folder, revision);
  try {
    linkPackages(folder);
    // Pictures that both revisions have are encoded once.
    mkdirSync(".cache/pictures", { recursive: true });
    mkdirSync(join(folder, ".cache"));
    symlinkSync(resolve(".cache/pictures"), join(folder, ".cache/pictures"), "junction");
    console.log(`Building ${revision} ...`);
    const env = { ...process.env, BUILD_DIR: "build" };
    const { status } = spawnSync(process.execPath, [buildFile(folder)], { cwd: folder, env, stdio: "inherit" });
    if (status !== 0) throw new Error(`${revision} could not be built`);
    const served = await serveBuild(folder, "build/current");
    return { ...served, stop: () => served.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The file that a revision builds with, by its own package.json, since files have moved. */
function buildFile(folder: string): string {
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return scripts.build.split(" ").at(-1);
}

/** Links the installed packages if the lockfile is the same, otherwise installs them. */
function linkPackages(folder: string) {
  const lock = (where: string) => readFileSync(join(where, "package-lock.json"), "utf8");
  if (lock(folder) === lock(".")) {
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
    return;
  }
  const windows = process.platform === "win32";
  const { status } = spawnSync("npm", ["ci", "--loglevel=error"], { cwd: folder, stdio: "inherit", shell: windows });
  if (status !== 0 || !existsSync(join(folder, "node_modules"))) throw new Error("Its packages could not be installed");
}
