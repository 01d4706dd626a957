import { createSmtpMailer } from "../../../src/requests/mail/smtp.ts";
import { startOutbox } from "../../../src/requests/outbox.ts";
import { openSqliteStore } from "../../../src/requests/store/sqlite.ts";
import { databaseFile } from "../../../src/server/data-paths.ts";
import { sampleEmail, sampleSubmission } from "../../kit/sample-request.ts";
import { pause, waitUntil } from "../../kit/spawn-server.ts";
import { readStoredRequests } from "../../kit/stored-requests.ts";
import { createControlledClock } from "../controlled-clock.ts";
import { type Options, type Result, scaled } from "../result.ts";
import { mailAddresses, type StartServer, temporaryFolder } from "../server-process.ts";
import { type RelayBehaviour, startRelay } from "../smtp-relay.ts";
import { postRequest } from "../visitors.ts";

const faultyBehaviours: Exclude<RelayBehaviour, null>[] = [
  { stage: "greeting", action: "hang" },
  { stage: "greeting", action: "drop" },
  { stage: "greeting", action: 554 },
  { stage: "greeting", action: "garbage" },
  { stage: "EHLO", action: 421 },
  { stage: "EHLO", action: "drop" },
  { stage: "STARTTLS", action: 454 },
  { stage: "STARTTLS", action: "garbage" },
  { stage: "STARTTLS", action: "drop" },
  { stage: "MAIL", action: 451 },
  { stage: "MAIL", action: "hang" },
  { stage: "RCPT", action: 450 },
  { stage: "RCPT", action: 550 },
  { stage: "DATA", action: 452 },
  { stage: "DATA", action: "reset" },
  { stage: "message", action: 451 },
  { stage: "message", action: 554 },
  { stage: "message", action: "drop" },
  { stage: "message", action: "stutter" },
  { stage: "message", action: "keep and drop" },
  { stage: "message", action: "keep and hang" },
];

/** Each relay misbehaves for a while and then works. No email counts as sent before the relay has accepted it. */
export async function faultyRelays({ log }: Options): Promise<Result> {
  const outcomes = await Promise.all(faultyBehaviours.map(tryRelay));
  for (const { words: summary, passed } of outcomes) if (!passed) log(`BROKEN ${summary}`);
  const sum = (of: (outcome: (typeof outcomes)[number]) => number) =>
    outcomes.reduce((total, tried) => total + of(tried), 0);
  return {
    claim: "No email is given up or lost, however the mail server misbehaves",
    method:
      "real conversations that are refused, deferred, dropped, hung, garbled or reset at every stage, TLS included; then the relay is well again",
    measured: `${faultyBehaviours.length} faulty relays, ${sum(({ stored }) => stored)} requests kept, ${sum(({ early }) => early)} marked as sent before their time, ${sum(({ delivered }) => delivered)} delivered, ${sum(({ extra }) => extra)} emails too many after ${sum(({ kept }) => kept)} that a relay accepted without confirming`,
    passed: outcomes.every(({ passed }) => passed),
  };
}

async function tryRelay(behaviour: Exclude<RelayBehaviour, null>) {
  let healthy = false;
  let kept = 0;
  const acceptsFirst = String(behaviour.action).startsWith("keep");
  const relay = await startRelay(() => {
    if (!healthy && acceptsFirst) kept++;
    return healthy ? null : behaviour;
  });
  const store = openSqliteStore(databaseFile(temporaryFolder()), () => {});
  const count = 3;
  for (let number = 0; number < count; number++)
    await store.save(sampleSubmission({ email: sampleEmail(number), receivedAt: Date.now() }));
  const mail = { to: mailAddresses.MAIL_TO, from: mailAddresses.MAIL_FROM };
  const outbox = startOutbox({
    store,
    mailer: createSmtpMailer(relay.url, mail, 0, { patience: 2_000 }),
    alert: async () => {},
    now: Date.now,
    log: () => {},
    timeZone: "UTC",
    backoff: () => 300,
  });
  await waitUntil(() => relay.connections() >= 2, 15);
  const early = count - (await store.pending()).count;
  healthy = true;
  await waitUntil(async () => (await store.pending()).count === 0, 30);
  const delivered = new Set(relay.received).size;
  const extra = relay.received.length - delivered;
  await outbox.stop();
  await store.close();
  await relay.close();
  const summary = `${behaviour.stage} ${behaviour.action}: ${delivered} of ${count} delivered, ${early} early, ${extra} extra`;
  return {
    stored: count,
    early,
    delivered,
    extra,
    kept,
    words: summary,
    passed: early === 0 && delivered === count && extra <= kept,
  };
}

