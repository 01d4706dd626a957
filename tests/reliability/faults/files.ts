import { spawn } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { databaseFile } from "../../../src/server/data-paths.ts";
import { findProgram } from "../../kit/programs.ts";
import { waitUntil } from "../../kit/spawn-server.ts";
import { createRandom } from "../random.ts";
import { judge, notRun, type Options, type Result, scaled } from "../results.ts";
import { type ServerProcess, type StartServer, temporaryFolder } from "../servers.ts";
import { countMissing, postRequests } from "../visitors.ts";

/** A fault that only a restart can fix: the server must log it and exit, and the next one must find everything. */
async function expectExitAndRecovery(
  claim: string,
  start: StartServer,
  damage: (dataDir: string, server: ServerProcess) => Promise<() => void>,
): Promise<Result> {
  const dataDir = temporaryFolder();
  const first = await start({ DATA_DIR: dataDir });
  const before = await postRequests(first.url(), 1, 50);
  const undoDamage = await damage(dataDir, first);
  const during = await postRequests(first.url(), 101, 1);
  const ended = await waitUntil(first.hasExited, 15);
  undoDamage();
  if (!ended) await first.terminate("SIGKILL");
  const second = await start({ DATA_DIR: dataDir });
  const after = await postRequests(second.url(), 201, 5);
  const lost = await countMissing(dataDir, [...before.thanked, ...after.thanked]);
  await second.terminate("SIGTERM");
  return judge(claim, {
    [`${before.thanked.length} thanked`]: before.thanked.length === 50,
    [`then ${during.statuses}`]: during.thanked.length === 0,
    [`the server ended with ${first.child.exitCode}`]: ended && first.child.exitCode === 1,
    "the log says why": / fatal reason=/.test(first.output()),
    [`${lost} lost at the next start`]: lost === 0,
    [`${after.thanked.length} of 5 thanked`]: after.thanked.length === 5,
  });
}

export const logDeleted = (_: Options, start: StartServer) =>
  expectExitAndRecovery("A write-ahead log that is deleted under the server loses nothing", start, async (dataDir) => {
    rmSync(`${databaseFile(dataDir)}-wal`);
    return () => {};
  });

export const folderRemoved = (_: Options, start: StartServer) =>
  expectExitAndRecovery("A data folder that is removed under the server loses nothing", start, async (dataDir) => {
    rmSync(dataDir, { recursive: true, maxRetries: 5 });
    return () => {};
  });

export async function syncErrors(_: Options, start: StartServer): Promise<Result> {
  const claim = "No request is acknowledged while the disk fails to sync";
  if (!findProgram("strace")) return notRun(claim, "strace is missing");
  return expectExitAndRecovery(claim, start, (_, { child }) => injectSyncErrors(child.pid ?? 0));
}

/** Makes every sync of a process fail. Resolves with a function that ends it. */
async function injectSyncErrors(pid: number): Promise<() => void> {
  const syncs = "fsync,fdatasync";
  const args = ["-f", "-p", String(pid), "-e", `trace=${syncs}`, "-e", `inject=${syncs}:error=EIO`, "-o", "/dev/null"];
  const strace = spawn("strace", args, { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  strace.stderr.on("data", (chunk) => (output += chunk));
  if (!(await waitUntil(() => output.includes("attached"), 10))) throw new Error(`strace did not attach: ${output}`);
  return () => strace.kill();
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
  const dataDir = temporaryFolder();
  const file = databaseFile(dataDir);
  const first = await start({ DATA_DIR: dataDir });
  const before = await postRequests(first.url(), 1, 60);
  await first.terminate("SIGTERM");
  const intactBytes = readFileSync(file);
  const figures = { [`${before.thanked.length} thanked`]: before.thanked.length === 60 };
  for (const [kind, change] of Object.entries(kinds).slice(0, scaled(4, options))) {
    const copy = temporaryFolder();
    cpSync(dataDir, copy, { recursive: true });
    writeFileSync(databaseFile(copy), change(intactBytes));
    const server = await start({ DATA_DIR: copy });
    const during = await postRequests(server.url(), 101, 2);
    const health = await server.health();
    writeFileSync(databaseFile(copy), intactBytes);
    const after = await postRequests(server.url(), 201, 2);
    await server.terminate("SIGTERM");
    const lost = after.thanked.length === 2 ? await countMissing(copy, [...before.thanked, ...after.thanked]) : -1;
    figures[`${kind}: ${during.statuses}, health ${health.status}, ${lost} lost once it is put back`] =
      during.thanked.length === 0 && health.status === 503 && lost === 0;
  }
  return judge("A damaged database is not written to, and works again once restored under the server", figures);
}
