import { describe, expect, it, vi } from "vitest";
import { openEmptyStore } from "../../tests/kit/open-store.ts";
import { sampleEmail, sampleSubmission } from "../../tests/kit/sample-request.ts";
import { createDelivery, type DeliverySettings } from "./delivery.ts";
import { type Email, MailError } from "./mail/mailer.ts";
import { retryDelay } from "./retry-delay.ts";
import type { StoredRequest, Submission } from "./store/stored-request.ts";

const minute = 60_000;
const hour = 60 * minute;

/** An empty store, its delivery by a clock that stands still until it is moved, and a mail server that may fail. */
function prepare(settings: Partial<DeliverySettings> & { pause?: number } = {}) {
  const store = openEmptyStore();
  const clock = { time: hour };
  const tried: string[] = [];
  const sent: Email[] = [];
  const mailServer: { fails?: (email: Email) => MailError | false } = {};
  const send = async (email: Email) => {
    tried.push(email.subject);
    const error = mailServer.fails?.(email);
    if (error) throw error;
    sent.push(email);
  };
  const alert = vi.fn(async (_: string) => {});
  const deliver = createDelivery({
    store,
    mailer: { send, pause: settings.pause ?? 0 },
    alert,
    log: () => {},
    timeZone: "UTC",
    now: () => clock.time,
    backoff: () => hour,
    ...settings,
  });
  const deliverAll = async () => {
    while ((await deliver()) !== null);
  };
  const save = async (number: number, change: Partial<Submission> = {}) =>
    (await store.save(sampleSubmission({ email: sampleEmail(number), receivedAt: clock.time, ...change }))).reference;
  const saveMany = (count: number, first: number, change: Partial<Submission> = {}) =>
    Promise.all(Array.from({ length: count }, (_, index) => save(first + index, change)));
  return { store, clock, tried, sent, mailServer, alert, deliver, deliverAll, save, saveMany };
}

const away = () => new MailError("unreachable", "ECONNREFUSED");
const references = (subjects: string[]) => subjects.map((subject) => subject.slice(-9, -1));

describe("When very many requests are due", () => {
  it("Visitors' requests are emailed one by one, before the summary of a flood that came first", async () => {
    const { deliverAll, saveMany, sent } = prepare({ pause: 1 });
    await saveMany(30, 1, { flags: ["limit"] });
    const visitors = [];
    for (const number of [31, 32, 33]) visitors.push(...(await saveMany(1, number)));
    await deliverAll();
    expect(sent.map(({ subject }) => subject)).toEqual([
      ...visitors.map((reference) => expect.stringContaining(reference)),
      "30 consultation requests at once",
    ]);
  });

  it.each([
    { visitors: 99, suspect: 0, pause: 1, first: /^Consultation request from/ },
    { visitors: 100, suspect: 0, pause: 1, first: /^100 consultation requests at once$/ },
    { visitors: 0, suspect: 20, pause: 1, first: /^Consultation request from/ },
    { visitors: 0, suspect: 21, pause: 1, first: /^21 consultation requests at once$/ },
    { visitors: 0, suspect: 21, pause: 0, first: /^Consultation request from/ },
  ])("$visitors visitors' and $suspect suspect requests, with a pause of $pause, begin with $first", async (row) => {
    const { deliver, saveMany, sent } = prepare({ pause: row.pause });
    await saveMany(row.visitors, 1);
    await saveMany(row.suspect, 1_000, { flags: ["limit"] });
    await deliver();
    expect(sent.map(({ subject }) => subject)).toEqual([expect.stringMatching(row.first)]);
  });

  it("the suspect ones that follow a summary wait for the next, twenty seconds later", async () => {
    const { deliverAll, saveMany, sent, clock } = prepare({ pause: 1 });
    await saveMany(30, 1, { flags: ["limit"] });
    await deliverAll();
    await saveMany(25, 100, { flags: ["limit"] });
    clock.time += 19_999;
    await deliverAll();
    expect(sent).toHaveLength(1);
    clock.time += 1;
    await deliverAll();
    expect(sent.map(({ subject }) => subject)).toEqual([
      "30 consultation requests at once",
      "25 consultation requests at once",
    ]);
  });

  it("no summary is sent of those that another process has taken meanwhile", async () => {
    const { store, sent } = prepare();
    const send = async (email: Email) => void sent.push(email);
    const others = { ...store, countDue: async () => ({ plain: 0, flagged: 30 }), claim: async () => [] };
    const settings = { mailer: { send, pause: 1 }, alert: async () => {}, log: () => {}, timeZone: "UTC" };
    expect(await createDelivery({ ...settings, store: others, now: () => 0 })()).toBeNull();
    expect(sent).toEqual([]);
  });
});

