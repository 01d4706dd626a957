import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databaseFile } from "../../server/data-files.ts";
import { createChance } from "../chance.ts";
import { type Figure, type Options, scaled } from "../figure.ts";
import { newFolder, type StartedServer, startServer, storedIn, until } from "../started-server.ts";
import { post } from "../visitors.ts";
import { hasTool, injectSyncErrors } from "./tools.ts";

const nobody = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;

/** Posts, one after the other, and tells who was thanked and what the others were answered. */
async function visit(server: StartedServer, first: number, count: number) {
  const thanked: string[] = [];
  const statuses = new Set<number | string>();
  let slowest = 0;
  for (let number = first; number < first + count; number++) {
    const answer = await post(server.url(), number).catch(() => null);
    statuses.add(answer?.status ?? "no answer");
    slowest = Math.max(slowest, answer?.took ?? 0);
    if (answer?.reference) thanked.push(answer.reference);
  }
  return { thanked, statuses: [...statuses].join(" and "), slowest };
}

async function missing(dataDir: string, thanked: string[]): Promise<number> {
  const stored = new Set((await storedIn(dataDir)).map(({ reference }) => reference));
  return thanked.filter((reference) => !stored.has(reference)).length;
}

const servesPages = async (server: StartedServer) => (await fetch(server.url())).status === 200;

export async function fullDisk(): Promise<Figure> {
  const promise = "A full disk is never thanked for, and is told of";
  const folder = newFolder();
  const mounted = isRoot && spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder]).status === 0;
  if (!mounted) return { promise, how: "", figure: "a small disk could not be mounted by this user", holds: "not run" };
  try {
    const ballast = join(folder, "ballast");
    writeFileSync(ballast, Buffer.alloc(700_000));
    const dataDir = join(folder, "data");
    const server = await startServer({ DATA_DIR: dataDir });
    const filling = await visit(server, 1, 400);
    const health = await server.health();
    const pages = await servesPages(server);
    const lost = await missing(dataDir, filling.thanked);
    rmSync(ballast);
    const after = await visit(server, 1_001, 5);
    const lostAfter = await missing(dataDir, [...filling.thanked, ...after.thanked]);
    await server.end("SIGTERM");
    const loud = /fault.*(full|disk)/i.test(server.output());
    return {
      promise,
      how: "a disk of 2 MB filled by requests, then freed",
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
  const user = isRoot ? nobody : {};
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

/** Something that only a new start can mend: the server must end, loudly, and the next one find everything. */
async function endsAndRecovers(
  promise: string,
  how: string,
  harm: (dataDir: string, server: StartedServer) => Promise<() => void>,
): Promise<Figure> {
  const dataDir = newFolder();
  const first = await startServer({ DATA_DIR: dataDir });
  const before = await visit(first, 1, 50);
  const relieve = await harm(dataDir, first);
  const during = await visit(first, 101, 1);
  const ended = await until(first.isOver, 15);
  relieve();
  if (!ended) await first.end("SIGKILL");
  const second = await startServer({ DATA_DIR: dataDir });
  const after = await visit(second, 201, 5);
  const lost = await missing(dataDir, [...before.thanked, ...after.thanked]);
  await second.end("SIGTERM");
  const loud = / fatal reason=/.test(first.output());
  return {
    promise,
    how,
    figure: `${before.thanked.length} thanked, then ${during.statuses}; the server ${ended ? `ended with ${first.child.exitCode}` : "DID NOT END"}, log ${loud ? "says why" : "SILENT"}; ${lost} lost at the next start, ${after.thanked.length} of 5 thanked`,
    holds:
      before.thanked.length === 50 &&
      during.thanked.length === 0 &&
      ended &&
      first.child.exitCode === 1 &&
      loud &&
      lost === 0 &&
      after.thanked.length === 5,
  };
}

export const logDeleted = () =>
  endsAndRecovers("A deleted log loses nothing", "the write-ahead log unlinked under the server", async (dataDir) => {
    rmSync(`${databaseFile(dataDir)}-wal`);
    return () => {};
  });

export const folderRemoved = () =>
  endsAndRecovers(
    "A removed folder loses nothing",
    "the whole data folder removed under the server",
    async (dataDir) => {
      rmSync(dataDir, { recursive: true, maxRetries: 5 });
      return () => {};
    },
  );

export async function syncErrors(): Promise<Figure> {
  const promise = "A disk that fails to sync is never thanked for";
  if (!hasTool("strace")) return { promise, how: "", figure: "strace is missing", holds: "not run" };
  return endsAndRecovers(promise, "EIO for every fsync and fdatasync, by strace", (_, { child }) =>
    injectSyncErrors(child.pid ?? 0),
  );
}

export async function corrupt(options: Options): Promise<Figure> {
  const chance = createChance(options.seed);
  const page = 4_096;
  const noise = (size: number) => Buffer.from(Array.from({ length: size }, () => chance.below(256)));
  const kinds: Record<string, (bytes: Buffer) => Buffer> = {
    "noise for a head": (bytes) => Buffer.concat([noise(100), bytes.subarray(100)]),
    "noise for a page": (bytes) => Buffer.concat([bytes.subarray(0, page), noise(page), bytes.subarray(2 * page)]),
    "zeros for pages": (bytes) => Buffer.from(bytes).fill(0, page, 5 * page),
    "half of it": (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)),
  };
  const dataDir = newFolder();
  const file = databaseFile(dataDir);
  const first = await startServer({ DATA_DIR: dataDir });
  const before = await visit(first, 1, 60);
  await first.end("SIGTERM");
  const whole = readFileSync(file);
  const told: string[] = [];
  let isRight = before.thanked.length === 60;
  for (const [kind, change] of Object.entries(kinds).slice(0, scaled(4, options))) {
    const own = newFolder();
    cpSync(dataDir, own, { recursive: true });
    writeFileSync(databaseFile(own), change(whole));
    const server = await startServer({ DATA_DIR: own });
    const during = await visit(server, 101, 2);
    const health = await server.health();
    writeFileSync(databaseFile(own), whole);
    const after = await visit(server, 201, 2);
    await server.end("SIGTERM");
    const lost = after.thanked.length === 2 ? await missing(own, [...before.thanked, ...after.thanked]) : -1;
    told.push(`${kind}: ${during.statuses}, health ${health.status}`);
    isRight &&= during.thanked.length === 0 && health.status === 503 && lost === 0;
  }
  return {
    promise: "A damaged database is not written to, and is whole again once put back",
    how: "the file spoiled in several ways between two starts, then replaced by its copy under the server",
    figure: told.join("; "),
    holds: isRight,
  };
}
