import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { serverFolders } from "../../src/build/fingerprint.ts";
import { databaseFile } from "../../src/server/data-paths.ts";
import { gitEnvironment } from "../kit/clean-environment.ts";
import { needsLinux } from "../kit/needs.ts";
import { openPlainStore } from "../kit/open-store.ts";
import { sampleRequest, sampleSubmission } from "../kit/sample-request.ts";
import { temporaryFolder } from "../kit/temporary-folder.ts";

/** Commands of docs/hosting.md are typed where a wrong one loses requests or the owner's words. The rest is read. */
const manual = readFileSync("docs/hosting.md", "utf8");

/** The fenced lines of a kind in one section, without what makes them another user's. */
function linesIn(section: string, language: string): string[] {
  const [, text = ""] = new RegExp(`^## ${section}$(.*?)^## `, "ms").exec(manual) ?? [];
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))];
  return blocks.flatMap(([, lines = ""]) =>
    lines
      .trim()
      .replaceAll(/\bsudo (-u studio )?/g, "")
      .split("\n"),
  );
}

/** A server's folders, where the project was cloned. */
function openServer() {
  const root = temporaryFolder();
  const [project, data, copies] = ["srv/studio", "var/lib/studio", "var/backups/studio"].map((path) =>
    join(root, path),
  ) as [string, string, string];
  for (const folder of [data, copies]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const source = join(root, "source");
  // Without a lockfile npm leaves the packages alone, which are this project's own.
  for (const name of [...serverFolders, "package.json", ".gitignore", "content/studio.yaml"])
    cpSync(name, join(source, name), { recursive: true });
  const env = { ...gitEnvironment, HOME: root, DATA_DIR: data };
  const run = (cwd: string, command: string) => {
    const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd, env, encoding: "utf8" });
    expect(status, command + stderr).toBe(0);
    return stdout;
  };
  const commit = (folder: string, words: string) => {
    writeFileSync(join(folder, `${words}.txt`), words);
    run(folder, `git add -A && git commit -qm ${words}`);
  };
  run(source, "git init -q -b main");
  commit(source, "first");
  run(root, `git clone -q ${source} ${project}`);
  symlinkSync(resolve("node_modules"), join(project, "node_modules"), "junction");
  const type = (line: string) =>
    run(project, line.replaceAll("/srv/", `${root}/srv/`).replaceAll("/var/", `${root}/var/`).replace("…", "*"));
  return { source, project, data, copies, commit, type };
}

test("the commands that copy and restore requests bring back what was lost", needsLinux, async () => {
  const { data, copies, type } = openServer();
  const store = openPlainStore(databaseFile(data));
  await store.save(sampleSubmission());
  await store.close();
  const [backup = "", stop, restore = "", startAgain, list = ""] = linesIn("Backup and restore", "sh");
  expect(type(backup)).toContain("1 request is in");

  // The hourly line makes another copy, and deletes those of days ago alone.
  const [first = ""] = readdirSync(copies);
  const old = join(copies, "requests-2020.db");
  cpSync(join(copies, first), old);
  utimesSync(old, new Date("2020-01-01"), new Date("2020-01-01"));
  const [hourly = ""] = linesIn("Backup and restore", "cron");
  expect(hourly).toMatch(/^\d+ \* \* \* \* /);
  type(hourly.replace(/^(\S+ ){5}/, ""));
  expect(readdirSync(copies)).toContain(first);
  expect(readdirSync(copies)).not.toContain("requests-2020.db");

  expect([stop, startAgain]).toEqual(["stop", "start"].map((word) => `systemctl ${word} studio.socket studio.service`));
  rmSync(databaseFile(data));
  type(restore.replace("requests-….db", first));
  expect(type(list)).toContain(sampleRequest.name);
});

test("the command that updates the site keeps what the owner published on the server", needsLinux, () => {
  const { source, project, commit, type } = openServer();
  commit(project, "hers");
  commit(source, "ours");
  const [update = ""] = linesIn("Updates", "sh");
  // The build has tests of its own.
  type(update.replace("npm run build", "git log --format=%s | tee .git/order"));
  expect(readFileSync(join(project, ".git/order"), "utf8").split("\n", 2)).toEqual(["hers", "ours"]);
});
