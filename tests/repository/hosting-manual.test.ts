import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
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

/** Types a command where another folder stands for the root of the server's disk. */
function type(root: string, line: string, settings: Record<string, string> = {}): string {
  const command = line.replaceAll(/\/(?=(srv|var)\b)/g, `${root}/`);
  const env = { ...gitEnvironment, HOME: root, ...settings };
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: root, env, encoding: "utf8" });
  expect(status, command + stderr).toBe(0);
  return stdout;
}

test("the commands that copy and restore requests bring back what was lost", needsLinux, async () => {
  const root = temporaryFolder();
  const [data, copies] = [join(root, "var/lib/studio"), join(root, "var/backups/studio")];
  for (const folder of [data, copies]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  mkdirSync(join(root, "srv"));
  symlinkSync(resolve("."), join(root, "srv/studio"), "junction");
  const run = (line: string) => type(root, `cd /srv/studio && ${line}`, { DATA_DIR: data, DATABASE_URL: "" });
  const store = openPlainStore(databaseFile(data));
  await store.save(sampleSubmission());
  await store.close();
  const [backup = "", stop, restore = "", startAgain, list = ""] = linesIn("Backup and restore", "sh");
  expect(run(backup)).toContain("1 request is in");

  // The hourly line makes another copy, and deletes those of days ago alone.
  const [first = ""] = readdirSync(copies);
  const old = join(copies, "requests-2020.db");
  cpSync(join(copies, first), old);
  utimesSync(old, new Date("2020-01-01"), new Date("2020-01-01"));
  const [hourly = ""] = linesIn("Backup and restore", "cron");
  expect(hourly).toMatch(/^\d+ \* \* \* \* /);
  run(hourly.replace(/^(\S+ ){5}/, ""));
  expect(readdirSync(copies)).toContain(first);
  expect(readdirSync(copies)).not.toContain("requests-2020.db");

  expect([stop, startAgain]).toEqual(["stop", "start"].map((word) => `systemctl ${word} studio.socket studio.service`));
  rmSync(databaseFile(data));
  run(restore.replace("requests-….db", first));
  expect(run(list)).toContain(sampleRequest.name);
});

test("the command that updates the site keeps what the owner published on the server", needsLinux, () => {
  const root = temporaryFolder();
  const commit = (folder: string, words: string) =>
    type(root, `cd ${folder} && touch ${words} && git add ${words} && git commit -qm ${words}`);
  type(root, "git init -q -b main source");
  commit("source", "first");
  type(root, "git clone -q source srv/studio");
  commit("srv/studio", "hers");
  commit("source", "ours");
  const [update = ""] = linesIn("Updates", "sh");
  // The build has tests of its own.
  expect(type(root, update.replace("npm run build", "git log --format=%s"))).toMatch(/^hers\nours\nfirst\n$/m);
});