const hour = 3_600;

/** An hour passes in a second; once the relay is back, a minute passes in a second. */
export async function longOutage(options: Options, start: StartServer): Promise<Result> {
  const hours = scaled(14, options, 3);
  const relay = await startRelay();
  await relay.close();
  const clock = createControlledClock(hour);
  const dataDir = temporaryFolder();
  const server = await start({ DATA_DIR: dataDir, SMTP_URL: relay.url, ...clock.variables });
  let thanked = 0;
  for (let elapsedHours = 0; elapsedHours < hours; elapsedHours++) {
    for (let number = 0; number < 2; number++)
      if ((await postRequest(server.url(), elapsedHours * 2 + number)).thanked) thanked++;
    await pause(1_000);
  }
  const health = await server.health();
  const alerts = server.output().match(/ alert words="(Urgent|Undelivered)/g) ?? [];
  clock.set(60);
  await pause(100);
  const back = await startRelay(() => null, relay.port);
  const began = performance.now();
  await waitUntil(async () => (await readStoredRequests(dataDir)).every(({ deliveredAt }) => deliveredAt), 40);
  const minutes = (performance.now() - began) / 1_000;
  const delivered = new Set(back.received).size;
  await server.terminate("SIGTERM");
  await back.close();
  return {
    claim: "However long the mail server is away, everything is delivered within minutes of its return",
    method: `the relay away for ${hours} hours of a clock that goes 3,600 times as fast`,
    measured: `${thanked} thanked meanwhile, ${delivered} delivered within ${Math.ceil(minutes)} minutes of its return, ${back.received.length - delivered} emails too many; health ${health.status} (${health.mail}), ${alerts.length} alerts`,
    passed:
      thanked === hours * 2 &&
      delivered === thanked &&
      back.received.length === delivered &&
      minutes < 20 &&
      health.mail === "urgent" &&
      alerts.length >= 2,
  };
}

export async function clockSetBack(_: Options, start: StartServer): Promise<Result> {
  const relay = await startRelay();
  await relay.close();
  const clock = createControlledClock(1, 7 * hour * 1_000);
  const dataDir = temporaryFolder();
  const server = await start({ DATA_DIR: dataDir, SMTP_URL: relay.url, ...clock.variables });
  let thanked = 0;
  for (let number = 0; number < 5; number++) if ((await postRequest(server.url(), number)).thanked) thanked++;
  await waitUntil(() => (server.output().match(/ postponed /g) ?? []).length >= 5, 10);
  // The clock is corrected and the relay comes back; a minute then passes in a second.
  clock.set(60, 0);
  const back = await startRelay(() => null, relay.port);
  const began = performance.now();
  await waitUntil(() => new Set(back.received).size === thanked, 20);
  const minutes = (performance.now() - began) / 1_000;
  const health = await server.health();
  const delivered = new Set(back.received).size;
  const after = await postRequest(server.url(), 100);
  await server.terminate("SIGTERM");
  await back.close();
  return {
    claim: "A clock that is set back delays no email",
    method: "seven hours ahead while the relay is away, then set right under the server",
    measured: `${thanked} thanked, ${delivered} delivered within ${Math.ceil(minutes)} minutes of the correction; afterwards health ${health.status}, a post ${after.thanked ? "thanked" : "NOT thanked"}`,
    passed: thanked === 5 && delivered === 5 && minutes < 20 && health.status === 200 && after.thanked,
  };
}
