import { createSmtpMailer } from "../../../src/requests/mail/smtp.ts";
import { startOutbox } from "../../../src/requests/outbox.ts";
import { openSqliteStore } from "../../../src/requests/store/sqlite.ts";
import { databaseFile } from "../../../src/server/data-paths.ts";
import { sampleEmail, sampleSubmission } from "../../kit/sample-request.ts";
import { pause, waitUntil } from "../../kit/spawn-server.ts";
import { readStoredRequests } from "../../kit/stored-requests.ts";
import { createControlledClock } from "../controlled-clock.ts";
import { type Options, type Result, resultOf, scaled } from "../results.ts";
import { mailAddresses, startServer, temporaryFolder } from "../servers.ts";
import { type Misbehaviour, type Stage, startRelay } from "../smtp-relay.ts";
import { postRequest } from "../visitors.ts";

/** How a relay misbehaves at each stage of the conversation. */
const misbehaviours: [Stage, Misbehaviour[]][] = [
  ["greeting", ["hang", "drop", 554, "garbage"]],
  ["EHLO", [421, "drop"]],
  ["STARTTLS", [454, "garbage", "drop"]],
  ["MAIL", [451, "hang"]],
  ["RCPT", [450, 550]],
  ["DATA", [452, "reset"]],
  ["message", [451, 554, "drop", "keep and drop", "keep and hang"]],
];

/** Each relay misbehaves for a while and then works. No email counts as sent before the relay has accepted it. */
export async function faultyRelays({ log }: Options): Promise<Result> {
  const relays = misbehaviours.flatMap(([stage, actions]) => actions.map((action) => ({ stage, action })));
  const outcomes = await Promise.all(relays.map(tryRelay));
  for (const outcome of outcomes) if (!outcome.passed) log(`BROKEN ${JSON.stringify(outcome)}`);
  const sum = (name: "early" | "delivered" | "extra" | "kept") =>
    outcomes.reduce((total, outcome) => total + outcome[name], 0);
  return resultOf("No email is given up or lost, however the mail server misbehaves", {
    [`${relays.length} faulty relays`]: outcomes.every(({ passed }) => passed),
    [`${sum("early")} marked as sent before their time`]: sum("early") === 0,
    [`${sum("delivered")} of ${relays.length * emailsEach} delivered`]: sum("delivered") === relays.length * emailsEach,
    [`${sum("extra")} emails too many after ${sum("kept")} that a relay accepted without confirming`]: true,
  });
}

const emailsEach = 3;

async function tryRelay(behaviour: { stage: Stage; action: Misbehaviour }) {
  let healthy = false;
  const relay = await startRelay(() => (healthy ? null : behaviour));
  const store = openSqliteStore(databaseFile(temporaryFolder()), () => {});
  for (let number = 0; number < emailsEach; number++)
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
  const early = emailsEach - (await store.pending()).count;
  healthy = true;
  await waitUntil(async () => (await store.pending()).count === 0, 30);
  const delivered = new Set(relay.received).size;
  const [extra, kept] = [relay.received.length - delivered, relay.unconfirmed.length];
  await outbox.stop();
  await store.close();
  await relay.close();
  const passed = early === 0 && delivered === emailsEach && extra <= kept;
  return { ...behaviour, early, delivered, extra, kept, passed };
}

const hour = 3_600;

/** An hour passes in a second; once the relay is back, a minute passes in a second. */
export async function longOutage(options: Options): Promise<Result> {
  const hours = scaled(14, options, 3);
  const relay = await startRelay();
  await relay.close();
  const clock = createControlledClock(hour);
  const dataDir = temporaryFolder();
  const server = await startServer({ DATA_DIR: dataDir, SMTP_URL: relay.url, ...clock.variables });
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
  const extra = back.received.length - delivered;
  return resultOf("However long the mail server is away, everything is delivered within minutes of its return", {
    [`${thanked} thanked in ${hours} hours`]: thanked === hours * 2,
    [`${delivered} delivered`]: delivered === thanked,
    [`within ${Math.ceil(minutes)} minutes of its return`]: minutes < 20,
    [`${extra} emails too many`]: extra === 0,
    [`health ${health.status} (${health.mail})`]: health.mail === "urgent",
    [`${alerts.length} alerts`]: alerts.length >= 2,
  });
}
