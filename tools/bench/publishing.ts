import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildFolders, copyProject, serverFolders } from "../../src/build/project-folders.ts";
import { listPages } from "../../src/content/page-list.ts";
import { readContent } from "../../src/content/read-content.ts";
import { startDeployedNginx, studioHost } from "../../tests/kit/deployed-nginx.ts";
import { freePort } from "../../tests/kit/free-port.ts";
import { hasNginx } from "../../tests/kit/nginx.ts";
import { waitUntil } from "../../tests/kit/spawn-server.ts";
import { formatCount } from "../../tests/kit/statistics.ts";
import { handOverBuild } from "./project-copy.ts";
import { log, milliseconds, NotInstalled, type Options, type Row } from "./report.ts";
import { startLoad } from "./steady-load.ts";

const perSecond = 50;

/** Faults that make a build fail, each undone before the next. */
const buildFaults: Record<string, (folder: string) => void> = {
  "a mistake in the content": (folder) => edit(folder, "tests/example-studio/pages/home.yaml", /^title:/m, "titel:"),
  "a picture that breaks off": (folder) => {
    const file = join(folder, "tests/example-studio/images/about.webp");
    writeFileSync(file, readFileSync(file).subarray(0, 9_000));
  },
  "a HEIC picture with another ending": (folder) =>
    writeFileSync(join(folder, "tests/example-studio/images/hero.webp"), "\0\0\0\x18ftypheic\0\0\0\0mif1heic"),
  "a syntax error in a component": (folder) => appendFileSync(join(folder, "src/site/pages/about/about.tsx"), "\n<<<<"),
  "a component that throws": (folder) =>
    appendFileSync(join(folder, "src/site/parts/footer.tsx"), "\nthrow 'a fault';\n"),
};

/** Goal 13: visitors at the proxy and at a static host while good and bad versions are built and published. */
export async function measure({ smallest }: Options): Promise<Row[]> {
  if (!hasNginx()) throw new NotInstalled("Publishing is measured with Debian's nginx: sudo apt-get install nginx");
  const chosen = Object.entries(buildFaults).slice(0, smallest ? 1 : undefined);
  const folder = writeProject();
  const serverPort = await freePort();
  let nginx: Awaited<ReturnType<typeof startDeployedNginx>> | undefined;
  let servers: ChildProcess | undefined;
  try {
    if (!(smallest && handOverBuild(folder)) && !(await build(folder))) throw new Error("The first build failed");
    servers = startServers(folder, serverPort);
    let starts = 0;
    servers.stdout?.on("data", (text) => (starts += String(text).match(/^Open /gm)?.length ?? 0));
    await waitForStart(() => starts === 1);
    nginx = await startDeployedNginx({ project: folder, serverPort });

    const pages = listPages(readContent("tests/example-studio")).map(({ path }) => path);
    const targets = [
      { name: "proxy", port: nginx.ports.proxy, host: studioHost },
      { name: "files", port: nginx.ports.files, host: studioHost },
    ];
    const load = startLoad(targets, pages, perSecond);
    for (const [index, [name, applyFault]] of chosen.entries()) {
      const backup = join(folder, "spare");
      for (const part of ["tests/example-studio", "src/site"])
        cpSync(join(folder, part), join(backup, part), { recursive: true });
      applyFault(folder);
      if (await build(folder)) throw new Error(`The build with ${name} should have failed`);
      for (const part of ["tests/example-studio", "src/site"]) {
        rmSync(join(folder, part), { recursive: true });
        cpSync(join(backup, part), join(folder, part), { recursive: true });
      }
      makeNewVersion(folder, index, smallest);
      if (!(await build(folder))) throw new Error(`The build after ${name} failed`);
      process.kill(childPid(servers.pid ?? 0), "SIGTERM");
      await waitForStart(() => starts === index + 2);
      log(`${index + 1} of ${chosen.length}: ${name}, then a new version; ${formatCount(load.sent())} requests so far`);
    }
    const { sent, linked, failures, slowest } = await load.stop();
    for (const failure of failures.slice(0, 20)) log(failure);
    return [
      {
        goal: `13 failed requests through ${2 * chosen.length} builds, half of them broken, and ${chosen.length} restarts`,
        ours: `${failures.length} of ${formatCount(sent)}`,
        reference: `${formatCount(linked)} were scripts and pictures; slowest ${milliseconds(slowest)}`,
        target: `0 at ${perSecond}/s`,
        ok: failures.length === 0 && (smallest || sent > 1000),
      },
    ];
  } finally {
    if (servers?.pid && servers.exitCode === null) {
      process.kill(childPid(servers.pid), "SIGKILL");
      servers.kill();
    }
    await nginx?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const settings = { CONTENT_DIR: "tests/example-studio", BUILD_DIR: "build", TRUST_PROXY: "1" };

function writeProject() {
  const folder = mkdtempSync(join(tmpdir(), "bench-publishing-"));
  copyProject(folder, [...buildFolders, ...serverFolders, "tests/example-studio"]);
  symlinkSync(resolve(".cache"), join(folder, ".cache"));
  return folder;
}

/** Starts one server after another on a port that stays open between them. */
function startServers(folder: string, port: number) {
  const defaults = { DATA_DIR: join(folder, "data"), RATE_LIMIT: "off", DIGEST: "off" };
  const child = spawn(process.execPath, [resolve("tests/kit/hold-socket.ts"), "src/server/main.ts", String(port)], {
    cwd: folder,
    env: { ...process.env, ...settings, ...defaults },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill());
  return child;
}

/** Makes a new version: other text on every page and a script with another name, or other text on one page. */
function makeNewVersion(folder: string, version: number, smallest: boolean) {
  if (smallest) return edit(folder, "tests/example-studio/pages/home.yaml", /^title: "?/m, `$&Edition ${version}. `);
  edit(folder, "tests/example-studio/site.yaml", /blurb: "?/, `$&Edition ${version}. `);
  appendFileSync(
    join(folder, "src/site/browser/navigation.ts"),
    `\ndocument.documentElement.dataset.edition = "${version}";\n`,
  );
}

function edit(folder: string, file: string, pattern: RegExp, replacement: string) {
  const before = readFileSync(join(folder, file), "utf8");
  const after = before.replace(pattern, replacement);
  if (after === before) throw new Error(`${file} does not hold ${pattern}`);
  writeFileSync(join(folder, file), after);
}

function build(folder: string): Promise<boolean> {
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, ["commands/build.ts"], { cwd: folder, env, stdio: "ignore" });
  return new Promise((done) => child.once("exit", (code) => done(code === 0)));
}

async function waitForStart(condition: () => boolean) {
  if (!(await waitUntil(condition, 60))) throw new Error("The server did not start");
}

const childPid = (pid: number) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim());
