import { createHash } from "node:crypto";
import type { Call, Reply } from "../../consultations/store/sqlite-calls.ts";
import { createChance } from "../chance.ts";
import { type Cut, createDisk } from "./disk.ts";
import { createMailbox, type Excuse } from "./mailbox.ts";
import type { Plant } from "./planted.ts";
import { type SimulatedServer, startSimulatedServer } from "./server.ts";
import { Broken, createVisitors } from "./visitors.ts";
import { takeOverWorld } from "./world.ts";

export type Told = {
  steps: number;
  thanked: number;
  purged: number;
  crashes: number;
  letters: number;
  /** Letters too many: because the relay denied the first, after a crash, and where two servers' clocks disagree. */
  denied: number;
  afterCrash: number;
  byClocks: number;
  /** Of everything that happened, in order: the same for the same seed. */
  trace: string;
  broken: string | null;
};

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.UTC(2026, 10, 15, 12);

/** One random history under one seed, from an empty store to a mailbox that has everything. */
export async function playHistory(seed: number, folder: string, plant: Plant): Promise<Told> {
  const chance = createChance(seed);
  const world = takeOverWorld(chance);
  // In two of three nothing but a crash is a reason for a second letter.
  const gentle = (seed >> 1) % 3 !== 0;
  const mailbox = createMailbox(chance, gentle, excuse);
  const visitors = createVisitors(chance, mailbox);
  const trace = createHash("sha256");
  // One server that owns its file, or two on a database that outlives them: in turn, lest luck leave one out.
  const shared = seed % 2 === 1;
  const disk = createDisk(folder, !shared, chance, plant.open);
  const pause = chance.pick([0, 500]);
  const offsets = [0, 0];
  const line: { call: Call; by: number }[] = [];
  const wire: { replies: Reply[]; by: number }[] = [];
  const servers: (SimulatedServer | null)[] = [];
  const unexcused: number[] = [];
  let [steps, crashes, jumped] = [0, 0, Number.NEGATIVE_INFINITY];
  let isDatabaseUp = true;
  let isCalm = false;
  let unrest: unknown = null;

  const launch = (by: number) => {
    servers[by] = startSimulatedServer({
      call(call) {
        if (isDatabaseUp) line.push({ call, by });
        else wire.push({ by, replies: [{ id: call.id, error: "nobody answers there" }] });
      },
      now: () => start + world.elapsed() + (offsets[by] ?? 0),
      post: { pause, send: mailbox.send },
      plant,
    });
  };
  const alive = () => servers.filter((server) => server !== null);
  const forget = (list: { by: number }[], who: number) => {
    for (let index = list.length - 1; index >= 0; index--) if (list[index]?.by === who) list.splice(index, 1);
  };
  const later = (work: () => void, most: number) => void setTimeout(work, chance.between(0, most));
  const watched = (work: Promise<void>) => void work.catch((error) => (unrest ??= error));

  const events = {
    /** The embedded store performs all that gathered in one transaction, a database server each call in its own. */
    commit() {
      const taken = shared ? line.splice(chance.below(line.length), 1) : line.splice(0);
      const replies = disk.settle(taken.map(({ call }) => call));
      // A crash between the commit and its answer.
      if (!shared && !isCalm && chance.happens(0.004)) return crash(0, chance.pick<Cut>(["power", "torn", "kill"]));
      for (const by of new Set(taken.map((entry) => entry.by))) {
        const own = new Set(taken.filter((entry) => entry.by === by).map(({ call }) => call.id));
        wire.push({ by, replies: replies.filter(({ id }) => own.has(id)) });
      }
    },
    answer() {
      const [entry] = wire.splice(chance.below(wire.length), 1);
      for (const reply of entry?.replies ?? []) servers[entry?.by ?? 0]?.hear(reply);
    },
    visit: () => watched(visitors.come(chance.pick(alive()))),
    deal: () => watched(visitors.dealWithOne(chance.pick(alive())).catch(() => {})),
    mood: () => mailbox.change(),
    jump() {
      jumped = world.elapsed();
      const by = chance.below(servers.length);
      offsets[by] = chance.pick([0, 0, -3 * minute, 10 * minute, 7 * 60 * minute, -2 * day, 40 * day]);
    },
    crash() {
      if (shared && chance.happens(0.4)) return loseDatabase();
      crash(chance.below(servers.length), chance.pick<Cut>(["kill", "power"]));
    },
    time: () => void world.advance(),
  };

  function crash(by: number, how: Cut): void {
    if (!servers[by]) return;
    crashes++;
    unexcused.push(world.elapsed());
    servers[by]?.die();
    servers[by] = null;
    for (const list of [line, wire]) forget(list, by);
    if (!shared) disk.cut(how);
    later(() => launch(by), 2 * minute);
  }
  function loseDatabase(): void {
    crashes++;
    unexcused.push(world.elapsed());
    isDatabaseUp = false;
    line.splice(0);
    wire.splice(0);
    disk.cut("power");
    for (const server of alive()) server.loseDatabase();
    later(() => (isDatabaseUp = true), minute);
  }

  /** Each crash excuses one letter that was under way. A lease is made by one server's clock and read by another's. */
  function excuse(since: number): Excuse {
    const found = unexcused.findIndex((at) => at >= since);
    if (found >= 0) unexcused.splice(found, 1);
    if (found >= 0) return "crash";
    return shared && (offsets[0] !== offsets[1] || jumped >= since - 5 * minute) ? "clocks" : null;
  }

  async function step(name: keyof typeof events): Promise<void> {
    steps++;
    trace.update(name);
    events[name]();
    await world.settle();
    trace.update(`${world.elapsed()} ${line.length} ${wire.length} ${mailbox.counts.letters}`);
    if (unrest) throw unrest;
    if (mailbox.counts.inexcusable > 0) throw new Broken("a letter was sent twice without a reason");
  }
  function choose(): keyof typeof events {
    const work = [...(line.length > 0 ? (["commit"] as const) : []), ...(wire.length > 0 ? (["answer"] as const) : [])];
    if (work.length > 0 && chance.happens(0.85)) return chance.pick(work);
    const fate = chance.next();
    if (fate < 0.03) return "crash";
    if (fate < 0.04 && !gentle) return "jump";
    if (fate < 0.06) return "mood";
    if (alive().length > 0 && fate < 0.4) return fate < 0.12 ? "deal" : "visit";
    // Databases answer within no time, compared with everything that waits for a clock.
    return work.length > 0 ? chance.pick(work) : "time";
  }
  /** Nothing but what is under way, until it is so or time is up. */
  async function run(most: number, isDone: () => boolean): Promise<void> {
    const end = world.elapsed() + most;
    while (world.elapsed() < end && !(line.length + wire.length === 0 && isDone()))
      await step(line.length > 0 ? "commit" : wire.length > 0 ? "answer" : "time");
  }

  async function play(): Promise<void> {
    for (let by = 0; by < (shared ? 2 : 1); by++) launch(by);
    const length = chance.between(200, 1_200);
    while (steps < length) {
      const before = crashes;
      await step(choose());
      if (crashes > before || steps % 200 === 0) {
        await run(3 * minute, () => isDatabaseUp && alive().length === servers.length);
        visitors.check(disk);
      }
    }
    // Clocks and relay are set right, and one more letter that passes brings the others forward.
    isCalm = true;
    if (!gentle) jumped = world.elapsed();
    offsets.fill(0);
    mailbox.change("well");
    await run(3 * minute, () => isDatabaseUp && alive().length === servers.length);
    await run(minute, () => false);
    await step("visit");
    await run(40 * minute, () => disk.rows().every(({ delivered }) => delivered !== null));
    visitors.check(disk);
    visitors.checkDelivered(disk);
    // Nothing is kept longer than said, nor anything else lost on the way.
    offsets.fill(80 * day);
    await run(15 * minute, () => visitors.keptTooLong(disk) === 0);
    visitors.check(disk);
    if (visitors.keptTooLong(disk) > 0) throw new Broken("what was dealt with long ago is still stored");
  }

  let broken: string | null = null;
  try {
    await play();
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    broken = error.message;
  } finally {
    for (const server of alive()) server.die();
    disk.remove();
  }
  const told = { steps, thanked: visitors.thanked(), purged: visitors.purged(), crashes, broken };
  return { ...told, ...mailbox.counts, trace: trace.digest("hex") };
}
