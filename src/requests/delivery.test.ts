import { expect, it } from "vitest";
import { openEmptyStore, openStoreWith, submissionOf } from "../../tests/kit/open-store.ts";
import { sampleEmail } from "../../tests/kit/sample-request.ts";
import { createDelivery } from "./delivery.ts";
import { type Email, MailError } from "./mail/mailer.ts";

it("Visitors' requests are emailed one by one, before the summary of a flood that came first", async () => {
  const store = await openStoreWith(30, { flags: ["limit"] });
  const visitors = [];
  for (const number of [31, 32, 33]) visitors.push((await store.save(submissionOf(number))).reference);
  const sent: string[] = [];
  const send = async ({ subject }: Email) => void sent.push(subject);
  const settings = { store, mailer: { send, pause: 1 }, alert: async () => {}, log: () => {}, timeZone: "UTC" };
  const deliver = createDelivery({ ...settings, now: Date.now });
  while ((await deliver()) !== null);
  expect(sent).toEqual([
    ...visitors.map((reference) => expect.stringContaining(reference)),
    "30 consultation requests at once",
  ]);
});

it("Everything is retried, oldest first, within minutes of the mail server's return", async () => {
  const store = openEmptyStore();
  const clock = { time: 0 };
  const saved: string[] = [];
  for (let number = 0; number < 20; number++) {
    saved.push((await store.save(submissionOf(number, { receivedAt: number }))).reference);
  }
  let isUnreachable = true;
  const sent: { subject: string; at: number }[] = [];
  const send = async ({ subject }: Email) => {
    if (isUnreachable) throw new MailError("unreachable", "ECONNREFUSED");
    sent.push({ subject, at: clock.time });
  };
  const settings = { store, mailer: { send, pause: 0 }, alert: async () => {}, log: () => {}, timeZone: "UTC" };
  const deliver = createDelivery({ ...settings, now: () => clock.time });
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute++) {
      clock.time += 60_000;
      while ((await deliver()) !== null);
    }
  };
  await minutes(14 * 60);
  expect(sent).toEqual([]);
  const returnedAt = clock.time;
  isUnreachable = false;
  await minutes(6);
  expect(sent.map(({ subject }) => subject.slice(-9, -1))).toEqual(expect.arrayContaining(saved));
  expect(sent).toHaveLength(20);
  expect((sent.at(-1)?.at ?? 0) - returnedAt).toBeLessThanOrEqual(6 * 60_000);
  const afterFirst = sent.slice(1).map(({ subject }) => subject.slice(-9, -1));
  expect(afterFirst).toEqual(saved.filter((reference) => afterFirst.includes(reference)));
});

it("A visitor is told once and after the owner, with no word that was typed, and never about a flagged request", async () => {
  const store = openEmptyStore();
  await store.save(submissionOf(1, { message: "zebra words", name: "Zebra Name", treatment: "a zebra" }));
  await store.save(submissionOf(1, { message: "again" }));
  await store.save(submissionOf(2, { flags: ["limit"] }));
  await store.save(submissionOf(3));
  const sent: Email[] = [];
  let refused = "";
  const send = async (email: Email) => {
    if (email.visitor && email.visitor === refused) throw new MailError("refused", "550");
    sent.push(email);
  };
  const settings = { store, mailer: { send, pause: 0 }, alert: async () => {}, log: () => {}, timeZone: "UTC" };
  const deliver = createDelivery({ ...settings, now: Date.now, confirmToVisitor: true });
  refused = sampleEmail(3);
  while ((await deliver()) !== null);
  const confirmations = sent.filter(({ visitor }) => visitor);
  expect(sent).toHaveLength(5);
  expect(confirmations.map(({ visitor }) => visitor)).toEqual([sampleEmail(1)]);
  expect(sent.findIndex(({ visitor }) => visitor)).toBe(1);
  expect(JSON.stringify(confirmations)).not.toMatch(/zebra/i);
  const [newest] = await store.list();
  await store.resend(newest?.reference ?? "", Date.now());
  while ((await deliver()) !== null);
  expect(sent.filter(({ visitor }) => visitor)).toHaveLength(1);
});

it("No visitor is told anything unless the setting is on", async () => {
  const store = await openStoreWith(2);
  const sent: Email[] = [];
  const mailer = { send: async (email: Email) => void sent.push(email), pause: 0 };
  const deliver = createDelivery({
    ...{ store, mailer, alert: async () => {}, log: () => {}, timeZone: "UTC", now: Date.now },
  });
  while ((await deliver()) !== null);
  expect(sent.map(({ visitor }) => visitor)).toEqual([undefined, undefined]);
});
