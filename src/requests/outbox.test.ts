import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openEmptyStore, openPlainStore, openStoreWith, submissionOf } from "../../tests/kit/open-store.ts";
import { patient } from "../../tests/kit/patience.ts";
import { sampleStored } from "../../tests/kit/sample-request.ts";
import { type SmtpBehaviour, startSmtpServer } from "../../tests/kit/smtp-server.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import type { DeliverySettings } from "./delivery.ts";
import { type Email, MailError } from "./mail/mailer.ts";
import { createSmtpMailer } from "./mail/smtp.ts";
import { drain, startOutbox } from "./outbox.ts";

// The timeout is long because the machine may be busy.
const timeout = patient(60_000);

const addresses = { to: "studio@example.com", from: "Website <website@example.com>" };

/** Without `backoff` the outbox uses its own retry delays. */
function start(settings: Pick<DeliverySettings, "store" | "mailer"> & Partial<DeliverySettings>) {
  const lines: string[] = [];
  const alert = vi.fn(async (_: string) => {});
  const log: DeliverySettings["log"] = (event, details) => lines.push(JSON.stringify({ event, ...details }));
  const outbox = startOutbox({ alert, now: Date.now, log, timeZone: "UTC", ...settings });
  onTestFinished(outbox.stop);
  return { outbox, lines, alert };
}

/** The loop sleeps two seconds when nothing is due, which is longer than these retries, so it is woken often. */
function startAwake(settings: Parameters<typeof start>[0]) {
  const started = start({ backoff: () => 20, ...settings });
  const wakeTimer = setInterval(started.outbox.wake, 10);
  onTestFinished(() => clearInterval(wakeTimer));
  return started;
}

async function deliverThrough(behaviour: (attempt: number) => SmtpBehaviour) {
  const store = await openStoreWith(2);
  const smtpServer = await startSmtpServer(behaviour);
  onTestFinished(smtpServer.close);
  const requests = await store.list();
  const { lines, alert } = startAwake({ store, mailer: createSmtpMailer(smtpServer.url, addresses, 0) });
  await vi.waitFor(async () => expect((await store.pending()).count).toBe(0), timeout);
  return { mailServer: smtpServer, store, lines, alert, ids: requests.map(({ id }) => id).sort() };
}

describe("Delivery over SMTP", () => {
  it("sends every request once, only to the studio, from the website's address", async () => {
    const { mailServer, ids } = await deliverThrough(() => "accept");
    expect(mailServer.ids().sort()).toEqual(ids);
    for (const { from, recipients, headers } of mailServer.received) {
      expect([from, recipients]).toEqual(["website@example.com", ["studio@example.com"]]);
      expect(headers).toContainEqual(expect.stringMatching(/^Reply-To: .*<canary\d@example\.com>$/));
    }
  });

  it.each<[string, SmtpBehaviour]>([
    ["451, come back later", 451],
    ["554, refused for good", 554],
    ["a hang-up before the final dot", "drop before"],
  ])("survives %s: every request arrives once", async (_, fault) => {
    // A refused email is retried at once without the Reply-To address.
    const faults = fault === 554 ? 2 : 1;
    const { mailServer, ids, store, lines } = await deliverThrough((attempt) => (attempt <= faults ? fault : "accept"));
    expect(mailServer.ids().sort()).toEqual(ids);
    expect((await store.list()).map(({ attempts }) => attempts)).toEqual([2, 2]);
    expect(lines.filter((line) => line.includes("postponed"))).toHaveLength(2);
    expect(lines.join()).not.toMatch(/canary|studio@/i);
  });

  it("survives a hang-up after the final dot, and a second copy has the same Message-ID", async () => {
    const { mailServer, ids } = await deliverThrough((attempt) => (attempt === 1 ? "drop after" : "accept"));
    expect(mailServer.ids().sort()).toEqual([...ids, ...ids].sort());
  });

  it("reports a refusal at once, and only once in an hour", async () => {
    const { alert } = await deliverThrough((attempt) => (attempt < 3 ? 554 : "accept"));
    expect(alert).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/refuses our emails \(EMESSAGE 554\)/));
  });

  it("reports a wrong password at once, and keeps the requests", async () => {
    const store = await openStoreWith(1);
    const smtpServer = await startSmtpServer(undefined, { password: "right" });
    onTestFinished(smtpServer.close);
    const mailer = createSmtpMailer(`smtp://studio:wrong@127.0.0.1:${smtpServer.port}`, addresses, 0);
    const { alert } = start({ store, mailer, backoff: () => 60_000 });
    await vi.waitFor(
      () => expect(alert).toHaveBeenCalledWith(expect.stringMatching(/name and password \(EAUTH 535\)/)),
      timeout,
    );
    expect(await store.list()).toMatchObject([{ deliveredAt: null, attempts: 1, lastError: "EAUTH 535" }]);
  });

  it("continues when the mail server was unreachable and comes back", async () => {
    const store = await openStoreWith(2);
    const stopped = await startSmtpServer();
    await stopped.close();
    startAwake({ store, mailer: createSmtpMailer(stopped.url, addresses, 0) });
    await vi.waitFor(
      async () => expect((await store.list()).every(({ attempts }) => attempts > 4)).toBe(true),
      timeout,
    );
    expect((await store.list())[0]?.lastError).toMatch(/^E[A-Z]+$/);

    const back = await startSmtpServer(undefined, { port: stopped.port });
    onTestFinished(back.close);
    await vi.waitFor(async () => expect((await store.pending()).count).toBe(0), timeout);
    expect(back.ids().sort()).toEqual((await store.list()).map(({ id }) => id).sort());
  });
});