it.each([1, 21])("While the email about %i is being sent, no other process gets the same requests", async (count) => {
  const { store, mailServer, clock, saveMany, deliver } = prepare({ pause: 1 });
  await saveMany(count, 1, { flags: ["limit"] });
  const begun = Promise.withResolvers<Promise<StoredRequest[]>>();
  mailServer.fails = () => {
    const later = clock.time + 5 * minute - 1;
    begun.resolve(store.claim(later, 99, later + 5 * minute));
    return false;
  };
  await deliver();
  expect(await begun.promise).toEqual([]);
});

it("Everything is retried, oldest first, within minutes of the mail server's return", async () => {
  const { store, clock, mailServer, sent, tried, alert, deliverAll, save } = prepare({ backoff: retryDelay });
  const saved: string[] = [];
  for (let number = 0; number < 20; number++) saved.push(await save(number, { receivedAt: number }));
  const minutes = async (count: number) => {
    for (let passed = 0; passed < count; passed++) {
      clock.time += minute;
      await deliverAll();
    }
  };
  mailServer.fails = away;
  await minutes(14 * 60);
  expect(sent).toEqual([]);
  // Each of the 20 has its own attempts, and one of them tries whether the server is back, every five minutes at most.
  expect(tried.length).toBeLessThan(20 * 14 + (14 * 60) / 5);
  expect(alert).not.toHaveBeenCalled();
  delete mailServer.fails;
  await minutes(6);
  const order = references(sent.map(({ subject }) => subject));
  expect([...order].sort()).toEqual([...saved].sort());
  const afterFirst = order.slice(1);
  expect(afterFirst).toEqual(saved.filter((reference) => afterFirst.includes(reference)));
  for (const reference of saved) expect(await store.history(reference)).toMatchObject([{ event: "sent" }]);
});

it("A mail server that is away is tried again after five minutes, however long the request would wait", async () => {
  const { clock, mailServer, tried, deliverAll, save } = prepare();
  await save(1);
  mailServer.fails = away;
  for (const [wait, tries] of [
    [0, 1],
    [5 * minute - 1, 1],
    [1, 2],
    [5 * minute - 1, 2],
    [1, 3],
  ] as const) {
    clock.time += wait;
    await deliverAll();
    expect(tried).toHaveLength(tries);
  }
});

it("A new request goes out at once, and its success brings the postponed ones with it", async () => {
  const { clock, mailServer, sent, deliverAll, save } = prepare();
  const postponed = await save(1);
  mailServer.fails = away;
  await deliverAll();
  delete mailServer.fails;
  clock.time += 6 * minute;
  const fresh = await save(2);
  await deliverAll();
  expect(references(sent.map(({ subject }) => subject))).toEqual([fresh, postponed]);
});

it("A request that is always refused is not tried again after every success", async () => {
  const { clock, mailServer, tried, deliverAll, save } = prepare();
  const poison = await save(1);
  mailServer.fails = ({ subject }) => subject.includes(poison) && new MailError("refused", "554");
  const tries: number[] = [];
  for (const [number, wait] of [0, 0, 0, 5 * minute].entries()) {
    clock.time += wait;
    if (number > 0) await save(1 + number);
    await deliverAll();
    tries.push(references(tried).filter((reference) => reference === poison).length);
  }
  expect(tries).toEqual([1, 2, 2, 3]);
});

