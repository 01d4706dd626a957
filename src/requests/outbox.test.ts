import { expect, it, onTestFinished, vi } from "vitest";
import { openEmptyStore } from "../../tests/kit/open-store.ts";
import { patient } from "../../tests/kit/patience.ts";
import { sampleEmail, sampleSubmission } from "../../tests/kit/sample-request.ts";
import type { DeliverySettings } from "./delivery.ts";
import { startOutbox } from "./outbox.ts";

// The timeout is long because the machine may be busy.
const timeout = patient(60_000);

/** A request of the visitor with this number, received now. */
const submissionOf = (number: number) => sampleSubmission({ email: sampleEmail(number), receivedAt: Date.now() });

async function openStoreWith(requests: number) {
  const store = openEmptyStore();
  for (let number = 1; number <= requests; number++) await store.save(submissionOf(number));
  return store;
}

function start(settings: Pick<DeliverySettings, "store" | "mailer">) {
  const lines: string[] = [];
  const outbox = startOutbox({
    alert: async () => {},
    now: Date.now,
    log: (event) => void lines.push(event),
    timeZone: "UTC",
    ...settings,
  });
  onTestFinished(outbox.stop);
  return { outbox, lines };
}

it("The pause between two emails is kept, however often the outbox is woken", async () => {
  const store = await openStoreWith(3);
  const times: number[] = [];
  const send = async () => void times.push(performance.now());
  const { outbox } = start({ store, mailer: { send, pause: 200 } });
  const wakeTimer = setInterval(outbox.wake, 10);
  onTestFinished(() => clearInterval(wakeTimer));
  await vi.waitFor(() => expect(times).toHaveLength(3), timeout);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(190);
});

it("The outbox finishes sending the current email when it is stopped, and waits for no pause", async () => {
  const store = await openStoreWith(2);
  const started = Promise.withResolvers<void>();
  const send = vi.fn(async () => {
    started.resolve();
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  const { outbox } = start({ store, mailer: { send, pause: 60 * 60_000 } });
  await started.promise;
  await outbox.stop();
  expect(send).toHaveBeenCalledOnce();
  expect((await store.pending()).count).toBe(1);
});

it("The outbox outlives each outage of the store, says once that it waits, and begins with what was postponed before its start", async () => {
  const store = await openStoreWith(1);
  const [request] = await store.list();
  await store.markFailed([request?.id ?? ""], "EAUTH 535", Date.now() + 3 * 60 * 60_000, true);
  const faults = [true, true, false, true, true];
  const claim: typeof store.claim = (...args) =>
    faults.shift() ? Promise.reject(new Error("away")) : store.claim(...args);
  const send = vi.fn(async () => {});
  const { outbox, lines } = start({ store: { ...store, claim }, mailer: { send, pause: 0 } });
  // Without being woken it would look every two seconds.
  const wakeTimer = setInterval(outbox.wake, 10);
  onTestFinished(() => clearInterval(wakeTimer));
  await vi.waitFor(() => expect(faults).toEqual([]), timeout);
  await store.save(submissionOf(2));
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2), timeout);
  await outbox.stop();
  const waits = "outbox waits for the store";
  expect(lines).toEqual([waits, "delivered", waits, "delivered"]);
});