describe("The outbox", () => {
  it("retries postponed requests at once when the server restarts", async () => {
    const store = await openStoreWith(1);
    const [request] = await store.list();
    await store.markFailed([request?.id ?? ""], "EAUTH 535", Date.now() + 3 * 60 * 60_000, true);
    const send = vi.fn(async () => {});
    start({ store, mailer: { send, pause: 0 } });
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce(), timeout);
  });

  it("does not let one bad request delay the others", async () => {
    const store = await openStoreWith(2);
    const [{ id: poison, reference } = sampleStored()] = await store.list();
    const sent: string[] = [];
    const send = async ({ id }: Email) => {
      if (id === poison) throw new MailError("refused", "554");
      sent.push(id);
    };
    start({ store, mailer: { send, pause: 0 }, backoff: () => 60_000 });
    const failed = { deliveredAt: null, attempts: 1, lastError: "554" };
    await vi.waitFor(async () => expect(await store.find(reference)).toMatchObject(failed), timeout);
    expect(sent).toHaveLength(1);
  });

  it("records a failure and the time of the next attempt in the store", async () => {
    const store = await openStoreWith(1);
    const send = () => Promise.reject(new MailError("unreachable", "ECONNREFUSED"));
    start({ store, mailer: { send, pause: 0 } });
    await vi.waitFor(async () => expect(await store.list()).toMatchObject([{ attempts: 1 }]), timeout);
    expect(await store.claim(Date.now() + 40_000, 1, 0)).toEqual([]);
    expect(await store.claim(Date.now() + 80_000, 1, 0)).toMatchObject([{ lastError: "ECONNREFUSED" }]);
  });

  it("backs off ten times within about nine hours, then every three hours", async () => {
    const waits: number[] = [];
    let clock = 0;
    const claim = async () => (waits.length < 12 ? [sampleStored({ attempts: waits.length })] : []);
    const failed = async (_: string[], __: string, retryAt: number) => {
      waits.push((retryAt - clock) / 60_000);
      clock = retryAt;
    };
    const send = () => Promise.reject(new MailError("unreachable", "ECONNREFUSED"));
    start({
      store: { ...openEmptyStore(), claim, markFailed: failed },
      mailer: { send, pause: 0 },
      now: () => clock,
    });
    await vi.waitFor(() => expect(waits).toHaveLength(12), timeout);
    for (const [index, middle] of [1, 2, 5, 10, 20, 40, 60, 120, 120, 180, 180, 180].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(middle * 0.8);
      expect(waits[index]).toBeLessThanOrEqual(middle * 1.2);
    }
  });

  it("sends two emails a second, and one summary when very many requests are due", async () => {
    const store = await openStoreWith(30, { flags: ["limit"] });
    const sent: { id: string; text: string; at: number }[] = [];
    const send = async ({ id, text }: Email) => void sent.push({ id, text, at: Date.now() });
    const { outbox } = start({ store, mailer: { send, pause: 200 } });
    await vi.waitFor(async () => expect((await store.pending()).count).toBe(0), timeout);
    expect(sent).toHaveLength(1);
    for (const { email, reference } of await store.list()) {
      expect(sent[0]?.text).toContain(email);
      expect(sent[0]?.text).toContain(reference);
    }
    for (const number of [31, 32, 33]) {
      await store.save(submissionOf(number));
      outbox.wake();
    }
    await vi.waitFor(() => expect(sent).toHaveLength(4), timeout);
    const gaps = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(190);
  });

  it("logs and reports an error of our own in writing an email, and delivers the other requests", async () => {
    const store = await openStoreWith(2);
    const [poison] = await store.list();
    const send = vi.fn(async (_: Email) => {});
    const claim: typeof store.claim = async (...args) =>
      (await store.claim(...args)).map((request) =>
        request.id === poison?.id ? { ...request, receivedAt: Number.NaN } : request,
      );
    const { lines, alert } = start({ store: { ...store, claim }, mailer: { send, pause: 0 } });
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce(), timeout);
    await vi.waitFor(() => expect(alert).toHaveBeenCalledOnce(), timeout);
    expect(alert.mock.calls[0]?.[0]).toContain("could not be written");
    const fault = lines.filter((line) => line.includes("fault"));
    expect(fault).toEqual([
      expect.stringMatching(/"while":"writing an email","error":"RangeError".*src\/requests\/studio-time/),
    ]);
    expect(lines.join()).not.toContain("waits for the store");
  });

  it("never sends an email twice when the store could not record its delivery", async () => {
    const store = await openStoreWith(1);
    const send = vi.fn(async () => {});
    let faults = 3;
    const delivered: typeof store.markDelivered = (...args) =>
      faults-- > 0 ? Promise.reject(new Error("disk full")) : store.markDelivered(...args);
    startAwake({ store: { ...store, markDelivered: delivered }, mailer: { send, pause: 0 } });
    await vi.waitFor(async () => expect((await store.pending()).count).toBe(0), timeout);
    expect(send).toHaveBeenCalledOnce();
  });

  it("finishes sending the current email when it is stopped", async () => {
    const store = await openStoreWith(2);
    const started = Promise.withResolvers<void>();
    const send = vi.fn(async () => {
      started.resolve();
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    // It does not wait for the pause after an email.
    const { outbox } = start({ store, mailer: { send, pause: 60 * 60_000 } });
    await started.promise;
    await outbox.stop();
    expect(send).toHaveBeenCalledOnce();
    expect((await store.pending()).count).toBe(1);
  });
});

