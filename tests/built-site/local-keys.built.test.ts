import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listFiles } from "../../src/build/list-files.ts";
import { cleanEnvironment } from "../kit/clean-environment.ts";
import { needs, needsLinux } from "../kit/needs.ts";
import { nobody } from "../kit/other-user.ts";
import { spawnServer, waitUntil } from "../kit/spawn-server.ts";

/** `npm run desk` and `npm run edit` answer the person who started them, and no other user of the machine. */
const root = mkdtempSync(join(tmpdir(), "local-keys-"));
const dataDir = join(root, "data");
const buildFolder = process.env.BUILD_DIR ?? "build";
const released = readlinkSync(join(buildFolder, "current"));
const isRoot = process.getuid?.() === 0;
const linux = process.platform === "linux";
const servers: ReturnType<typeof spawnServer>[] = [];
let [desk, edit] = [new URL("http://localhost"), new URL("http://localhost")];

beforeAll(async () => {
  // Another user can enter every folder, so that only the modes of the files keep the key.
  for (const folder of [root, dataDir, join(root, "bin")]) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
  }
  // Changed words, with which neither command may publish anything.
  cpSync("tests/example-studio", join(root, "content"), { recursive: true });
  writeFileSync(
    join(root, "content/paths.yaml"),
    `${readFileSync("tests/example-studio/paths.yaml", "utf8")}# changed\n`,
  );
  // In place of a browser: it stays open, and so does its command line for everybody to read.
  const browser = `#!/bin/sh\necho "$$ $1" >> "${root}/opened"\nsleep 60\n`;
  writeFileSync(join(root, "bin/xdg-open"), browser, { mode: 0o755 });
  const PATH = `${join(root, "bin")}:${process.env.PATH}`;
  const folders = { CONTENT_DIR: join(root, "content"), DATA_DIR: dataDir, BUILD_DIR: buildFolder };
  const env = { ...cleanEnvironment, ...folders, PATH, EDIT_COMMITS: "off" };
  for (const command of ["desk", "edit"])
    servers.push(spawnServer([process.execPath, `commands/${command}.ts`, "--port", "0"], { env, detached: true }));
  [desk, edit] = (await Promise.all(servers.map((server) => server.ready()))).map((address) => new URL(address)) as [
    URL,
    URL,
  ];
});

afterAll(async () => {
  for (const server of servers) await server.terminate();
  for (const { pid } of opened()) process.kill(-pid);
  rmSync(root, { recursive: true, force: true });
});

/** What the browser was asked to open. */
const opened = () =>
  [
    ...(existsSync(join(root, "opened")) ? readFileSync(join(root, "opened"), "utf8") : "").matchAll(/^(\d+) (.*)$/gm),
  ].map(([, pid, file]) => ({ pid: Number(pid), file }));

describe.each(["desk", "edit"])("npm run %s", (name) => {
  const address = () => (name === "desk" ? desk : edit);

  it("refuses who does not have the key, and gives nothing away", async () => {
    const paths = name === "desk" ? ["/desk", "/desk/requests.csv", "/"] : ["/edit/", "/edit/page/", "/edit/?key=1"];
    for (const path of paths) {
      const answer = await fetch(new URL(path, address()), { redirect: "manual" });
      expect([answer.status, answer.headers.get("set-cookie")], path).toEqual([403, null]);
      expect(await answer.text()).not.toContain(address().searchParams.get("key"));
    }
    expect((await fetch(address())).headers.get("set-cookie")).toMatch(new RegExp(`^${name}-\\d+=`));
  });
});

it("opens the browser with a page that only its owner can read", needsLinux, async () => {
  const file = join(dataDir, "open.html");
  expect(await waitUntil(() => opened().length === 2, 20)).toBe(true);
  expect(opened().map((one) => one.file)).toEqual([file, file]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).toContain(desk.search);
});

it("publishes nothing, although the content has changed", () => {
  expect(readlinkSync(join(buildFolder, "current"))).toBe(released);
});

/** Runs as another user: asks both addresses, and reads whatever it may of files and processes. */
const intruder = `
process.setgroups([]); process.setgid(${nobody.gid}); process.setuid(${nobody.uid});
const { readFileSync, readdirSync } = require("node:fs");
const read = (file) => { try { return readFileSync(file, "latin1"); } catch { return ""; } };
const [files, addresses] = process.argv.slice(1).map((list) => JSON.parse(list));
const found = files.map(read);
const lines = readdirSync("/proc").filter((name) => /^\\d+$/.test(name));
const commands = lines.map((pid) => read("/proc/" + pid + "/cmdline"));
const environments = lines.map((pid) => read("/proc/" + pid + "/environ"));
Promise.all(addresses.map((address) => fetch(address).then(({ status }) => status))).then((statuses) =>
  console.log(JSON.stringify({ uid: process.getuid(), statuses, commands, found: [...found, ...environments].join() })));
`;

it(
  "another user of the machine, whom only root can try, gets 403 and finds the key nowhere",
  needs("root on Linux", linux && isRoot),
  () => {
    const addresses = [new URL("/desk", desk), new URL("/edit/", edit)];
    const files = listFiles(root).map((name) => join(root, name));
    const args = [files, addresses].map((list) => JSON.stringify(list));
    const { stdout, stderr } = spawnSync(process.execPath, ["-e", intruder, ...args], {
      env: {},
      encoding: "utf8",
      maxBuffer: 1e8,
    });
    expect(stderr).toBe("");
    const { uid, statuses, commands, found } = JSON.parse(stdout) as {
      uid: number;
      statuses: number[];
      commands: string[];
      found: string;
    };
    expect([uid, ...statuses]).toEqual([nobody.uid, 403, 403]);
    // It did look: the browsers' command lines and the content are there for everybody.
    expect(commands.filter((line) => line.includes("commands/desk.ts"))).toHaveLength(1);
    expect(found).toContain("# changed");
    for (const { searchParams } of [desk, edit]) {
      const key = searchParams.get("key") ?? "";
      expect(key).toMatch(/^[\da-f]{64}$/);
      expect(commands.join() + found).not.toContain(key);
    }
  },
);
