import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databaseFile } from "../../../src/server/data-paths.ts";
import { installForEveryone, nobody } from "../../kit/other-user.ts";
import type { Options, Result } from "../result.ts";
import { type StartServer, temporaryFolder } from "../server-process.ts";
import { countMissing, postRequests } from "./post-requests.ts";
import { hasTool } from "./tools.ts";

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
  return hasTool("prlimit") ? { how: "files of 700 kB at most", fill: limit(700_000), free: limit("unlimited") } : null;
}

export async function fullDisk(_: Options, start: StartServer): Promise<Result> {
  const claim = "No request is acknowledged while the disk is full, and the log says so";
  const folder = temporaryFolder();
  const disk = limitedDisk(folder);
  if (!disk) return { claim, method: "", measured: "no disk can be limited here", passed: "not run" };
  try {
    const dataDir = join(folder, "data");
    const server = await start({ DATA_DIR: dataDir });
    disk.fill(server.child.pid);
    const filling = await postRequests(server, 1, 400);
    const health = await server.health();
    const pages = await server.serves();
    const lost = await countMissing(dataDir, filling.thanked);
    disk.free(server.child.pid);
    const after = await postRequests(server, 1_001, 5);
    const lostAfter = await countMissing(dataDir, [...filling.thanked, ...after.thanked]);
    await server.terminate("SIGTERM");
    const logged = /fault.*(full|disk)/i.test(server.output());
    return {
      claim,
      method: `${disk.how}, filled by requests, then freed`,
      measured: `${filling.thanked.length} thanked, then 503; ${lost + lostAfter} lost, all readable while full; health ${health.status}, pages ${pages ? "served" : "NOT served"}, log ${logged ? "says it" : "SILENT"}; ${after.thanked.length} of 5 thanked once freed`,
      passed:
        filling.statuses === "200 and 503" &&
        lost + lostAfter === 0 &&
        health.status === 503 &&
        pages &&
        logged &&
        after.thanked.length === 5,
    };
  } finally {
    spawnSync("umount", ["--lazy", folder]);
  }
}

export async function readOnly({ withOwner }: Options, start: StartServer): Promise<Result> {
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
  const installation = isRoot && !withOwner ? installForEveryone() : undefined;
  const user = isRoot ? { ...nobody, ...(installation && { from: installation }) } : {};
  setWritable(true);
  const first = await start({ DATA_DIR: dataDir }, user);
  const before = await postRequests(first, 1, 20);
  await first.terminate("SIGTERM");
  setWritable(false);
  const second = await start({ DATA_DIR: dataDir }, user);
  const during = await postRequests(second, 101, 5);
  const health = await second.health();
  const pages = await second.serves();
  const lost = await countMissing(dataDir, before.thanked);
  const logged = /may not be written by this user/.test(second.output());
  setWritable(true);
  const after = await postRequests(second, 201, 5);
  const lostAfter = await countMissing(dataDir, [...before.thanked, ...after.thanked]);
  await second.terminate("SIGTERM");
  installation?.remove();
  return {
    claim: "A read-only folder stops neither pages nor reading",
    method: "write permission removed between two starts, and restored while the server runs",
    measured: `${before.thanked.length} thanked before, ${during.statuses} meanwhile, ${lost + lostAfter} lost; health ${health.status}, pages ${pages ? "served" : "NOT served"}, log ${logged ? "names folder and remedy" : "SILENT"}; ${after.thanked.length} of 5 thanked once it may be written`,
    passed:
      before.thanked.length === 20 &&
      during.statuses === "503" &&
      lost + lostAfter === 0 &&
      health.status === 503 &&
      pages &&
      logged &&
      after.thanked.length === 5,
  };
}

export async function locked({ scale }: Options, start: StartServer): Promise<Result> {
  const dataDir = temporaryFolder();
  // On a busy machine only the order of magnitude is meaningful.
  const tolerance = scale < 1 ? 4 : 1;
  const server = await start({ DATA_DIR: dataDir });
  const before = await postRequests(server, 1, 10);
  const other = new DatabaseSync(databaseFile(dataDir), { timeout: 10_000 });
  other.exec("BEGIN IMMEDIATE");
  const [during, health] = await Promise.all([postRequests(server, 101, 1), server.health()]);
  const began = performance.now();
  await fetch(server.url());
  const pageMs = performance.now() - began;
  const pages = await server.serves();
  other.exec("ROLLBACK");
  other.close();
  const after = await postRequests(server, 201, 5);
  const lost = await countMissing(dataDir, [...before.thanked, ...after.thanked]);
  await server.terminate("SIGTERM");
  return {
    claim: "A locked database is reported within about three seconds, and delays no other request",
    method: "another process holds the database",
    measured: `${during.statuses} in ${(during.slowest / 1_000).toFixed(1)} s, a page meanwhile in ${Math.round(pageMs)} ms, health ${health.status}; ${lost} lost, ${after.thanked.length} of 5 thanked afterwards`,
    passed:
      during.statuses === "503" &&
      during.slowest < 3_500 * tolerance &&
      pageMs < 500 * tolerance &&
      health.status === 503 &&
      pages &&
      lost === 0 &&
      after.thanked.length === 5,
  };
}