it("The outbox sleeps while nothing is due, but not when a request has arrived while it looked", async () => {
  const store = openEmptyStore();
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => timers.mockRestore());
  const sleeps = () => timers.mock.calls.filter(([, milliseconds]) => milliseconds === 2_000).length;
  const sleepsBefore: number[] = [];
  let looks = 0;
  const claim: typeof store.claim = async (...args) => {
    const found = await store.claim(...args);
    if (looks++ === 0) {
      await store.save(submissionOf(1));
      outbox.wake();
    }
    return found;
  };
  const send = async () => void sleepsBefore.push(sleeps());
  const { outbox } = start({ store: { ...store, claim }, mailer: { send, pause: 0 } });
  await vi.waitFor(() => expect(sleeps()).toBe(1), timeout);
  expect(sleepsBefore).toEqual([0]);
});

it("The outbox says of each outage of the store that it waits, and says it once", async () => {
  const store = openEmptyStore();
  const faults = [true, true, false, true, true];
  const claim: typeof store.claim = (...args) =>
    faults.shift() ? Promise.reject(new Error("away")) : store.claim(...args);
  const { lines } = startAwake({ store: { ...store, claim }, mailer: { send: async () => {}, pause: 0 } });
  await vi.waitFor(() => expect(faults).toEqual([]), timeout);
  await vi.waitFor(() => expect(lines).toHaveLength(2), timeout);
});

it.each<[string, (number | null)[], number]>([
  ["nothing is due", [0, 0, null, 0], 3],
  ["the next email would come after the time is up", [0, 60_000, null], 2],
])("A drain ends when %s", async (_, pauses, calls) => {
  const deliver = vi.fn(async () => pauses[deliver.mock.calls.length - 1] ?? null);
  await drain(deliver, 50_000);
  expect(deliver).toHaveBeenCalledTimes(calls);
});

it("The outbox says once that it waits for the store, and delivers when the store is back", async () => {
  const folder = join(temporaryFolder(), "blocked");
  writeFileSync(folder, "a file where the folder should be");
  const store = openPlainStore(join(folder, "requests.db"));
  onTestFinished(() => store.close());
  const sentIds: string[] = [];
  const mailer = { pause: 0, send: async ({ id }: Email) => void sentIds.push(id) };
  let attempts = 0;
  const now = () => {
    attempts++;
    return Date.now();
  };
  const { lines } = startAwake({ store, mailer, now });
  await vi.waitFor(() => expect(attempts).toBeGreaterThan(4), timeout);
  expect(lines.filter((line) => line.includes("waits for the store"))).toHaveLength(1);
  rmSync(folder);
  await store.save(submissionOf(1));
  await vi.waitFor(() => expect(sentIds).toHaveLength(1), timeout);
});
