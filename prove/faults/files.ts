import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { databaseFile } from "../../server/data-files.ts";
import { createChance } from "../chance.ts";
import { type Figure, type Options, scaled } from "../figure.ts";
import { newFolder, type StartedServer, startServer, until } from "../started-server.ts";
import { hasTool, injectSyncErrors } from "./tools.ts";
import { missing, visit } from "./visit.ts";

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
