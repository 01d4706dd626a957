import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";

/** A project of one script, installed, in a folder whose name has a space. */
function project(packages: Record<string, object>) {
  const root = mkdtempSync(join(tmpdir(), "a project "));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ["commands", "node_modules"]) mkdirSync(join(root, folder));
  cpSync("commands/run.mjs", join(root, "commands/run.mjs"));
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages }));
  writeFileSync(join(root, "node_modules/.package-lock.json"), "{}");
  writeFileSync(
    join(root, "commands/say.ts"),
    "console.log(process.argv.slice(2).join() satisfies string, process.cwd());",
  );
  const run = (script: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(root, "commands/run.mjs"), script, ...args], { cwd: tmpdir(), encoding: "utf8" });
  return { root, run };
}

const here = { os: [process.platform], cpu: [process.arch], version: "1.2.3" };

test("a script gets its arguments, and the project's folder to work in", () => {
  const { root, run } = project({ "node_modules/@native/other": { ...here, os: ["plan9"] } });
  expect(run("commands/say.ts", "one", "two words").stdout).toBe(`one,two words ${root}\n`);
});

test("a native part that is missing is named in one sentence", () => {
  const { run } = project({ "node_modules/@native/part": here });
  const { status, stdout, stderr } = run("commands/say.ts");
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^This machine \(\w+ \w+\) lacks @native\/part 1\.2\.3, which npm could not install: .*\.\n$/);
});

test("what only tests need does not keep the site from starting", () => {
  const { run } = project({ "node_modules/@deno/part": here });
  expect(run("commands/say.ts").status).toBe(0);
  expect(run("commands/test.ts").stderr).toContain("lacks @deno/part");
});

test.skipIf(process.platform === "win32")("a script ends when the shell that npm started it in is gone", async () => {
  const { root } = project({});
  writeFileSync(
    join(root, "commands/wait.ts"),
    'process.on("SIGTERM", () => process.exit(0));\nconsole.log(process.pid);\nsetInterval(() => {}, 1000);',
  );
  const line = `"${process.execPath}" commands/run.mjs commands/wait.ts; true`;
  const env = { ...process.env, npm_lifecycle_event: "start" };
  const shell = spawn("sh", ["-c", line], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  const [said] = await once(shell.stdout, "data");
  shell.kill("SIGKILL");
  const alive = () => {
    try {
      return process.kill(Number(said), 0);
    } catch {
      return false;
    }
  };
  await vi.waitFor(() => expect(alive()).toBe(false), 10_000);
});

test("every npm script goes through the launcher, and names a file that is there", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  for (const script of Object.values(scripts)) {
    const [, file = ""] = /^node commands\/run\.mjs (\S+)( |$)/.exec(script) ?? [];
    expect(existsSync(file), script).toBe(true);
  }
});
