import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { databaseFile } from "../../../src/server/data-paths.ts";
import { waitUntil } from "../../kit/spawn-server.ts";
import { createRandom } from "../random.ts";
import { type Options, type Result, scaled } from "../result.ts";
import { type ServerProcess, type StartServer, temporaryFolder } from "../server-process.ts";
import { countMissing, postRequests } from "./post-requests.ts";
import { hasTool, injectSyncErrors } from "./tools.ts";

/** A fault that only a restart can fix: the server must log it and exit, and the next one must find everything. */
async function expectExitAndRecovery(
  claim: string,
  method: string,
  damage: (dataDir: string, server: ServerProcess) => Promise<() => void>,
  start: StartServer,
): Promise<Result> {
  const dataDir = temporaryFolder();
  const first = await start({ DATA_DIR: dataDir });
  const before = await postRequests(first, 1, 50);
  const undoDamage = await damage(dataDir, first);
  const during = await postRequests(first, 101, 1);
  const ended = await waitUntil(first.hasExited, 15);
  undoDamage();
  if (!ended) await first.terminate("SIGKILL");
  const second = await start({ DATA_DIR: dataDir });
  const after = await postRequests(second, 201, 5);
  const lost = await countMissing(dataDir, [...before.thanked, ...after.thanked]);
  await second.terminate("SIGTERM");
  const logged = / fatal reason=/.test(first.output());
  return {
    claim,
    method,
    measured: `${before.thanked.length} thanked, then ${during.statuses}; the server ${ended ? `ended with ${first.child.exitCode}` : "DID NOT END"}, log ${logged ? "says why" : "SILENT"}; ${lost} lost at the next start, ${after.thanked.length} of 5 thanked`,
    passed:
      before.thanked.length === 50 &&
      during.thanked.length === 0 &&
      ended &&
      first.child.exitCode === 1 &&
      logged &&
      lost === 0 &&
      after.thanked.length === 5,
  };
}

export const logDeleted = (_: Options, start: StartServer) =>
  expectExitAndRecovery(
    "A deleted log loses nothing",
    "the write-ahead log unlinked under the server",
    async (dataDir) => {
      rmSync(`${databaseFile(dataDir)}-wal`);
      return () => {};
    },
    start,
  );

export const folderRemoved = (_: Options, start: StartServer) =>
  expectExitAndRecovery(
    "A removed folder loses nothing",
    "the whole data folder removed under the server",
    async (dataDir) => {
      rmSync(dataDir, { recursive: true, maxRetries: 5 });
      return () => {};
    },
    start,
  );

export async function syncErrors(_: Options, start: StartServer): Promise<Result> {
  const claim = "No request is acknowledged while the disk fails to sync";
  if (!hasTool("strace")) return { claim, method: "", measured: "strace is missing", passed: "not run" };
  return expectExitAndRecovery(
    claim,
    "EIO for every fsync and fdatasync, by strace",
    (_, { child }) => injectSyncErrors(child.pid ?? 0),
    start,
  );
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
  const before = await postRequests(first, 1, 60);
  await first.terminate("SIGTERM");
  const intactBytes = readFileSync(file);
  const details: string[] = [];
  let passed = before.thanked.length === 60;
  for (const [kind, change] of Object.entries(kinds).slice(0, scaled(4, options))) {
    const copy = temporaryFolder();
    cpSync(dataDir, copy, { recursive: true });
    writeFileSync(databaseFile(copy), change(intactBytes));
    const server = await start({ DATA_DIR: copy });
    const during = await postRequests(server, 101, 2);
    const health = await server.health();
    writeFileSync(databaseFile(copy), intactBytes);
    const after = await postRequests(server, 201, 2);
    await server.terminate("SIGTERM");
    const lost = after.thanked.length === 2 ? await countMissing(copy, [...before.thanked, ...after.thanked]) : -1;
    details.push(`${kind}: ${during.statuses}, health ${health.status}`);
    passed &&= during.thanked.length === 0 && health.status === 503 && lost === 0;
  }
  return {
    claim: "A damaged database is not written to, and works again once restored",
    method: "the file damaged in several ways between two starts, then replaced by its copy under the server",
    measured: details.join("; "),
    passed,
  };
}
