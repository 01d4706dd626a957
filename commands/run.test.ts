import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { needsUnix } from "../tests/kit/needs.ts";
import { patient } from "../tests/kit/patience.ts";

/** A project that has only the launcher, and no packages. Its folder's name has a space. */
function createProject() {
  const root = mkdtempSync(join(tmpdir(), "a project "));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text, { mode });
  };
  cpSync("commands/run.mjs", join(root, "commands/run.mjs"));
  const env = { PATH: process.env.PATH, HOME: root, npm_config_offline: "true", npm_config_audit: "false" };
  const run = (args: string[], settings: Record<string, string> = {}, options: string[] = []) =>
    spawnSync(process.execPath, [...options, join(root, "commands/run.mjs"), ...args], {
      cwd: tmpdir(),
      env: { ...env, ...settings },
      encoding: "utf8",
    });
  return { root, write, run };
}

test("each script has the packages it needs whatever NODE_ENV, npm's settings and .npmrc omit, in the versions of the lockfile", () => {
  const { root, write, run } = createProject();
  const own: Record<string, unknown> = { name: "project", version: "1.0.0" };
  const packages: Record<string, unknown> = { "": own };
  // One package of each kind, as folders, so that npm needs no registry.
  for (const [kind, name, mark] of [
    ["dependencies", "server", {}],
    ["optionalDependencies", "bundler", { optional: true }],
    ["devDependencies", "tester", { dev: true }],
  ] as const) {
    write(`packages/${name}/package.json`, JSON.stringify({ name, version: "1.0.0" }));
    own[kind] = { [name]: `file:packages/${name}` };
    packages[`node_modules/${name}`] = { version: "1.0.0", resolved: `file:packages/${name}`, ...mark };
  }
  write("package.json", JSON.stringify(own));
  const lockfile = JSON.stringify({ name: "project", lockfileVersion: 3, packages });
  write("package-lock.json", lockfile);
  write(".npmrc", "install-links=true\nomit[]=dev\nomit[]=optional\n");
  write("commands/say.mjs", "console.log('it ran');");
  const settings = { NODE_ENV: "production", npm_config_omit: "dev" };
  const installed = () => globSync("*", { cwd: join(root, "node_modules") }).sort();

  // The owner's commands run with the production packages alone, and install nothing.
  write("node_modules/server/package.json", "{}");
  write("node_modules/.package-lock.json", '{ "packages": { "node_modules/server": { "version": "1.0.0" } } }');
  expect([run(["--prod", "commands/say.mjs"]), installed()]).toMatchObject([{ status: 0, stderr: "" }, ["server"]]);
  expect(run(["--dev", "commands/say.mjs"], settings).stderr).toMatch(/^Installing what package-lock\.json lists/);
  expect(installed()).toEqual(["bundler", "server", "tester"]);
  expect(run(["commands/say.mjs"], settings)).toMatchObject({ status: 0, stdout: "it ran\n", stderr: "" });

  // Here npm leaves a package out, and says nothing of it.
  write("bin/npm", "#!/bin/sh\n", 0o755);
  rmSync(join(root, "node_modules/bundler"), { recursive: true });
  const silent = run(["commands/say.mjs"], { PATH: join(root, "bin") });
  expect(silent).toMatchObject({ status: 1, stdout: "" });
  expect(silent.stderr).toMatch(
    /npm ended without an error and without bundler 1\.0\.0, which this machine \(\w+ \w+, Node /,
  );

  // The lockfile lists another version, and there is no npm that could install it.
  write("package-lock.json", lockfile.replace('"node_modules/server":{"version":"1', "$&2"));
  const without = run(["--prod", "commands/say.mjs"], { PATH: "" });
  expect(without).toMatchObject({ status: 1, stdout: "" });
  expect(without.stderr).toMatch(/^Installing .*\n.*not found\nnpm ci .* failed/);
});

/** The options with which Node says that it is an older one on another system. Only the launcher is told so. */
function pretend(system: string) {
  const [platform, arch] = system.split("-");
  const values = { platform, arch, versions: { ...process.versions, node: "22.12.0" } };
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
      const { stdout, stderr } = run(["commands/say.ts", "one", "two words"], {}, pretend(system));
      expect([stdout, stderr]).toEqual([`${path} one,two words ${root}\n`, ""]);
      const { os, cpu } = packages[`node_modules/${program.split("/")[0]}`];
      expect(`${os}-${cpu}`).toBe(system);
    }
  },
);

test("a script ends when the shell that npm started it in is gone", needsUnix, async () => {
  const { root, write } = createProject();
  write("commands/wait.ts", "console.log(process.pid);\nsetInterval(() => {}, 1000);");
  const line = `"${process.execPath}" commands/run.mjs commands/wait.ts; true`;
  const env = { ...process.env, npm_lifecycle_event: "start" };
  const shell = spawn("sh", ["-c", line], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  const [id] = await once(shell.stdout, "data");
  shell.kill("SIGKILL");
  // A process that is gone cannot be asked.
  await vi.waitFor(() => expect(() => process.kill(Number(id), 0)).toThrow(), patient(60_000));
});
