import { expect, it, onTestFinished, vi } from "vitest";
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

it.each<[string, number | null, boolean, object]>([
  ["nothing is wrong", null, false, fine],
  ["an email has waited 15 minutes", 15 * minute, false, { ...fine, ok: false, mail: "late" }],
  ["an email has waited two hours", 120 * minute, false, { ...fine, ok: false, mail: "urgent" }],
  ["a public site has no mail server", null, true, { ...fine, ok: false, mail: "not set" }],
])("When %s, /healthz says so", async (_, age, mailUnset, body) => {
  const response = await open(age, { mailUnset }).health();
  expect(response.status).toBe(body === fine ? 200 : 503);
  expect(await response.json()).toEqual(body);
});

it("Health fails when the store cannot be written, and is checked once a second by a clock that nobody sets", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const { check, log, health } = open(null);
  await Promise.all([health(), health(), health()]);
  expect(check).toHaveBeenCalledOnce();
  clock.mockReturnValue(1_000);
  check.mockRejectedValueOnce(new Error("disk full"));
  const response = await health();
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ ok: false, store: "unavailable" });
  expect(log).toHaveBeenCalledExactlyOnceWith("fault", expect.objectContaining({ message: "disk full" }));
  expect((await health("fresh")).status).toBe(200);
});
