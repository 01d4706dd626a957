import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databaseFile } from "../../server/data-files.ts";
import { installForEveryone, nobody } from "../../server/other-user.ts";
import type { Figure, Options } from "../figure.ts";
import { newFolder, startServer } from "../started-server.ts";
import { hasTool } from "./tools.ts";
import { missing, servesPages, visit } from "./visit.ts";

const isRoot = process.getuid?.() === 0;

/** A disk that is soon full and can be freed: a small one of its own, or where none may be mounted a limit on files. */
function smallDisk(folder: string) {
  if (isRoot && spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder]).status === 0) {
    const ballast = join(folder, "ballast");
    writeFileSync(ballast, Buffer.alloc(700_000));
    return { how: "a disk of 2 MB", fill: () => {}, free: () => rmSync(ballast) };
  }
  const limit = (bytes: number | string) => (pid: number | undefined) =>
    void spawnSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:`]);
  return hasTool("prlimit") ? { how: "files of 700 kB at most", fill: limit(700_000), free: limit("unlimited") } : null;
}

export async function fullDisk(): Promise<Figure> {
  const promise = "A full disk is never thanked for, and is told of";
  const folder = newFolder();
  const disk = smallDisk(folder);
  if (!disk) return { promise, how: "", figure: "no disk can be limited here", holds: "not run" };
  try {
    const dataDir = join(folder, "data");
    const server = await startServer({ DATA_DIR: dataDir });
    disk.fill(server.child.pid);
    const filling = await visit(server, 1, 400);
    const health = await server.health();
    const pages = await servesPages(server);
    const lost = await missing(dataDir, filling.thanked);
    disk.free(server.child.pid);
    const after = await visit(server, 1_001, 5);
    const lostAfter = await missing(dataDir, [...filling.thanked, ...after.thanked]);
    await server.end("SIGTERM");
    const loud = /fault.*(full|disk)/i.test(server.output());
    return {
      promise,
      how: `${disk.how}, filled by requests, then freed`,
      figure: `${filling.thanked.length} thanked, then 503; ${lost + lostAfter} lost, all readable while full; health ${health.status}, pages ${pages ? "served" : "NOT served"}, log ${loud ? "says it" : "SILENT"}; ${after.thanked.length} of 5 thanked once freed`,
      holds:
        filling.statuses === "200 and 503" &&
        lost + lostAfter === 0 &&
        health.status === 503 &&
        pages &&
        loud &&
        after.thanked.length === 5,
    };
  } finally {
    spawnSync("umount", ["--lazy", folder]);
  }
}

export async function readOnly(): Promise<Figure> {
  const folder = newFolder();
  const dataDir = join(folder, "data");
  chmodSync(folder, 0o755);
  mkdirSync(dataDir);
  const give = (own: boolean) => {
    for (const place of [dataDir, ...readdirSync(dataDir).map((name) => join(dataDir, name))]) {
      if (isRoot) chownSync(place, own ? nobody.uid : 0, own ? nobody.gid : 0);
      chmodSync(place, place === dataDir ? (own ? 0o700 : 0o555) : own ? 0o600 : 0o444);
    }
  };
  const installation = isRoot ? installForEveryone() : undefined;
  const user = installation ? { ...nobody, from: installation } : {};
  give(true);
  const first = await startServer({ DATA_DIR: dataDir }, user);
  const before = await visit(first, 1, 20);
  await first.end("SIGTERM");
  give(false);
  const second = await startServer({ DATA_DIR: dataDir }, user);
  const during = await visit(second, 101, 5);
  const health = await second.health();
  const pages = await servesPages(second);
  const lost = await missing(dataDir, before.thanked);
  const loud = /may not be written by this user/.test(second.output());
  give(true);
  const after = await visit(second, 201, 5);
  const lostAfter = await missing(dataDir, [...before.thanked, ...after.thanked]);
  await second.end("SIGTERM");
  installation?.remove();
  return {
    promise: "A folder that may only be read stops neither pages nor reading",
    how: "rights taken away between two starts, and given back under the server",
    figure: `${before.thanked.length} thanked before, ${during.statuses} meanwhile, ${lost + lostAfter} lost; health ${health.status}, pages ${pages ? "served" : "NOT served"}, log ${loud ? "names folder and remedy" : "SILENT"}; ${after.thanked.length} of 5 thanked once it may be written`,
    holds:
      before.thanked.length === 20 &&
      during.statuses === "503" &&
      lost + lostAfter === 0 &&
      health.status === 503 &&
      pages &&
      loud &&
      after.thanked.length === 5,
  };
}

export async function locked({ scale }: Options): Promise<Figure> {
  const dataDir = newFolder();
  // Beside other parts, on a busy machine, only the order of magnitude shows.
  const slack = scale < 1 ? 4 : 1;
  const server = await startServer({ DATA_DIR: dataDir });
  const before = await visit(server, 1, 10);
  const other = new DatabaseSync(databaseFile(dataDir), { timeout: 10_000 });
  other.exec("BEGIN IMMEDIATE");
  const [during, health] = await Promise.all([visit(server, 101, 1), server.health()]);
  const began = performance.now();
  await servesPages(server);
  const page = performance.now() - began;
  other.exec("ROLLBACK");
  other.close();
  const after = await visit(server, 201, 5);
  const lost = await missing(dataDir, [...before.thanked, ...after.thanked]);
  await server.end("SIGTERM");
  return {
    promise: "A locked database is answered for in about three seconds, and waited for by nobody else",
    how: "another process holds the database",
    figure: `${during.statuses} in ${(during.slowest / 1_000).toFixed(1)} s, a page meanwhile in ${Math.round(page)} ms, health ${health.status}; ${lost} lost, ${after.thanked.length} of 5 thanked afterwards`,
    holds:
      during.statuses === "503" &&
      during.slowest < 3_500 * slack &&
      page < 500 * slack &&
      health.status === 503 &&
      lost === 0 &&
      after.thanked.length === 5,
  };
}
