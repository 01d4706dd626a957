import { expect, it, vi } from "vitest";
import { createHealth } from "./health.ts";

const minute = 60_000;
const now = 500 * minute;

/** The oldest of three emails has waited this long. */
function open(age: number | null, options: Parameters<typeof createHealth>[3] = {}) {
  const check = vi.fn(async () => {});
  const log = vi.fn();
  const pending = async () => ({ count: 3, since: age === null ? null : now - age });
  return { check, log, health: createHealth({ check, pending }, () => now, log, options) };
}

const fine = { ok: true, store: "ok", mail: "ok", waiting: 3 };

it.each<[string, number | null, Parameters<typeof createHealth>[3], number, object]>([
  ["nothing is wrong", null, {}, 200, fine],
  ["search engines stay away", null, { known: () => ({ hidden: "a sample" }) }, 200, { ...fine, hidden: "a sample" }],
  ["an email has waited 15 minutes", 15 * minute, {}, 503, { ...fine, ok: false, mail: "late" }],
  ["a public site has no mail server", null, { mailUnset: true }, 503, { ...fine, ok: false, mail: "not set" }],
  [
    "the pages were built for another address",
    null,
    { wrongAddress: () => true },
    503,
    { ...fine, ok: false, pages: "built for another address" },
  ],
])("When %s, /healthz says so", async (_, age, options, status, body) => {
  const response = await open(age, options).health();
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual(body);
});

it("Health fails when the store cannot be written, and is checked once a second by a clock that nobody sets", async () => {
  const clock = { elapsed: 0 };
  const { check, log, health } = open(null, { elapsed: () => clock.elapsed });
  await Promise.all([health(), health(), health()]);
  expect(check).toHaveBeenCalledOnce();
  clock.elapsed = 1_000;
  check.mockRejectedValueOnce(new Error("disk full"));
  const response = await health();
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ ok: false, store: "unavailable" });
  expect(log).toHaveBeenCalledExactlyOnceWith("fault", expect.objectContaining({ message: "disk full" }));
  expect((await health("fresh")).status).toBe(200);
});
