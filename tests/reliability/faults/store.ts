import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databaseFile } from "../../../src/server/data-paths.ts";
import { sendRequest } from "../../kit/http-request.ts";
import { installForEveryone, nobody } from "../../kit/other-user.ts";
import { startPostgresServer } from "../../kit/postgres-server.ts";
import { findProgram } from "../../kit/programs.ts";
import { waitUntil } from "../../kit/spawn-server.ts";
import { createRandom } from "../random.ts";
import { judge, notRun, type Options, type Result, scaled } from "../results.ts";
import { type ServerProcess, type StartServer, startServer, temporaryFolder } from "../servers.ts";
import { countMissing, postRequests } from "../visitors.ts";

const isRoot = process.getuid?.() === 0;

/** What was thanked for while the fault came about counts too. */
type Damage = { server?: ServerProcess; thanked?: string[]; repair?(): unknown };

interface StoreFault {
  claim: string;
  /** How many requests are acknowledged before. */
  requests?: number;
  variables?: Record<string, string>;
  /** As whom the server runs. */
  user?: Parameters<StartServer>[1];
  /** Breaks the store of a server, which may be another one afterwards, and says how it is repaired. */
  damage(server: ServerProcess, dataDir: string): Promise<Damage>;
  /** What the log has to say about it. */
  says?: RegExp;
  /** Only a restart can repair it, so the server has to end by itself. */
  ends?: boolean;
  /** Pages and desk are served meanwhile, and the file can be read, unless it is said otherwise. */
  isServed?: boolean;
  isReadable?: boolean;
  /** Milliseconds within which a visitor is told. */
  toldWithin?: number;
}

/** Requests are acknowledged before and after a fault and none during it, and nothing that was acknowledged is lost. */
async function tryFault(fault: StoreFault, start: StartServer): Promise<Result> {
  const { claim, user, says = /./, ends = false, isServed = !ends, isReadable = isServed } = fault;
  const { requests = 50, toldWithin = Number.POSITIVE_INFINITY } = fault;
  const variables = { DATA_DIR: temporaryFolder(), ...fault.variables };
  const first = await start(variables, user);
  const before = await postRequests(first.url(), 1, requests);
  const { server: broken = first, thanked = [], repair } = await fault.damage(first, variables.DATA_DIR);
  thanked.push(...before.thanked);
  const posting = postRequests(broken.url(), 1_001, 1);
  // Asked for while the post may wait for the store.
  const page = isServed ? await sendRequest({ port: Number(new URL(broken.url()).port) }) : null;
  const during = await posting;
  const figures: Record<string, boolean> = {
    [`${thanked.length} thanked`]: before.thanked.length === requests,
    [`then ${during.statuses} in ${(during.slowest / 1_000).toFixed(1)} s`]:
      during.thanked.length === 0 && during.slowest < toldWithin,
  };
  if (page) figures[`a page in ${Math.round(page.ms)} ms`] = page.status === 200 && page.ms < toldWithin / 3;
  if (isServed) figures["pages served"] = await broken.serves();
  if (isReadable) figures["all readable meanwhile"] = (await countMissing(variables, thanked)) === 0;
  if (ends) {
    const ended = await waitUntil(broken.hasExited, 15);
    figures[`the server ended with ${broken.child.exitCode}`] = ended && broken.child.exitCode === 1;
    await broken.terminate("SIGKILL");
  } else {
    const { status } = await broken.health();
    figures[`health ${status}`] = status === 503;
  }
  figures["the log says it"] = says.test(broken.output());
  await repair?.();
  const last = ends ? await start(variables, user) : broken;
  const after = await postRequests(last.url(), 2_001, 5);
  const lost = await countMissing(variables, [...thanked, ...after.thanked]);
  await last.terminate("SIGTERM");
  return judge(claim, {
    ...figures,
    [`${lost} lost`]: lost === 0,
    [`${after.thanked.length} of 5 thanked afterwards`]: after.thanked.length === 5,
  });
}

