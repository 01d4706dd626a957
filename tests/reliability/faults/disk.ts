import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databaseFile } from "../../../src/server/data-paths.ts";
import { installForEveryone, nobody } from "../../kit/other-user.ts";
import { findProgram } from "../../kit/programs.ts";
import { judge, notRun, type Options, type Result } from "../results.ts";
import { type StartServer, startServer, temporaryFolder } from "../servers.ts";
import { countMissing, postRequests } from "../visitors.ts";

const isRoot = process.getuid?.() === 0;

/** Makes a disk that fills up and can be freed: a small mounted one or, if mounting is not allowed, a size limit. */
function limitedDisk(folder: string) {
  if (isRoot && spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder]).status === 0) {
    const ballast = join(folder, "ballast");
    writeFileSync(ballast, Buffer.alloc(700_000));
    return { how: "a disk of 2 MB", fill: () => {}, free: () => rmSync(ballast) };
  }
  const limit = (bytes: number | string) => (pid: number | undefined) =>
    void spawnSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:`]);
  if (!findProgram("prlimit")) return null;
  return { how: "files of 700 kB at most", fill: limit(700_000), free: limit("unlimited") };
}

export async function fullDisk(_: Options, start: StartServer): Promise<Result> {
  const claim = "No request is acknowledged while the disk is full, and the log says so";
  const folder = temporaryFolder();
  const disk = limitedDisk(folder);
  if (!disk) return notRun(claim, "no disk can be limited here");
  try {
    const dataDir = join(folder, "data");
    const server = await start({ DATA_DIR: dataDir });
    disk.fill(server.child.pid);
    const filling = await postRequests(server.url(), 1, 400);
    const health = await server.health();
    const pages = await server.serves();
    const lost = await countMissing(dataDir, filling.thanked);
    disk.free(server.child.pid);
    const after = await postRequests(server.url(), 1_001, 5);
    const lostAfter = await countMissing(dataDir, [...filling.thanked, ...after.thanked]);
    await server.terminate("SIGTERM");
    const logged = /fault.*(full|disk)/i.test(server.output());
    return judge(claim, {
      [`${filling.thanked.length} thanked on ${disk.how}`]: true,
      [`answers ${filling.statuses}`]: filling.statuses === "200 and 503",
      [`${lost + lostAfter} lost, all readable while full`]: lost + lostAfter === 0,
      [`health ${health.status}`]: health.status === 503,
      "pages served": pages,
      "the log says it": logged,
      [`${after.thanked.length} of 5 thanked once freed`]: after.thanked.length === 5,
    });
  } finally {
    spawnSync("umount", ["--lazy", folder]);
  }
}

export async function readOnly(_: Options, start: StartServer): Promise<Result> {
  const folder = temporaryFolder();
  const dataDir = join(folder, "data");
  chmodSync(folder, 0o755);
  mkdirSync(dataDir);
  const setWritable = (writable: boolean) => {
    for (const place of [dataDir, ...readdirSync(dataDir).map((name) => join(dataDir, name))]) {
      if (isRoot) chownSync(place, writable ? nobody.uid : 0, writable ? nobody.gid : 0);
      chmodSync(place, place === dataDir ? (writable ? 0o700 : 0o555) : writable ? 0o600 : 0o444);
    }
  };
  // The editor needs more packages than a server alone, and only the project itself has them.
  const installation = isRoot && start === startServer ? installForEveryone() : undefined;
  const user = isRoot ? { ...nobody, ...(installation && { from: installation }) } : {};
  setWritable(true);
  const first = await start({ DATA_DIR: dataDir }, user);
  const before = await postRequests(first.url(), 1, 20);
  await first.terminate("SIGTERM");
  setWritable(false);
  const second = await start({ DATA_DIR: dataDir }, user);
  const during = await postRequests(second.url(), 101, 5);
  const health = await second.health();
  const pages = await second.serves();
  const lost = await countMissing(dataDir, before.thanked);
  const logged = /may not be written by this user/.test(second.output());
  setWritable(true);
  const after = await postRequests(second.url(), 201, 5);
  const lostAfter = await countMissing(dataDir, [...before.thanked, ...after.thanked]);
  await second.terminate("SIGTERM");
  installation?.remove();
  return judge("A read-only folder stops neither pages nor reading", {
    [`${before.thanked.length} thanked before`]: before.thanked.length === 20,
    [`${during.statuses} meanwhile`]: during.statuses === "503",
    [`${lost + lostAfter} lost`]: lost + lostAfter === 0,
    [`health ${health.status}`]: health.status === 503,
    "pages served": pages,
    "the log names folder and remedy": logged,
    [`${after.thanked.length} of 5 thanked once it may be written`]: after.thanked.length === 5,
  });
}

export async function locked({ scale }: Options, start: StartServer): Promise<Result> {
  const dataDir = temporaryFolder();
  // On a busy machine only the order of magnitude is meaningful.
  const tolerance = scale < 1 ? 4 : 1;
  const server = await start({ DATA_DIR: dataDir });
  const before = await postRequests(server.url(), 1, 10);
  const other = new DatabaseSync(databaseFile(dataDir), { timeout: 10_000 });
  other.exec("BEGIN IMMEDIATE");
  const [during, health] = await Promise.all([postRequests(server.url(), 101, 1), server.health()]);
  const began = performance.now();
  await fetch(server.url());
  const pageMs = performance.now() - began;
  const pages = await server.serves();
  other.exec("ROLLBACK");
  other.close();
  const after = await postRequests(server.url(), 201, 5);
  const lost = await countMissing(dataDir, [...before.thanked, ...after.thanked]);
  await server.terminate("SIGTERM");
  return judge("A locked database is reported within about three seconds, and delays no other request", {
    [`${during.statuses} in ${(during.slowest / 1_000).toFixed(1)} s`]:
      during.statuses === "503" && during.slowest < 3_500 * tolerance,
    [`a page meanwhile in ${Math.round(pageMs)} ms`]: pageMs < 500 * tolerance && pages,
    [`health ${health.status}`]: health.status === 503,
    [`${lost} lost`]: lost === 0,
    [`${after.thanked.length} of 5 thanked afterwards`]: after.thanked.length === 5,
  });
}
