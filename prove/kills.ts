import { openPostgresStore } from "../consultations/store/postgres.ts";
import type { StoredRequest } from "../consultations/store/stored-request.ts";
import { startPostgresServer } from "../supabase/local/postgres-server.ts";
import { createChance } from "./chance.ts";
import { type Figure, type Options, type Prove, scaled } from "./figure.ts";
import { ownClock } from "./own-clock.ts";
import { startRelay } from "./relay.ts";
import { newFolder, pause, readAll, type StartedServer, startServer, storedIn, until } from "./started-server.ts";
import { startVisitors } from "./visitors.ts";

type Tally = { thanked: number; lost: number; twice: number; extra: number; undelivered: number; slowest: number };

export const prove: Prove = async (options) => {
  const [file, postgres] = await Promise.all([killWithFile(options), killWithPostgres(options)]);
  const inTurn = "kill -9 of a server and an immediate stop of the database in turn";
  return [
    report("one server and its file", scaled(200, options, 4), file, "kill -9 of the server"),
    report("two servers and PostgreSQL", scaled(50, options, 2), postgres, inTurn),
  ];
};

function report(home: string, kills: number, tally: Tally, how: string): Figure {
  const { thanked, lost, twice, extra, undelivered, slowest } = tally;
  return {
    promise: `Whoever was thanked is stored once and delivered, whatever is killed (${home})`,
    how: `${how} while visitors post and letters go out; each start finds everything, real SMTP`,
    figure: `${kills} kills, ${thanked} thanked, ${lost} lost, ${twice} stored twice, ${undelivered} undelivered, ${extra} letters too many, slowest start ${Math.round(slowest)} ms`,
    holds: thanked >= kills && lost + twice + undelivered === 0 && extra <= kills,
  };
}

async function killWithFile(options: Options): Promise<Tally> {
  const chance = createChance(options.seed);
  const mail = await startRelay();
  const variables = { DATA_DIR: newFolder(), SMTP_URL: mail.url };
  // One that leaves in good order keeps its compiled modules for all that are killed.
  await (await startServer(variables)).end("SIGTERM");
  let server = await startServer(variables);
  let slowest = server.readyIn;
  let missed = 0;
  const visitors = startVisitors(() => server.url(), { rest: 200 });
  const someThanked = newThanks(visitors.thanked);
  const kills = scaled(200, options, 4);
  for (let kill = 1; kill <= kills; kill++) {
    await someThanked();
    await pause(chance.between(0, 400));
    await server.end("SIGKILL");
    const before = [...visitors.thanked.keys()];
    server = await startServer(variables);
    slowest = Math.max(slowest, server.readyIn);
    if (kill % 20 === 0 || kill === kills) {
      const found = new Set((await storedIn(variables.DATA_DIR)).map(({ email }) => email));
      missed += before.filter((email) => !found.has(email)).length;
      options.log(`file: ${kill} kills, ${before.length} thanked, ${missed} lost, ${mail.received.length} letters`);
    }
  }
  await visitors.leave();
  await until(async () => (await storedIn(variables.DATA_DIR)).every(({ deliveredAt }) => deliveredAt), 180);
  await server.end("SIGTERM");
  const tally = count(await storedIn(variables.DATA_DIR), visitors.thanked, mail.received);
  await mail.close();
  return { ...tally, lost: Math.max(tally.lost, missed), slowest };
}

/** A letter in the hand of a killed server is free once its lease of five minutes has ended. */
const afterLease = 6 * 60_000;

async function killWithPostgres(options: Options): Promise<Tally> {
  const chance = createChance(options.seed);
  const [mail, postgres] = await Promise.all([startRelay(), startPostgresServer()]);
  const database = await postgres.createDatabase();
  const variables = { DATA_DIR: newFolder(), DATABASE_URL: database, SMTP_URL: mail.url };
  const servers: StartedServer[] = [await startServer(variables), await startServer(variables)];
  const store = openPostgresStore(database, { connections: 1 });
  let slowest = 0;
  const visitors = startVisitors(() => chance.pick(servers).url(), { rest: 200 });
  const someThanked = newThanks(visitors.thanked);
  const kills = scaled(50, options, 2);
  for (let kill = 1; kill <= kills; kill++) {
    await someThanked();
    await pause(chance.between(0, 400));
    if (kill % 2) {
      await postgres.crash();
      await pause(chance.between(0, 200));
      await postgres.start();
    } else {
      const which = chance.below(2);
      await servers[which]?.end("SIGKILL");
      const next = await startServer(variables);
      servers[which] = next;
      slowest = Math.max(slowest, next.readyIn);
    }
    if (kill % 10 === 0)
      options.log(`PostgreSQL: ${kill} kills, ${visitors.thanked.size} thanked, ${mail.received.length} letters`);
  }
  await visitors.leave();
  const waiting = async () => (await store.waiting().catch(() => ({ count: 1 }))).count;
  // Most have gone once nothing is left but what the killed had in hand.
  await until(async () => (await waiting()) <= kills / 2, 120);
  for (const server of servers) await server.end("SIGTERM");
  const last = await startServer({ ...variables, ...ownClock(1, afterLease).variables });
  await until(async () => (await waiting()) === 0, 60);
  await last.end("SIGTERM");
  const tally = count(await readAll(store), visitors.thanked, mail.received);
  await store.close();
  await Promise.all([mail.close(), postgres.stop()]);
  return { ...tally, slowest };
}

/** On a busy machine a server that is killed too early has promised nothing. */
function newThanks(thanked: Map<string, unknown>) {
  let seen = 0;
  return async () => {
    await until(() => thanked.size > seen + 5, 20);
    seen = thanked.size;
  };
}

function count(stored: StoredRequest[], thanked: Map<string, string | null>, letters: string[]) {
  const references = new Map(stored.map(({ email, reference }) => [email, reference]));
  const isLost = ([email, reference]: [string, string | null]) =>
    !references.has(email) || (reference !== null && references.get(email) !== reference);
  const delivered = new Set(letters);
  return {
    thanked: thanked.size,
    lost: [...thanked].filter(isLost).length,
    twice: stored.length - references.size,
    extra: letters.length - delivered.size,
    undelivered: stored.filter(({ id }) => !delivered.has(id)).length,
  };
}