/** Makes a disk that can be filled and freed: a small mounted one or, if mounting is not allowed, a size limit. */
function limitedDisk(folder: string) {
  const ballast = join(folder, "ballast");
  if (isRoot && spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder]).status === 0) {
    writeFileSync(ballast, Buffer.alloc(700_000));
    return { fill: () => {}, free: () => rmSync(ballast) };
  }
  const limit = (bytes: number | string) => (pid: number | undefined) =>
    void spawnSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:`]);
  return findProgram("prlimit") ? { fill: limit(700_000), free: limit("unlimited") } : null;
}

export async function fullDisk(_: Options, start: StartServer): Promise<Result> {
  const claim = "No request is acknowledged while the disk is full, and the log says so";
  const folder = temporaryFolder();
  const disk = limitedDisk(folder);
  if (!disk) return notRun(claim, "no disk can be limited here");
  const damage = async (server: ServerProcess) => {
    disk.fill(server.child.pid);
    const { thanked } = await postRequests(server.url(), 101, 400);
    return { thanked, repair: () => disk.free(server.child.pid) };
  };
  try {
    const variables = { DATA_DIR: join(folder, "data") };
    return await tryFault({ claim, requests: 5, variables, damage, says: /fault.*(full|disk)/i }, start);
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
  setWritable(true);
  // The editor needs more packages than a server alone, and only the project itself has them.
  const installation = isRoot && start === startServer ? installForEveryone() : undefined;
  const user = isRoot ? { ...nobody, ...(installation && { from: installation }) } : {};
  const variables = { DATA_DIR: dataDir };
  const damage = async (server: ServerProcess) => {
    await server.terminate("SIGTERM");
    setWritable(false);
    return { server: await start(variables, user), repair: () => setWritable(true) };
  };
  const claim = "A read-only folder stops neither pages nor reading";
  try {
    return await tryFault({ claim, variables, user, damage, says: /may not be written by this user/ }, start);
  } finally {
    installation?.remove();
  }
}

export const locked = ({ scale }: Options, start: StartServer): Promise<Result> =>
  tryFault(
    {
      claim: "A locked database is reported within about three seconds, and keeps no page waiting",
      async damage(_, dataDir) {
        const other = new DatabaseSync(databaseFile(dataDir), { timeout: 10_000 });
        other.exec("BEGIN IMMEDIATE");
        return { repair: () => other.close() };
      },
      // On a busy machine only the order of magnitude is meaningful.
      toldWithin: scale < 1 ? 14_000 : 3_500,
    },
    start,
  );

const fatal = { ends: true, says: / fatal reason=/ };

/** What is removed is a path in the data folder. */
const removed = (claim: string, path: string) => (_: Options, start: StartServer) => {
  const damage = async (_: ServerProcess, dataDir: string) => {
    rmSync(join(dataDir, path), { recursive: true, maxRetries: 5 });
    return {};
  };
  return tryFault({ claim, damage, ...fatal }, start);
};
export const logDeleted = removed("A deleted write-ahead log loses nothing", "requests.db-wal");
export const folderRemoved = removed("A removed data folder loses nothing", ".");

/** Every sync of the server fails, by strace. */
export async function syncErrors(_: Options, start: StartServer): Promise<Result> {
  const claim = "No request is acknowledged while the disk fails to sync";
  if (!findProgram("strace")) return notRun(claim, "strace is missing");
  const damage = async ({ child }: ServerProcess) => {
    const syncs = "fsync,fdatasync";
    const inject = ["-e", `trace=${syncs}`, "-e", `inject=${syncs}:error=EIO`, "-o", "/dev/null"];
    const strace = spawn("strace", ["-f", "-p", String(child.pid), ...inject], { stdio: ["ignore", "ignore", "pipe"] });
    let output = "";
    strace.stderr.on("data", (chunk) => (output += chunk));
    if (!(await waitUntil(() => output.includes("attached"), 10))) throw new Error(`strace did not attach: ${output}`);
    return { repair: () => strace.kill() };
  };
  return tryFault({ claim, damage, ...fatal }, start);
}

export async function corrupt(options: Options, start: StartServer): Promise<Result> {
  const random = createRandom(options.seed);
  const page = 4_096;
  const noise = (size: number) => Buffer.from(Array.from({ length: size }, () => random.below(256)));
  const kinds: Record<string, (bytes: Buffer) => Buffer> = {
    "noise for a head": (bytes) => Buffer.concat([noise(100), bytes.subarray(100)]),
    "noise for a page": (bytes) => Buffer.concat([bytes.subarray(0, page), noise(page), bytes.subarray(2 * page)]),
    "zeros for pages": (bytes) => Buffer.from(bytes).fill(0, page, 5 * page),
    "half of it": (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)),
  };
  const figures: Record<string, boolean> = {};
  for (const [kind, change] of Object.entries(kinds).slice(0, scaled(4, options))) {
    const damage = async (server: ServerProcess, dataDir: string) => {
      await server.terminate("SIGTERM");
      const file = databaseFile(dataDir);
      const intact = readFileSync(file);
      writeFileSync(file, change(intact));
      return { server: await start({ DATA_DIR: dataDir }), repair: () => writeFileSync(file, intact) };
    };
    const { measured, passed } = await tryFault({ claim: kind, damage, isServed: false }, start);
    figures[`${kind}: ${measured}`] = passed === true;
  }
  return judge("A damaged database is not written to, and works again once restored under the server", figures);
}

export async function databaseStopped(_: Options, start: StartServer): Promise<Result> {
  const postgres = await startPostgresServer();
  const claim = "A PostgreSQL that stops ends nothing, and is used again once it is back";
  const damage = async () => {
    await postgres.crash();
    return { repair: postgres.start };
  };
  try {
    const variables = { DATABASE_URL: await postgres.createDatabase() };
    return await tryFault({ claim, variables, damage, isReadable: false }, start);
  } finally {
    await postgres.stop();
  }
}
