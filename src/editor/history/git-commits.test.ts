import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { drawn, home, openTestEditor, set } from "../../../tests/kit/test-editor.ts";
import type { Log } from "../../log/log.ts";

/** An editor in a repository, whose publishing builds nothing and asks no site. */
function openInRepository() {
  const logged: string[] = [];
  const log: Log = (event, details) => void (event === "commit" && logged.push(String(details?.reason)));
  const fixture = openTestEditor({ commits: true, build: ["--eval", ""], patience: 0, log });
  const git = fixture.startRepository();
  return {
    ...fixture,
    git,
    logged,
    publish: async () => (await fixture.publish()).notCommitted,
    subjects: () => git("log", "--format=%s").trim().split("\n"),
    /** What the desk reads. */
    noted: () => {
      const file = join(fixture.root, "data/not-committed");
      return existsSync(file) ? readFileSync(file, "utf8") : null;
    },
  };
}

test("what is published is one commit that lists every change, and other work stays as it was", async () => {
  const { root, editor, git, save, savePicture, replace, publish } = openInRepository();
  writeFileSync(join(root, "staged.txt"), "half done");
  git("add", "staged.txt");
  replace("pages/about.yaml", "heading:", "heading: ");
  save(home, [set("hero/button", "Come in")]);
  expect(save("site.yaml", [set("call", "Ring me")])).toHaveProperty("saved");
  const { id } = await editor.pictures.upload("about-portrait", "me.jpg", await drawn(1300, 300).jpeg().toBuffer());
  expect(await savePicture({ id, name: "about-portrait" })).toHaveProperty("saved");
  expect(await publish()).toBe(
    "Another program changed pages/about.yaml. Those changes are published, and left for it to commit.",
  );
  await expect(git("show", "--name-only", "--format=%B", "HEAD")).toMatchFileSnapshot("./snapshots/commit.txt");
  expect(git("status", "--porcelain").split("\n")).toEqual(
    expect.arrayContaining([" M content/pages/about.yaml", "A  staged.txt"]),
  );
});

test("words whose commit failed are committed by the next publish, and the desk is told in between", async () => {
  const { root, save, publish, subjects, logged, noted } = openInRepository();
  const lock = join(root, ".git/index.lock");
  writeFileSync(lock, "");
  save(home, [set("hero/button", "First")]);
  expect(await publish()).toMatch(/index\.lock/);
  expect(noted()).toMatch(/index\.lock/);
  expect(logged).toHaveLength(1);
  rmSync(lock);
  save(home, [set("hero/button", "Second")]);
  expect(await publish()).toBeUndefined();
  expect(noted()).toBeNull();
  expect(subjects()).toHaveLength(2);
});

test("without a name and an email for git the owner, the log and the desk are told what to set", async () => {
  const { git, save, publish, logged, noted } = openInRepository();
  for (const name of ["user.email", "user.name"]) git("config", "--unset", name);
  git("config", "user.useConfigOnly", "true");
  vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null");
  onTestFinished(() => void vi.unstubAllEnvs());
  save(home, [set("hero/button", "Nobody's")]);
  const reason = await publish();
  expect(reason).toMatch(/ident/);
  expect([logged, noted()]).toEqual([[reason], reason]);
});

test("commits that have waited for a push for a day are said to be on this machine alone", async () => {
  const { root, git, save, publish } = openInRepository();
  git("clone", "--quiet", "--bare", ".", join(root, "host.git"));
  git("remote", "add", "origin", join(root, "host.git"));
  git("fetch", "--quiet", "origin");
  git("branch", "--quiet", `--set-upstream-to=origin/${git("branch", "--show-current").trim()}`);
  save(home, [set("hero/button", "Late")]);
  git("-c", "user.name=Owner", "commit", "--quiet", "--all", "--date=2025-12-01T12:00:00Z", "-m", "Earlier");
  expect(await publish()).toBeUndefined();
  process.env.GIT_COMMITTER_DATE = "2025-12-30T12:00:00Z";
  git("commit", "--quiet", "--amend", "--no-edit");
  delete process.env.GIT_COMMITTER_DATE;
  expect(await publish()).toBe("What was saved since 2025-12-30 has not been pushed and is on this machine alone.");
  git("push", "--quiet");
  expect(await publish()).toBeUndefined();
});
