import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { openDatabase } from "../consultations/store/sqlite-database.ts";
import { databaseFile } from "../server/data-files.ts";
import { createChance } from "./chance.ts";
import { hasTool } from "./faults/tools.ts";
import { type Figure, type Options, type Prove, scaled } from "./figure.ts";
import { createTornDisk } from "./powercuts/disk.ts";
import { type Deed, readTrace, tracer } from "./powercuts/trace.ts";
import { startRelay } from "./relay.ts";
import { newFolder, startServer, until } from "./started-server.ts";
import { startVisitors } from "./visitors.ts";

const promise = "Whoever was thanked is on disk when the power fails";

export const prove: Prove = async (options) => {
  if (!hasTool("strace")) return [{ promise, how: "", figure: "strace is missing", holds: "not run" }];
  const cuts = scaled(500, options, 20);
  const server = cutAt(await traceServer(options), cuts, options);
  const control = cutAt(await traceControl(), scaled(60, options, 10), { ...options, log: () => {} });
  const words = ({ cuts, thanked, atStake, lost, unsound }: Outcome) =>
    `${cuts} cuts, ${thanked} thanked, ${atStake} rows looked for, ${lost} lost, ${unsound} databases unsound`;
  const figures: Figure[] = [
    {
      promise,
      how: "the system calls of a server under load, traced; the folder rebuilt as the disk may hold it at a random point: what was synced, and of the rest each write whole, torn by sectors or missing",
      figure: words(server),
      holds: server.thanked > 0 && server.lost + server.unsound === 0,
    },
    {
      promise: "The power cuts find what they look for",
      how: "the same with synchronous = NORMAL",
      figure: words(control),
      holds: control.lost > 0,
    },
  ];
  return figures;
};

type Trace = { folder: string; deeds: Deed[] };

async function traceServer(options: Options): Promise<Trace> {
  const folder = newFolder();
  const file = join(newFolder(), "trace");
  const relay = await startRelay();
  const server = await startServer({ DATA_DIR: folder, SMTP_URL: relay.url }, { under: tracer(file) });
  const visitors = startVisitors(() => server.url(), { rest: 5 });
  const enough = scaled(1_000, options, 40);
  await until(() => visitors.thanked.size >= enough, 90);
  const leaving = visitors.leave();
  await server.end("SIGKILL");
  await leaving;
  await relay.close();
  return read(file, folder);
}

/** A store without its syncs, that says its thanks as the server does. */
function traceControl(): Promise<Trace> {
  const folder = newFolder();
  const file = join(newFolder(), "trace");
  const at = (path: string) => JSON.stringify(new URL(`../consultations/${path}`, import.meta.url).href);
  const script = `
    import { createWriter } from ${at("store/sqlite-writer.ts")};
    import { openDatabase } from ${at("store/sqlite-database.ts")};
    import { sampleEmail, sampleSubmission } from ${at("sample-request.ts")};
    import { writeSync } from "node:fs";
    const writer = createWriter(${JSON.stringify(databaseFile(folder))}, (file) => {
      const opened = openDatabase(file);
      opened.database.exec("PRAGMA synchronous = NORMAL");
      return opened;
    });
    for (let number = 0; number < 100; number++) {
      const [{ result }] = writer.settle([{ id: 1, operation: "save", args: [sampleSubmission({ email: sampleEmail(number) })] }]);
      writeSync(1, JSON.stringify({ ok: true, reference: result.reference }));
    }
    process.kill(process.pid, "SIGKILL");`;
  const [program = "", ...args] = [...tracer(file), process.execPath, "--input-type=module", "--eval", script];
  spawnSync(program, args, { stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1e8 });
  return read(file, folder);
}

/** The tracer may still be writing when what it traced has ended. */
async function read(file: string, folder: string): Promise<Trace> {
  const isWhole = () => /\+\+\+ (killed|exited) [^\n]*\n$/.test(readFileSync(file, "latin1").slice(-100));
  await until(isWhole, 20);
  return { folder, deeds: [...readTrace(readFileSync(file, "latin1").split("\n"), folder)] };
}

type Outcome = { cuts: number; thanked: number; atStake: number; lost: number; unsound: number };

function cutAt({ folder, deeds }: Trace, cuts: number, { seed, log }: Options): Outcome {
  const chance = createChance(seed);
  const place = join(newFolder(), "rebuilt");
  const disk = createTornDisk(folder);
  const thanked = new Set<string>();
  const outcome = { cuts, thanked: 0, atStake: 0, lost: 0, unsound: 0 };
  // Half of them right behind a thank-you, where it matters most.
  const moments = deeds.flatMap(({ kind }, index) => (kind === "thank" ? [index] : []));
  const points = Array.from({ length: cuts }, (_, number) =>
    number % 2 && moments.length > 0 ? chance.pick(moments) : chance.below(deeds.length),
  ).sort((one, other) => one - other);
  for (const [index, deed] of deeds.entries()) {
    if (deed.kind === "thank") thanked.add(deed.reference);
    else disk.perform(deed);
    while (points[0] === index) {
      points.shift();
      const found = open(place, disk.cut(chance));
      outcome.atStake += thanked.size;
      if (!found) outcome.unsound++;
      const missing = [...thanked].filter((reference) => !found?.has(reference)).length;
      outcome.lost += missing;
      if (!found || missing > 0) log(`cut at ${index} of ${deeds.length}: ${found ? `${missing} lost` : "not sound"}`);
    }
  }
  return { ...outcome, thanked: thanked.size };
}

/** Opened as the server does, which checks the whole of it; null when it cannot be. */
function open(place: string, files: Map<string, Buffer>): Set<unknown> | null {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
  // The index of the log is rebuilt by whoever opens it first.
  for (const [name, bytes] of files)
    if (/requests\.db(-wal|-journal)?$/.test(name)) writeFileSync(join(place, basename(name)), bytes);
  try {
    const { database } = openDatabase(databaseFile(place));
    const rows = database.prepare("SELECT reference FROM requests JOIN outbox ON request_id = id").all();
    database.close();
    return new Set(rows.map(({ reference }) => reference));
  } catch (error) {
    console.error(error);
    return null;
  }
}
