import { expect, test } from "vitest";
import { sunlight } from "./light.ts";

/** A place near the Greenwich meridian, so that its noon is noon. */
const at = (time: string) => sunlight(Date.parse(time), 51.5, 0);

test("the light is highest at noon in summer, low at noon in winter, and gone at night", () => {
  const summer = at("2026-06-21T12:00Z");
  expect(summer.low).toBe(0);
  expect(summer.night).toBe(0);
  const winter = at("2026-12-21T12:00Z");
  expect(winter.low).toBeGreaterThan(0.65);
  expect(winter.low).toBeLessThan(0.8);
  expect(winter.night).toBe(0);
  expect(at("2026-12-21T23:00Z")).toMatchObject({ low: 1, night: 100 });
});

test("the light leans more as the day goes on, and night comes gradually", () => {
  const slants = [8, 10, 12, 14, 16].map((hour) => at(`2026-09-22T${String(hour).padStart(2, "0")}:00Z`).slant);
  expect(slants).toEqual([...slants].sort((one, other) => other - one));
  // The sun set at 15:53 that day.
  const dusk = at("2026-12-21T16:05Z").night;
  expect(dusk).toBeGreaterThan(10);
  expect(dusk).toBeLessThan(90);
});
