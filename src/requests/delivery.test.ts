import { expect, it, vi } from "vitest";
import { openEmptyStore } from "../../tests/kit/open-store.ts";
import { sampleEmail, sampleSubmission } from "../../tests/kit/sample-request.ts";
import { createDelivery, type DeliverySettings, retryDelay } from "./delivery.ts";
import { type Email, MailError } from "./mail/mailer.ts";
import type { Store } from "./store/store.ts";
import type { Submission } from "./store/stored-request.ts";

const minute = 60_000;
const hour = 60 * minute;

type Settings = Partial<DeliverySettings> & {
  pause?: number;
  /** Operations of the store that work differently. */
  operations?: (store: Store) => Partial<Store>;
};

/** An empty store, its delivery by a clock that stands still until it is moved, and a mail server that may fail. */
function prepare({ pause = 0, operations, ...settings }: Settings = {}) {
  const store = openEmptyStore();
  const clock = { time: hour };
  const tried: string[] = [];
  const sent: Email[] = [];
  const lines: string[] = [];
  const mailServer: { fails?: (email: Email) => MailError | false } = {};
  const send = async (email: Email) => {
    tried.push(email.subject);
    const error = mailServer.fails?.(email);
    if (error) throw error;
    sent.push(email);
  };
  const alert = vi.fn(async (_: string) => {});
  const deliver = createDelivery({
    store: { ...store, ...operations?.(store) },
    mailer: { send, pause },
    alert,
    log: (event, details) => void lines.push(JSON.stringify({ event, ...details })),
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
  return { store, clock, tried, sent, lines, mailServer, alert, deliver, deliverAll, save, saveMany };
}

const away = () => new MailError("unreachable", "ECONNREFUSED");
const references = (subjects: string[]) => subjects.map((subject) => subject.slice(-9, -1));

it("When very many are due, visitors' requests are emailed one by one, before the summary of a flood that came first; the next summary waits", async () => {
  const { deliverAll, saveMany, sent, clock } = prepare({ pause: 1 });
  await saveMany(30, 1, { flags: ["limit"] });
  const visitors = [];
  for (const number of [31, 32, 33]) visitors.push(...(await saveMany(1, number)));
  await deliverAll();
  expect(sent.map(({ subject }) => subject)).toEqual([
    ...visitors.map((reference) => expect.stringContaining(reference)),
    "30 consultation requests at once",
  ]);
  await saveMany(25, 100, { flags: ["limit"] });
  clock.time += 19_999;
  await deliverAll();
  expect(sent).toHaveLength(4);
  clock.time += 1;
  await deliverAll();
  expect(sent[4]?.subject).toBe("25 consultation requests at once");
});

it("A failed request waits about a minute, or as long as the mail server asks, and is noted with its error", async () => {
  for (const [error, least, most] of [
    [away(), 48_000, 72_000],
    [new MailError("unreachable", "429", 7_000), 7_000, 7_000],
  ] as const) {
    const { store, clock, mailServer, lines, deliver, save } = prepare({ backoff: retryDelay });
    await save(1);
    mailServer.fails = () => error;
    expect(await deliver()).toBe(error.retryAfter ?? 0);
    expect(await store.claim(clock.time + least - 1, 1, 0)).toEqual([]);
    expect(await store.claim(clock.time + most, 1, 0)).toMatchObject([{ attempts: 1, lastError: error.message }]);
    expect(lines).toEqual([expect.stringContaining("postponed")]);
    expect(lines.join()).not.toMatch(/canary|@/i);
  }
});

it("A mail server that is away is tried every five minutes with one email, and gets all once it is back, however long each would wait", async () => {
  const { clock, mailServer, tried, sent, deliverAll, saveMany } = prepare();
  await saveMany(2, 1);
  mailServer.fails = away;
  await deliverAll();
  expect(tried).toHaveLength(2);
  clock.time += 5 * minute;
  await deliverAll();
  expect(tried).toHaveLength(3);
  delete mailServer.fails;
  clock.time += 5 * minute - 1;
  await deliverAll();
  expect(sent).toEqual([]);
  clock.time += 1;
  await deliverAll();
  expect(sent).toHaveLength(2);
});

it("A request that is always refused keeps no other back, and is not tried again after every success", async () => {
  const { clock, mailServer, tried, sent, deliverAll, save } = prepare();
  const poison = await save(1);
  mailServer.fails = ({ subject }) => subject.includes(poison) && new MailError("refused", "554");
  const tries: number[] = [];
  for (const [number, wait] of [0, 0, 0, 5 * minute].entries()) {
    clock.time += wait;
    if (number > 0) await save(1 + number);
    await deliverAll();
    tries.push(references(tried).filter((reference) => reference === poison).length);
    expect(sent).toHaveLength(number);
  }
  expect(tries).toEqual([1, 2, 2, 3]);
});

it("While the store cannot record a delivery nothing else is sent, and that email not again", async () => {
  let faults = 3;
  const { sent, deliver, deliverAll, saveMany } = prepare({
    operations: ({ markDelivered }) => ({
      markDelivered: (...args) => (faults-- > 0 ? Promise.reject(new Error("disk full")) : markDelivered(...args)),
    }),
  });
  await saveMany(2, 1);
  for (let time = 0; time < 3; time++) await expect(deliver()).rejects.toThrow("disk full");
  expect(sent).toHaveLength(1);
  await deliverAll();
  expect(sent).toHaveLength(2);
});

it("An error of our own in writing an email is reported, and the others are delivered", async () => {
  const { sent, alert, deliverAll, save } = prepare({
    operations: ({ claim }) => ({
      claim: async (...args) =>
        (await claim(...args)).map((request) =>
          request.email === sampleEmail(1) ? { ...request, receivedAt: Number.NaN } : request,
        ),
    }),
  });
  await save(1);
  const other = await save(2);
  await deliverAll();
  expect(references(sent.map(({ subject }) => subject))).toEqual([other]);
  expect(alert).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("could not be written"));
});

it("The owner is told by another way than email of each error that a person must fix", async () => {
  const alerts: string[] = [];
  for (const kind of ["unset", "auth", "refused", "fault"] as const) {
    const { mailServer, deliver, save } = prepare({ alert: async (text) => void alerts.push(text) });
    await save(1);
    mailServer.fails = () => new MailError(kind, "123");
    await deliver();
  }
  await expect(`${alerts.join("\n")}\n`).toMatchFileSnapshot("./snapshots/mail-alerts.txt");
});

it("A visitor is told once and after the owner, if the studio or, without one, the setting says so", async () => {
  const studio = { brand: "", shortName: "", practitioner: "", phone: "", accent: "" };
  for (const { expected, ...settings } of [
    { confirmToVisitor: false, studio: { ...studio, confirmsToVisitor: true }, expected: true },
    { confirmToVisitor: true, studio: { ...studio, confirmsToVisitor: false }, expected: false },
    { confirmToVisitor: true, expected: true },
    { confirmToVisitor: false, expected: false },
  ]) {
    const { mailServer, sent, deliverAll, save } = prepare(settings);
    await save(1);
    await save(1, { message: "again" });
    await save(2);
    mailServer.fails = ({ visitor }) => visitor === sampleEmail(2) && new MailError("refused", "550");
    await deliverAll();
    const told = expected ? [sampleEmail(1)] : [];
    expect(sent.map(({ visitor }) => visitor)).toEqual([undefined, ...told, undefined, undefined]);
  }
});
