import type { StoreCall, StoreReply } from "../../../src/requests/store/operations.ts";
import { createRandom } from "../random.ts";
import { createMailbox, type DuplicateReason } from "./mailbox.ts";
import type { Fault } from "./seeded-faults.ts";
import { type Cut, createDisk } from "./simulated-disk.ts";
import { type SimulatedServer, startSimulatedServer } from "./simulated-server.ts";
import { installVirtualEnvironment } from "./virtual-environment.ts";
import { BrokenPromise, createVisitors } from "./visitors.ts";

export type HistoryResult = Awaited<ReturnType<typeof playHistory>>;

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.UTC(2026, 10, 15, 12);

/** Runs one random history for a seed, from an empty store until every email has arrived. */
export async function playHistory(seed: number, folder: string, fault: Fault) {
  const random = createRandom(seed);
  const environment = installVirtualEnvironment(random);
  // In two of three histories only a crash excuses a duplicate email.
  const onlyCrashes = (seed >> 1) % 3 !== 0;
  const mailbox = createMailbox(random, onlyCrashes, explainDuplicate);
  const visitors = createVisitors(random, mailbox);
  // Histories alternate between one server with its own file and two servers on a shared database.
  const shared = seed % 2 === 1;
  const disk = createDisk(folder, !shared, random, fault.open);
  const pause = random.pick([0, 500]);
  const offsets = [0, 0];
  const callQueue: { call: StoreCall; serverIndex: number }[] = [];
  const replyQueue: { replies: StoreReply[]; serverIndex: number }[] = [];
  const servers: (SimulatedServer | null)[] = [];
  const crashTimes: number[] = [];
  let [steps, crashes, lastClockJump] = [0, 0, Number.NEGATIVE_INFINITY];
  let isDatabaseUp = true;
  let calm = false;
  let firstError: unknown = null;

  const launch = (serverIndex: number) => {
    servers[serverIndex] = startSimulatedServer({
      call(call) {
        if (isDatabaseUp) callQueue.push({ call, serverIndex });
        else replyQueue.push({ serverIndex, replies: [{ id: call.id, error: "nobody answers there" }] });
      },
      now: () => start + environment.elapsed() + (offsets[serverIndex] ?? 0),
      post: { pause, send: mailbox.send },
      fault,
    });
  };
  const alive = () => servers.filter((server) => server !== null);
  const removeFor = (list: { serverIndex: number }[], serverIndex: number) => {
    for (let index = list.length - 1; index >= 0; index--)
      if (list[index]?.serverIndex === serverIndex) list.splice(index, 1);
  };
  const scheduleWithin = (work: () => void, maxMs: number) => void setTimeout(work, random.between(0, maxMs));
  const catchErrors = (work: Promise<void>) => void work.catch((error) => (firstError ??= error));

  const events = {
    /** The embedded store runs all queued calls in one transaction, a database server runs each in its own. */
    commit() {
      const committed = shared ? callQueue.splice(random.below(callQueue.length), 1) : callQueue.splice(0);
      const replies = disk.execute(committed.map(({ call }) => call));
      // The crash is between the commit and its response.
      if (!shared && !calm && random.chance(0.004)) return crash(0, random.pick<Cut>(["power", "torn", "kill"]));
      for (const serverIndex of new Set(committed.map((entry) => entry.serverIndex))) {
        const ownCallIds = new Set(
          committed.filter((entry) => entry.serverIndex === serverIndex).map(({ call }) => call.id),
        );
        replyQueue.push({ serverIndex, replies: replies.filter(({ id }) => ownCallIds.has(id)) });
      }
    },
    answer() {
      const [entry] = replyQueue.splice(random.below(replyQueue.length), 1);
      for (const reply of entry?.replies ?? []) servers[entry?.serverIndex ?? 0]?.receiveReply(reply);
    },
    visit: () => catchErrors(visitors.visit(random.pick(alive()))),
    deal: () => catchErrors(visitors.dealWithOne(random.pick(alive())).catch(() => {})),
    relay: () => mailbox.change(),
    jump() {
      lastClockJump = environment.elapsed();
      const serverIndex = random.below(servers.length);
      offsets[serverIndex] = random.pick([0, 0, -3 * minute, 10 * minute, 7 * 60 * minute, -2 * day, 40 * day]);
    },
    crash() {
      if (shared && random.chance(0.4)) return loseDatabase();
      crash(random.below(servers.length), random.pick<Cut>(["kill", "power"]));
    },
    time: () => void environment.advance(),
  };

  function crash(serverIndex: number, how: Cut): void {
    if (!servers[serverIndex]) return;
    crashes++;
    crashTimes.push(environment.elapsed());
    servers[serverIndex]?.kill();
    servers[serverIndex] = null;
    for (const list of [callQueue, replyQueue]) removeFor(list, serverIndex);
    if (!shared) disk.cut(how);
    scheduleWithin(() => launch(serverIndex), 2 * minute);
  }
  function loseDatabase(): void {
    crashes++;
    crashTimes.push(environment.elapsed());
    isDatabaseUp = false;
    callQueue.splice(0);
    replyQueue.splice(0);
    disk.cut("power");
    for (const server of alive()) server.loseDatabase();
    scheduleWithin(() => (isDatabaseUp = true), minute);
  }

  /** Each crash excuses one email that was being sent. One server's clock sets a lease, and another's reads it. */
  function explainDuplicate(since: number): DuplicateReason {
    const found = crashTimes.findIndex((at) => at >= since);
    if (found >= 0) crashTimes.splice(found, 1);
    if (found >= 0) return "crash";
    return shared && (offsets[0] !== offsets[1] || lastClockJump >= since - 5 * minute) ? "clocks" : null;
  }

  async function step(name: keyof typeof events): Promise<void> {
    steps++;
    events[name]();
    await environment.settle();
    if (firstError) throw firstError;
    if (mailbox.counts.unexplained > 0) throw new BrokenPromise("an email was sent twice without a reason");
  }
  function chooseEvent(): keyof typeof events {
    const work = [
      ...(callQueue.length > 0 ? (["commit"] as const) : []),
      ...(replyQueue.length > 0 ? (["answer"] as const) : []),
    ];
    if (work.length > 0 && random.chance(0.85)) return random.pick(work);
    const roll = random.next();
    if (roll < 0.03) return "crash";
    if (roll < 0.04 && !onlyCrashes) return "jump";
    if (roll < 0.06) return "relay";
    if (alive().length > 0 && roll < 0.4) return roll < 0.12 ? "deal" : "visit";
    // Databases respond at once, compared with everything that waits for a clock.
    return work.length > 0 ? random.pick(work) : "time";
  }
  /** Lets work in progress continue, without new events, until the condition holds or time is up. */
  async function run(maxMs: number, isDone: () => boolean): Promise<void> {
    const end = environment.elapsed() + maxMs;
    while (environment.elapsed() < end && !(callQueue.length + replyQueue.length === 0 && isDone()))
      await step(callQueue.length > 0 ? "commit" : replyQueue.length > 0 ? "answer" : "time");
  }

  async function play(): Promise<void> {
    for (let serverIndex = 0; serverIndex < (shared ? 2 : 1); serverIndex++) launch(serverIndex);
    const length = random.between(200, 1_200);
    while (steps < length) {
      const before = crashes;
      await step(chooseEvent());
      if (crashes > before || steps % 200 === 0) {
        await run(3 * minute, () => isDatabaseUp && alive().length === servers.length);
        visitors.check(disk);
      }
    }
    // Clocks and relay are corrected, and one more email that is accepted triggers the retry of the others.
    calm = true;
    if (!onlyCrashes) lastClockJump = environment.elapsed();
    offsets.fill(0);
    mailbox.change("well");
    await run(3 * minute, () => isDatabaseUp && alive().length === servers.length);
    // The email of this visit triggers that retry only once the five-minute lease of an earlier retry has ended. Without
    // it a refused email waits for its own time, which may be after the end of this history.
    await run(6 * minute, () => false);
    await step("visit");
    await run(40 * minute, () => disk.rows().every(({ delivered }) => delivered !== null));
    visitors.check(disk);
    visitors.checkDelivered(disk);
    // No request is kept longer than allowed, and nothing else was lost.
    offsets.fill(80 * day);
    await run(15 * minute, () => visitors.keptTooLong(disk) === 0);
    visitors.check(disk);
    if (visitors.keptTooLong(disk) > 0) throw new BrokenPromise("what was dealt with long ago is still stored");
  }

  let broken: string | null = null;
  try {
    await play();
  } catch (error) {
    if (!(error instanceof BrokenPromise)) throw error;
    broken = error.message;
  } finally {
    for (const server of alive()) server.kill();
    disk.remove();
  }
  const result = { steps, thanked: visitors.thanked(), purged: visitors.purged(), crashes, broken };
  return { ...result, ...mailbox.counts };
}