it("After an email the pause is kept, or what the mail server asks for", async () => {
  const { mailServer, clock, deliver, store, save } = prepare({ pause: hour });
  for (const number of [1, 2, 3]) await save(number);
  const rest = async () => (await deliver()) ?? 0;
  const errors = [false, away()] as const;
  for (const error of errors) {
    mailServer.fails = () => error;
    const pause = await rest();
    expect(pause).toBeGreaterThan(0);
    expect(pause).toBeLessThan(hour);
  }
  mailServer.fails = () => new MailError("unreachable", "429", 7_000);
  expect(await rest()).toBe(7_000);
  expect(await store.claim(clock.time + 6_999, 9, 0)).toEqual([]);
  expect(await store.claim(clock.time + 7_000, 9, 0)).toMatchObject([{ lastError: "429" }]);
});

describe("The owner is told by another way than email", () => {
  it.each([
    ["unset", "No mail server is set: emails need SMTP_URL or RESEND_API_KEY (123). "],
    ["auth", "The mail server does not accept our name and password (123). "],
    ["refused", "The mail server refuses our emails (123). "],
    ["fault", "An email could not be written, the log says why (123). "],
  ] as const)("of the error %s, at once and every hour while it lasts", async (kind, words) => {
    const { mailServer, clock, alert, deliverAll, save } = prepare({ backoff: () => 1 });
    await save(1);
    mailServer.fails = () => new MailError(kind, "123");
    for (const [wait, alerts] of [
      [0, 1],
      [hour - 1, 1],
      [1, 2],
    ] as const) {
      clock.time += wait;
      await deliverAll();
      expect(alert).toHaveBeenCalledTimes(alerts);
    }
    expect(alert).toHaveBeenLastCalledWith(`${words}Consultation requests are kept and tried again.`);
  });

  it("again with the next error, if the alert itself failed", async () => {
    const { mailServer, clock, alert, deliverAll, save } = prepare({ backoff: () => 1 });
    await save(1);
    mailServer.fails = () => new MailError("refused", "554");
    alert.mockRejectedValueOnce(new Error("the webhook is away"));
    for (const alerts of [1, 2, 2]) {
      clock.time += minute;
      await deliverAll();
      expect(alert).toHaveBeenCalledTimes(alerts);
    }
  });
});

it("A visitor is told once and after the owner, with no word that was typed, and never about a flagged request", async () => {
  const { store, clock, mailServer, sent, deliverAll, save } = prepare({ confirmToVisitor: true });
  await save(1, { message: "zebra words", name: "Zebra Name", treatment: "a zebra" });
  await save(1, { message: "again" });
  await save(2, { flags: ["limit"] });
  await save(3);
  mailServer.fails = ({ visitor }) => visitor === sampleEmail(3) && new MailError("refused", "550");
  await deliverAll();
  const confirmations = sent.filter(({ visitor }) => visitor);
  expect(sent).toHaveLength(5);
  expect(confirmations.map(({ visitor }) => visitor)).toEqual([sampleEmail(1)]);
  expect(sent.findIndex(({ visitor }) => visitor)).toBe(1);
  expect(JSON.stringify(confirmations)).not.toMatch(/zebra/i);
  const [newest] = await store.list();
  await store.resend(newest?.reference ?? "", clock.time);
  await deliverAll();
  expect(sent.filter(({ visitor }) => visitor)).toHaveLength(1);
});

it("No visitor is told anything unless the setting is on", async () => {
  const { sent, deliverAll, saveMany } = prepare();
  await saveMany(2, 1);
  await deliverAll();
  expect(sent.map(({ visitor }) => visitor)).toEqual([undefined, undefined]);
});
