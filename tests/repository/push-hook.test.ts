import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cleanEnvironment } from "../kit/clean-environment.ts";
import { temporaryFolder } from "../kit/temporary-folder.ts";

const identity = Object.fromEntries(
  ["AUTHOR", "COMMITTER"].flatMap((who) => [
    [`GIT_${who}_NAME`, "Owner"],
    [`GIT_${who}_EMAIL`, "owner@studio.example"],
  ]),
);
const env = { ...cleanEnvironment, ...identity, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };

function git(folder: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync("git", ["-C", folder, ...args], { env, encoding: "utf8" });
  return { ok: status === 0, text: stdout + stderr };
}

/** Stands for the real build, which has its own tests: it copies the words, or fails at one that may not be said. */
const build = `import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
const words = readFileSync("content/words.txt", "utf8");
if (words.includes("guaranteed")) { console.error("words.txt says guaranteed"); process.exit(1); }
realpathSync("node_modules");
mkdirSync(process.env.BUILD_DIR, { recursive: true });
writeFileSync(process.env.BUILD_DIR + "/page.html", words + readFileSync(".env", "utf8"));`;

/** The server's repository with the hook as docs/hosting.md sets it up, and a clone on the owner's laptop. */
function openRepositories() {
  const root = temporaryFolder();
  const [server, laptop] = [join(root, "server"), join(root, "laptop")];
  for (const folder of ["commands", "content", "src", "deploy"]) mkdirSync(join(server, folder), { recursive: true });
  const write = (folder: string, file: string, text: string) => writeFileSync(join(folder, file), text);
  write(server, "commands/build.ts", build);
  write(server, "content/words.txt", "old");
  write(server, "src/server.ts", "");
  write(server, "package-lock.json", "{}");
  write(server, ".gitignore", "build/\n.cache/\nnode_modules/\n.env\n");
  cpSync("deploy/pre-receive", join(server, "deploy/pre-receive"));
  git(root, "init", "-q", "-b", "main", "server");
  git(server, "add", "-A");
  git(server, "commit", "-qm", "first");
  git(server, "config", "receive.denyCurrentBranch", "updateInstead");
  symlinkSync("../../deploy/pre-receive", join(server, ".git/hooks/pre-receive"));
  mkdirSync(join(server, "node_modules/.bin"), { recursive: true });
  symlinkSync(process.execPath, join(server, "node_modules/.bin/node"));
  write(server, ".env", " for https://www.studio.example");
  git(root, "clone", "-q", "server", "laptop");
  return {
    server,
    push(files: Record<string, string>) {
      for (const [file, text] of Object.entries(files)) write(laptop, file, text);
      git(laptop, "commit", "-qam", "an edit");
      return git(laptop, "push", "-q", "origin", "HEAD:main");
    },
    page: () => existsSync(join(server, "build/page.html")) && readFileSync(join(server, "build/page.html"), "utf8"),
    words: () => readFileSync(join(server, "content/words.txt"), "utf8"),
  };
}

test("a push is built on the server with its settings, and the server has the pushed files", () => {
  const { server, push, page, words } = openRepositories();
  expect(push({ "content/words.txt": "new" })).toEqual({ ok: true, text: "" });
  expect([page(), words()]).toEqual(["new for https://www.studio.example", "new"]);
  expect(readdirSync(join(server, ".cache"))).toEqual([]);
});

test("a push that cannot be built is refused with the reason, and nothing is changed", () => {
  const { server, push, page, words } = openRepositories();
  push({ "content/words.txt": "new" });
  const { ok, text } = push({ "content/words.txt": "guaranteed" });
  expect(ok).toBe(false);
  expect(text).toContain("words.txt says guaranteed");
  expect(text).toContain("nothing was exchanged");
  expect([page(), words()]).toEqual(["new for https://www.studio.example", "new"]);
  expect(readdirSync(join(server, ".cache"))).toEqual([]);
});

test("a push is refused before it is built while the server's own files were changed", () => {
  const { server, push, page } = openRepositories();
  writeFileSync(join(server, "content/words.txt"), "changed by hand");
  const { ok, text } = push({ "content/words.txt": "new" });
  expect([ok, page()]).toEqual([false, false]);
  expect(text).toContain("were changed on the server");
});

test("new packages are refused, and new code is built with the line that restarts the server", () => {
  const { push, page } = openRepositories();
  const code = push({ "content/words.txt": "new", "src/server.ts": "export {};" });
  expect([code.ok, page()]).toEqual([true, "new for https://www.studio.example"]);
  expect(code.text).toContain("systemctl restart studio.service");
  const packages = push({ "content/words.txt": "newer", "package-lock.json": "{ }" });
  expect([packages.ok, page()]).toEqual([false, "new for https://www.studio.example"]);
  expect(packages.text).toContain("changes the packages");
});
