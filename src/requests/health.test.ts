import { expect, it, vi } from "vitest";
import { createHealth } from "./health.ts";

const minute = 60_000;

it.each([
  [null, 200, { ok: true, store: "ok", mail: "ok", waiting: 3 }],
  [14 * minute, 200, { ok: true, store: "ok", mail: "ok", waiting: 3 }],
  [15 * minute, 503, { ok: false, store: "ok", mail: "late", waiting: 3 }],
  [120 * minute, 503, { ok: false, store: "ok", mail: "urgent", waiting: 3 }],
])("When the oldest email has waited %s ms, /healthz answers %s", async (age, status, body) => {
  const now = 500 * minute;
  const waiting = async () => ({ count: 3, since: age === null ? null : now - age });
  const response = await createHealth(
    { check: async () => {}, pending: waiting },
    () => now,
    () => {},
  )();
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual(body);
});

it("Health is still checked after the clock is set back", async () => {
  const check = vi.fn(async () => {});
  const clock = { time: 8 * 60 * minute, elapsed: 0 };
  const waiting = async () => ({ count: 0, since: null });
  const health = createHealth(
    { check, pending: waiting },
    () => clock.time,
    () => {},
    { elapsed: () => clock.elapsed },
  );
  await health();
  clock.time = minute;
  clock.elapsed = 1_000;
  check.mockRejectedValueOnce(new Error("disk full"));
  expect((await health()).status).toBe(503);
});

it("Health fails when the store cannot be written, and is checked at most once a second", async () => {
  const check = vi.fn(async () => {});
  const clock = { time: 0 };
  const log = vi.fn();
  const health = createHealth({ check, pending: async () => ({ count: 0, since: null }) }, () => 0, log, {
    elapsed: () => clock.time,
  });
  await Promise.all([health(), health(), health()]);
  expect(check).toHaveBeenCalledOnce();
  clock.time = 1_000;
  check.mockRejectedValueOnce(new Error("disk full"));
  const response = await health();
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ ok: false, store: "unavailable" });
  expect(log).toHaveBeenCalledExactlyOnceWith("fault", expect.objectContaining({ message: "disk full" }));
  expect((await health("fresh")).status).toBe(200);
});

it("Health fails while a public site has no mail server, even if no email waits yet", async () => {
  const store = { check: async () => {}, pending: async () => ({ count: 0, since: null }) };
  const response = await createHealth(
    store,
    () => 0,
    () => {},
    { mailUnset: true },
  )();
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ ok: false, store: "ok", mail: "not set", waiting: 0 });
});

it("Health fails while the pages were built for another address", async () => {
  const store = { check: async () => {}, pending: async () => ({ count: 0, since: null }) };
  const health = createHealth(
    store,
    () => 0,
    () => {},
    { wrongAddress: () => true },
  );
  const response = await health();
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ ok: false, store: "ok", pages: "built for another address" });
});
