import { createSmtpPost } from "../../consultations/mail/smtp.ts";
import { startOutbox } from "../../consultations/outbox.ts";
import { sampleEmail, sampleSubmission } from "../../consultations/sample-request.ts";
import { openSqliteStore } from "../../consultations/store/sqlite.ts";
import { databaseFile } from "../../server/data-files.ts";
import { type Figure, type Options, scaled } from "../figure.ts";
import { ownClock } from "../own-clock.ts";
import { type Manner, startRelay } from "../relay.ts";
import { addresses, newFolder, pause, startServer, storedIn, until } from "../started-server.ts";
import { post } from "../visitors.ts";

const faulty: Exclude<Manner, null>[] = [
  { stage: "greeting", deed: "hang" },
  { stage: "greeting", deed: "drop" },
  { stage: "greeting", deed: 554 },
  { stage: "greeting", deed: "garbage" },
  { stage: "EHLO", deed: 421 },
  { stage: "EHLO", deed: "drop" },
  { stage: "STARTTLS", deed: 454 },
  { stage: "STARTTLS", deed: "garbage" },
  { stage: "STARTTLS", deed: "drop" },
  { stage: "MAIL", deed: 451 },
  { stage: "MAIL", deed: "hang" },
  { stage: "RCPT", deed: 450 },
  { stage: "RCPT", deed: 550 },
  { stage: "DATA", deed: 452 },
  { stage: "DATA", deed: "reset" },
  { stage: "letter", deed: 451 },
  { stage: "letter", deed: 554 },
  { stage: "letter", deed: "drop" },
  { stage: "letter", deed: "stutter" },
  { stage: "letter", deed: "keep and drop" },
  { stage: "letter", deed: "keep and hang" },
];

/** Each relay misbehaves for a while and then behaves. Nobody counts as told before the relay has said so. */
export async function faultyRelays({ log }: Options): Promise<Figure> {
  const each = await Promise.all(faulty.map(tryRelay));
  for (const { words, isRight } of each) if (!isRight) log(`BROKEN ${words}`);
  const sum = (of: (tried: (typeof each)[number]) => number) => each.reduce((total, tried) => total + of(tried), 0);
  return {
    promise: "No letter is given up or lost, however the mail server misbehaves",
    how: "real conversations that are refused, deferred, dropped, hung, garbled or reset at every stage, TLS included; then the relay is well again",
    figure: `${faulty.length} faulty relays, ${sum(({ stored }) => stored)} requests kept, ${sum(({ early }) => early)} marked as sent before their time, ${sum(({ delivered }) => delivered)} delivered, ${sum(({ extra }) => extra)} letters too many after ${sum(({ kept }) => kept)} that a relay took without a word`,
    holds: each.every(({ isRight }) => isRight),
  };
}

async function tryRelay(manner: Exclude<Manner, null>) {
  let isWell = false;
  let kept = 0;
  const takes = String(manner.deed).startsWith("keep");
  const relay = await startRelay(() => {
    if (!isWell && takes) kept++;
    return isWell ? null : manner;
  });
  const store = openSqliteStore(databaseFile(newFolder()), () => {});
  const count = 3;
  for (let number = 0; number < count; number++)
    await store.save(sampleSubmission({ email: sampleEmail(number), receivedAt: Date.now() }));
  const mail = { to: addresses.MAIL_TO, from: addresses.MAIL_FROM };
  const outbox = startOutbox({
    store,
    post: createSmtpPost(relay.url, mail, 0, { patience: 2_000 }),
    alert: async () => {},
    now: Date.now,
    log: () => {},
    timeZone: "UTC",
    backoff: () => 300,
  });
  await until(() => relay.conversations() >= 2, 15);
  const early = count - (await store.waiting()).count;
  isWell = true;
  await until(async () => (await store.waiting()).count === 0, 30);
  const delivered = new Set(relay.received).size;
  const extra = relay.received.length - delivered;
  await outbox.stop();
  await store.close();
  await relay.close();
  const words = `${manner.stage} ${manner.deed}: ${delivered} of ${count} delivered, ${early} early, ${extra} extra`;
  return {
    stored: count,
    early,
    delivered,
    extra,
    kept,
    words,
    isRight: early === 0 && delivered === count && extra <= kept,
  };
}

const hour = 3_600;

/** An hour passes in a second; once the relay is back, a minute does. */
export async function longOutage(options: Options): Promise<Figure> {
  const hours = scaled(14, options, 3);
  const relay = await startRelay();
  await relay.close();
  const clock = ownClock(hour);
  const dataDir = newFolder();
  const server = await startServer({ DATA_DIR: dataDir, SMTP_URL: relay.url, ...clock.variables });
  let thanked = 0;
  for (let passed = 0; passed < hours; passed++) {
    for (let number = 0; number < 2; number++) if ((await post(server.url(), passed * 2 + number)).thanked) thanked++;
    await pause(1_000);
  }
  const health = await server.health();
  const alerts = server.output().match(/ alert words="(Urgent|Undelivered)/g) ?? [];
  clock.set(60);
  await pause(100);
  const back = await startRelay(() => null, relay.port);
  const began = performance.now();
  await until(async () => (await storedIn(dataDir)).every(({ deliveredAt }) => deliveredAt), 40);
  const minutes = (performance.now() - began) / 1_000;
  const delivered = new Set(back.received).size;
  await server.end("SIGTERM");
  await back.close();
  return {
    promise: "However long the mail server is away, everything is delivered within minutes of its return",
    how: `the relay away for ${hours} hours of a clock that goes 3,600 times as fast`,
    figure: `${thanked} thanked meanwhile, ${delivered} delivered within ${Math.ceil(minutes)} minutes of its return, ${back.received.length - delivered} letters too many; health ${health.status} (${health.mail}), ${alerts.length} alerts`,
    holds:
      thanked === hours * 2 &&
      delivered === thanked &&
      back.received.length === delivered &&
      minutes < 20 &&
      health.mail === "urgent" &&
      alerts.length >= 2,
  };
}

export async function clockSetBack(): Promise<Figure> {
  const relay = await startRelay();
  await relay.close();
  const clock = ownClock(1, 7 * hour * 1_000);
  const dataDir = newFolder();
  const server = await startServer({ DATA_DIR: dataDir, SMTP_URL: relay.url, ...clock.variables });
  let thanked = 0;
  for (let number = 0; number < 5; number++) if ((await post(server.url(), number)).thanked) thanked++;
  await until(() => (server.output().match(/ postponed /g) ?? []).length >= 5, 10);
  // The clock is set right and the relay comes back; a minute then passes in a second.
  clock.set(60, 0);
  const back = await startRelay(() => null, relay.port);
  const began = performance.now();
  await until(() => new Set(back.received).size === thanked, 20);
  const minutes = (performance.now() - began) / 1_000;
  const health = await server.health();
  const delivered = new Set(back.received).size;
  const after = await post(server.url(), 100);
  await server.end("SIGTERM");
  await back.close();
  return {
    promise: "A clock that is set back keeps no letter waiting",
    how: "seven hours ahead while the relay is away, then set right under the server",
    figure: `${thanked} thanked, ${delivered} delivered within ${Math.ceil(minutes)} minutes of the correction; afterwards health ${health.status}, a post ${after.thanked ? "thanked" : "NOT thanked"}`,
    holds: thanked === 5 && delivered === 5 && minutes < 20 && health.status === 200 && after.thanked,
  };
}
