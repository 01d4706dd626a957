import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitEnvironment } from "../kit/clean-environment.ts";
import { temporaryFolder, writeFiles } from "../kit/temporary-folder.ts";

function git(folder: string, ...args: string[]) {
  const env = { ...gitEnvironment, HOME: folder };
  const { status, stdout, stderr } = spawnSync("git", ["-C", folder, ...args], { env, encoding: "utf8" });
  return { isAccepted: status === 0, text: stdout + stderr };
}

/** Stands for the real build, which has its own tests: it copies the words, or fails at one that may not be said. */
const build = `import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
const words = readFileSync("content/words.txt", "utf8");
if (words.includes("guaranteed")) { console.error("words.txt says guaranteed"); process.exit(1); }
realpathSync("node_modules");
mkdirSync(process.env.BUILD_DIR, { recursive: true });
writeFileSync(process.env.BUILD_DIR + "/page.html", words + readFileSync(".env", "utf8"));`;

test("a push is built with the server's settings; what cannot be published is refused with its reason and changes nothing", () => {
  const root = temporaryFolder();
  const [server, laptop] = [join(root, "server"), join(root, "laptop")];
  mkdirSync(join(server, "node_modules/.bin"), { recursive: true });
  writeFiles(server, {
    "commands/build.ts": build,
    "content/words.txt": "old",
    "src/server.ts": "",
    "package-lock.json": "{}",
    ".gitignore": "build/\n.cache/\nnode_modules/\n.env\n",
    ".env": " for https://www.studio.example",
  });
  cpSync("deploy/pre-receive", join(server, "deploy/pre-receive"));
  symlinkSync(process.execPath, join(server, "node_modules/.bin/node"));
  git(root, "init", "-q", "-b", "main", "server");
  git(server, "add", "-A");
  git(server, "commit", "-qm", "first");
  // As docs/hosting.md sets it up.
  git(server, "config", "receive.denyCurrentBranch", "updateInstead");
  symlinkSync("../../deploy/pre-receive", join(server, ".git/hooks/pre-receive"));
  git(root, "clone", "-q", "server", "laptop");
  const push = (changed: Record<string, string>) => {
    writeFiles(laptop, changed);
    git(laptop, "commit", "-qam", "an edit");
    const pushed = git(laptop, "push", "-q", "origin", "HEAD:main");
    expect(readFileSync(join(server, "build/page.html"), "utf8")).toBe("new for https://www.studio.example");
    expect(readdirSync(join(server, ".cache"))).toEqual([]);
    // What was refused is not pushed again with the next edit.
    git(laptop, "reset", "-q", "--hard", "origin/main");
    return pushed;
  };

  expect(push({ "content/words.txt": "new" })).toEqual({ isAccepted: true, text: "" });
  expect(readFileSync(join(server, "content/words.txt"), "utf8")).toBe("new");
  const code = push({ "src/server.ts": "export {};" });
  expect(code).toEqual({ isAccepted: true, text: expect.stringContaining("systemctl restart studio.service") });
  const refused = (reason: RegExp) => ({ isAccepted: false, text: expect.stringMatching(reason) });
  expect(push({ "content/words.txt": "guaranteed" })).toEqual(refused(/says guaranteed.*nothing was exchanged/s));
  expect(push({ "content/words.txt": "newer", "package-lock.json": "{ }" })).toEqual(refused(/changes the packages/));
  writeFileSync(join(server, "content/words.txt"), "changed by hand");
  expect(push({ "content/words.txt": "newer" })).toEqual(refused(/were changed on the server/));
});
