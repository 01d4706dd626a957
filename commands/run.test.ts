import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { needsUnix } from "../tests/kit/needs.ts";
import { patient } from "../tests/kit/patience.ts";

type Packages = Record<string, { version?: string }>;
type Kinds = Partial<Record<"dependencies" | "optionalDependencies" | "devDependencies", Packages>>;

/** Makes a project whose packages are folders, so that npm needs no registry. Its folder's name has a space. */
function createProject(packages: Kinds = {}) {
  const root = mkdtempSync(join(tmpdir(), "a project "));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const env = { PATH: process.env.PATH, HOME: root, npm_config_offline: "true", npm_config_audit: "false" };
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const own: Record<string, unknown> = { name: "project", version: "1.0.0" };
  const lockfile: Record<string, unknown> = { "": own };
  for (const [kind, parts] of Object.entries(packages)) {
    own[kind] = Object.fromEntries(Object.keys(parts).map((name) => [name, `file:packages/${name}`]));
    const omitted = { devDependencies: { dev: true }, optionalDependencies: { optional: true } }[kind];
    for (const [name, part] of Object.entries(parts)) {
      write(`packages/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", ...part }));
      lockfile[`node_modules/${name}`] = { version: "1.0.0", resolved: `file:packages/${name}`, ...omitted, ...part };
    }
  }
  write("package.json", JSON.stringify(own));
  write(".npmrc", "install-links=true\n");
  write("commands/say.mjs", "console.log(process.argv.slice(2).join(), process.cwd());");
  cpSync("commands/run.mjs", join(root, "commands/run.mjs"));
  // The lockfile is as npm writes it; npm refuses one that does not fit. A project without packages needs none.
  if (Object.keys(packages).length)
    write("package-lock.json", JSON.stringify({ name: "project", lockfileVersion: 3, packages: lockfile }, null, 2));
  const run = (args: string[], settings: Record<string, string> = {}, options: string[] = []) =>
    spawnSync(process.execPath, [...options, join(root, "commands/run.mjs"), ...args], {
      cwd: tmpdir(),
      env: { ...env, ...settings },
      encoding: "utf8",
    });
  const installed = () => globSync("*", { cwd: join(root, "node_modules") }).sort();
  return { root, write, run, installed };
}

const tiers = { dependencies: { server: {} }, optionalDependencies: { bundler: {} }, devDependencies: { tester: {} } };

test("each script has the packages it needs whatever NODE_ENV, npm's settings and .npmrc omit, in the versions of the lockfile", () => {
  const { root, write, run, installed } = createProject(tiers);
  const settings = { NODE_ENV: "production", npm_config_omit: "dev" };
  write(".npmrc", "install-links=true\nomit[]=dev\nomit[]=optional\n");
  // The owner's commands run with the production packages alone, and install nothing.
  write("node_modules/server/package.json", "{}");
  write("node_modules/.package-lock.json", '{ "packages": { "node_modules/server": { "version": "1.0.0" } } }');
  const owner = run(["--prod", "commands/say.mjs"]);
  expect([owner.status, owner.stderr, installed()]).toEqual([0, "", ["server"]]);

  const test = run(["--dev", "commands/say.mjs"], settings);
  expect([test.status, installed()]).toEqual([0, ["bundler", "server", "tester"]]);
  expect(test.stderr).toMatch(/^Installing what package-lock\.json lists/);
  expect(run(["commands/say.mjs"], settings).stderr).toBe("");

  // Packages are installed again when the lockfile lists another version; here there is no npm that could.
  const lockfile = readFileSync(join(root, "package-lock.json"), "utf8");
  write("package-lock.json", lockfile.replace(/("node_modules\/server": \{\s+"version": ")1/, "$12"));
  const without = run(["commands/say.mjs"], { PATH: "" });
  expect([without.status, without.stdout]).toEqual([1, ""]);
  expect(without.stderr).toMatch(/^Installing .*\n.*not found\nnpm ci .* failed/);
});

test("a package that npm silently leaves out is named", needsUnix, () => {
  const { root, write, run } = createProject({ optionalDependencies: { bundler: { version: "1.2.3" } } });
  write("bin/npm", "#!/bin/sh\n");
  chmodSync(join(root, "bin/npm"), 0o755);
  const { status, stdout, stderr } = run(["commands/say.mjs"], { PATH: join(root, "bin") });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/npm ended without an error and without bundler 1\.2\.3, which this machine \(\w+ \w+, Node /);
  expect(run(["--prod", "commands/say.mjs"], { PATH: join(root, "bin") }).status).toBe(0);
});

/** The options with which Node says that it is another version on another system. Only the launcher is told so. */
function pretend(system: string, version = process.versions.node) {
  const [platform, arch] = system.split("-");
  const values = { platform, arch, versions: { ...process.versions, node: version } };
  const code = `for (const [name, value] of Object.entries(${JSON.stringify(values)}))
    Object.defineProperty(process, name, { value });`;
  return ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
}

test(
  "with an older Node a script runs with its arguments on the project's own, which the lockfile has for each platform",
  needsUnix,
  () => {
    const { root, write, run } = createProject();
    write(
      "commands/say.ts",
      "console.log(process.argv0, process.argv.slice(2).join() satisfies string, process.cwd());",
    );
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
    const launcher = readFileSync("commands/run.mjs", "utf8");
    for (const [, system = "", program = ""] of launcher.matchAll(/"(\w+-\w+)": "(.*)"/g)) {
      const path = join(root, "node_modules", program);
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(process.execPath, path);
      const { stdout, stderr } = run(["commands/say.ts", "one", "two words"], {}, pretend(system, "22.12.0"));
      expect([stdout, stderr]).toEqual([`${path} one,two words ${root}\n`, ""]);
      const { os, cpu } = packages[`node_modules/${program.split("/")[0]}`];
      expect(`${os}-${cpu}`).toBe(system);
    }
  },
);

test("a script ends when the shell that npm started it in is gone", needsUnix, async () => {
  const { root } = createProject();
  writeFileSync(
    join(root, "commands/wait.ts"),
    'process.on("SIGTERM", () => process.exit(0));\nconsole.log(process.pid);\nsetInterval(() => {}, 1000);',
  );
  const line = `"${process.execPath}" commands/run.mjs commands/wait.ts; true`;
  const env = { ...process.env, npm_lifecycle_event: "start" };
  const shell = spawn("sh", ["-c", line], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  const [output] = await once(shell.stdout, "data");
  shell.kill("SIGKILL");
  const isAlive = () => {
    try {
      return process.kill(Number(output), 0);
    } catch {
      return false;
    }
  };
  await vi.waitFor(() => expect(isAlive()).toBe(false), patient(60_000));
});
