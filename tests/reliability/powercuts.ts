import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { openDatabase } from "../../src/requests/store/sqlite-database.ts";
import { databaseFile } from "../../src/server/data-paths.ts";
import { waitUntil } from "../kit/spawn-server.ts";
import { hasTool } from "./faults/tools.ts";
import { createTornDisk } from "./powercuts/torn-disk.ts";
import { readTrace, type TracedOperation, traceCommand } from "./powercuts/trace.ts";
import { createRandom } from "./random.ts";
import { type Options, type Prove, type Result, scaled } from "./result.ts";
import { startServer, temporaryFolder } from "./server-process.ts";
import { startRelay } from "./smtp-relay.ts";
import { startVisitors } from "./visitors.ts";

const claim = "Every acknowledged request is on disk when the power fails";

export const prove: Prove = async (options) => {
  if (!hasTool("strace")) return [{ claim, method: "", measured: "strace is missing", passed: "not run" }];
  const cuts = scaled(500, options, 20);
  const server = simulateCuts(await traceServer(options), cuts, options);
  const control = simulateCuts(await traceControl(), scaled(60, options, 10), { ...options, log: () => {} });
  const summarise = ({ cuts, thanked, atStake, lost, corrupt }: Outcome) =>
    `${cuts} cuts, ${thanked} thanked, ${atStake} rows looked for, ${lost} lost, ${corrupt} databases unsound`;
  const results: Result[] = [
    {
      claim,
      method:
        "the system calls of a server under load, traced; the folder rebuilt as the disk may hold it at a random point: what was synced, and of the rest each write whole, torn by sectors or missing",
      measured: summarise(server),
      passed: server.thanked > 0 && server.lost + server.corrupt === 0,
    },
    {
      claim: "The power cuts find a missing sync",
      method: "the same with synchronous = NORMAL",
      measured: summarise(control),
      passed: control.lost > 0,
    },
  ];
  return results;
};

type Trace = { folder: string; operations: TracedOperation[] };

async function traceServer(options: Options): Promise<Trace> {
  const folder = temporaryFolder();
  const file = join(temporaryFolder(), "trace");
  const relay = await startRelay();
  const server = await startServer({ DATA_DIR: folder, SMTP_URL: relay.url }, { wrapper: traceCommand(file) });
  const visitors = startVisitors(() => server.url(), { rest: 5 });
  const enough = scaled(1_000, options, 40);
  await waitUntil(() => visitors.thanked.size >= enough, 90);
  const leaving = visitors.stop();
  await server.terminate("SIGKILL");
  await leaving;
  await relay.close();
  return readTraceFile(file, folder);
}

/** A store that does not sync, but acknowledges like the server. */
function traceControl(): Promise<Trace> {
  const folder = temporaryFolder();
  const file = join(temporaryFolder(), "trace");
  const at = (path: string) => JSON.stringify(new URL(`../../${path}`, import.meta.url).href);
  const script = `
    import { createWriter } from ${at("src/requests/store/sqlite-writer.ts")};
    import { openDatabase } from ${at("src/requests/store/sqlite-database.ts")};
    import { sampleEmail, sampleSubmission } from ${at("tests/kit/sample-request.ts")};
    import { writeSync } from "node:fs";
    const writer = createWriter(${JSON.stringify(databaseFile(folder))}, (file) => {
      const opened = openDatabase(file);
      opened.database.exec("PRAGMA synchronous = NORMAL");
      return opened;
    });
    for (let number = 0; number < 100; number++) {
      const [{ result }] = writer.runBatch([{ id: 1, operation: "save", args: [sampleSubmission({ email: sampleEmail(number) })] }]);
      writeSync(1, JSON.stringify({ ok: true, reference: result.reference }));
    }
    process.kill(process.pid, "SIGKILL");`;
  const [program = "", ...args] = [...traceCommand(file), process.execPath, "--input-type=module", "--eval", script];
  spawnSync(program, args, { stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1e8 });
  return readTraceFile(file, folder);
}

/** The tracer may still be writing after the traced process has ended. */
async function readTraceFile(file: string, folder: string): Promise<Trace> {
  const isComplete = () => /\+\+\+ (killed|exited) [^\n]*\n$/.test(readFileSync(file, "latin1").slice(-100));
  await waitUntil(isComplete, 20);
  return { folder, operations: [...readTrace(readFileSync(file, "latin1").split("\n"), folder)] };
}

type Outcome = { cuts: number; thanked: number; atStake: number; lost: number; corrupt: number };

function simulateCuts({ folder, operations }: Trace, cuts: number, { seed, log }: Options): Outcome {
  const random = createRandom(seed);
  const rebuiltFolder = join(temporaryFolder(), "rebuilt");
  const disk = createTornDisk(folder);
  const thanked = new Set<string>();
  const outcome = { cuts, thanked: 0, atStake: 0, lost: 0, corrupt: 0 };
  // Half of the cuts are right after an acknowledgement, where they matter most.
  const thanksIndexes = operations.flatMap(({ kind }, index) => (kind === "thank" ? [index] : []));
  const points = Array.from({ length: cuts }, (_, number) =>
    number % 2 && thanksIndexes.length > 0 ? random.pick(thanksIndexes) : random.below(operations.length),
  ).sort((one, other) => one - other);
  for (const [index, operation] of operations.entries()) {
    if (operation.kind === "thank") thanked.add(operation.reference);
    else disk.perform(operation);
    while (points[0] === index) {
      points.shift();
      const found = openRebuilt(rebuiltFolder, disk.cut(random));
      outcome.atStake += thanked.size;
      if (!found) outcome.corrupt++;
      const missing = [...thanked].filter((reference) => !found?.has(reference)).length;
      outcome.lost += missing;
      if (!found || missing > 0)
        log(`cut at ${index} of ${operations.length}: ${found ? `${missing} lost` : "not sound"}`);
    }
  }
  return { ...outcome, thanked: thanked.size };
}

/** Opens the database as the server does, with a full check. Returns null if that fails. */
function openRebuilt(folder: string, files: Map<string, Buffer>): Set<unknown> | null {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  // SQLite rebuilds the index of the log when the database is opened.
  for (const [name, bytes] of files)
    if (/requests\.db(-wal|-journal)?$/.test(name)) writeFileSync(join(folder, basename(name)), bytes);
  try {
    const { database } = openDatabase(databaseFile(folder));
    const rows = database.prepare("SELECT reference FROM requests JOIN outbox ON request_id = id").all();
    database.close();
    return new Set(rows.map(({ reference }) => reference));
  } catch (error) {
    console.error(error);
    return null;
  }
}
