import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { siteFolder } from "../../src/build/build-folder.ts";
import { listFiles } from "../../src/build/list-files.ts";
import { copyProject, serverFolders } from "../../src/build/project-folders.ts";
import { endpoint } from "../../src/requests/request.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { copyBuild } from "../kit/built-server.ts";
import { cleanEnvironment } from "../kit/clean-environment.ts";
import { sampleRequest } from "../kit/sample-request.ts";
import { spawnServer, waitUntil } from "../kit/spawn-server.ts";
import { builtFolder } from "./built-pages.ts";

const { contentFolder, buildFolder } = readFolders(loadEnvironment());
/** The name has a space and a letter beyond ASCII, as a user's folder may have. */
const project = mkdtempSync(join(tmpdir(), "Zoë's studio "));
const env = {
  ...cleanEnvironment,
  // No program can be found, a shell least of all.
  PATH: "",
  NODE_OPTIONS: `--import=${pathToFileURL(resolve("tests/kit/as-windows.mjs")).href}`,
  CONTENT_DIR: "content",
  DATA_DIR: "data",
};
const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: project, env, encoding: "utf8" });

/** A project as git would make it with core.autocrlf=true. */
beforeAll(() => {
  copyProject(project, serverFolders);
  cpSync(contentFolder, join(project, "content"), { recursive: true });
  // The site is published already. Its bundles are made again, because the code has other line endings.
  copyBuild(join(project, "build"), buildFolder);
  mkdirSync(join(project, ".cache"));
  for (const name of ["pictures", "cards"])
    symlinkSync(resolve(".cache", name), join(project, ".cache", name), "junction");
  for (const folder of ["src", "content"])
    for (const file of listFiles(join(project, folder)).filter((name) =>
      /\.(tsx?|css|sql|ya?ml|md|json)$/.test(name),
    )) {
      const path = join(project, folder, file);
      writeFileSync(path, readFileSync(path, "utf8").replaceAll(/\r?\n/g, "\r\n"));
    }
});
afterAll(() => rmSync(project, { recursive: true }));

test("with Windows' paths, locks and line endings the build makes the same pages", () => {
  const { status, stderr } = run("commands/build.ts");
  expect(status, stderr).toBe(0);
  const made = siteFolder(join(project, "build"));
  // The other build may keep scripts of its earlier releases. `security.txt` names the second in which it was made.
  const files = listFiles(made).filter((file) => !file.includes("security.txt"));
  const pages = listFiles(builtFolder).filter((file) => file.endsWith(".html"));
  expect(files).toEqual(expect.arrayContaining(pages));
  const isSame = (file: string) => readFileSync(join(made, file)).equals(readFileSync(join(builtFolder, file)));
  expect(files.filter((file) => !existsSync(join(builtFolder, file)) || !isSame(file))).toEqual([]);
});

test("the server stores a request, writes its email as a file, and a copy of both can be restored", async () => {
  const settings = { ...env, PORT: "0", HOST: "127.0.0.1", DIGEST: "off" };
  const server = spawnServer([process.execPath, "src/server/main.ts"], { cwd: project, env: settings });
  const url = new URL(endpoint, await server.ready());
  const body = JSON.stringify(sampleRequest);
  const headers = { "Content-Type": "application/json" };
  expect((await fetch(url, { method: "POST", headers, body })).status).toBe(200);
  const emails = () => readdirSync(join(project, "data")).includes("mail") && readdirSync(join(project, "data/mail"));
  expect(await waitUntil(() => /\.eml$/.test(String(emails())), 20)).toBe(true);
  expect(run("commands/backup.ts", "copies").stdout).toMatch(/^1 request is in copies\\requests-\S+\.db$/m);
  await server.terminate();
  const [copy = ""] = readdirSync(join(project, "copies"));
  expect(run("commands/restore.ts", `copies\\${copy}`).status).toBe(0);
  expect(run("commands/requests.ts", "list").stdout).toContain(sampleRequest.name);
});

test("the editor saves one line and the day, and every other byte stays", () => {
  const page = join(project, "content/pages/home.yaml");
  const before = readFileSync(page, "utf8");
  const script = `import { openEditor } from ${JSON.stringify(pathToFileURL(join(project, "src/editor/api/editor.ts")).href)};
const editor = openEditor({ folder: "content", dataFolder: "data/editor", siteUrl: "http://localhost:3000", publishCommand: null,
  commits: false, environment: {} });
const { version } = editor.saving.form("pages/home.yaml");
await editor.save({ file: "pages/home.yaml", version, edits: [{ do: "set", path: "hero/button", value: "Come in" }] });
await editor.close();`;
  const { status, stderr } = run("--input-type=module", "--eval", script);
  expect(status, stderr).toBe(0);
  const after = readFileSync(page, "utf8");
  expect(after).not.toBe(before);
  const changed = after.split("\n").filter((line, index) => line !== before.split("\n")[index]);
  expect(changed).toEqual([
    expect.stringMatching(/^updated: \d{4}-\d\d-\d\d\r$/),
    expect.stringMatching(/^ {2}button: Come in\r$/),
  ]);
});
