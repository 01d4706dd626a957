import { expect, test } from "vitest";
import { lightAt, sunPlace } from "./light.ts";

/** The light at a moment; without a place, near the Greenwich meridian, where noon is noon. */
function at(time: string, place = sunPlace(51.5, 0)) {
  const text = lightAt(Date.parse(time), place);
  const [slant = 0, low = 0, night = 0] = [/slant:(.+)deg/, /low:(.+);/, /0%,(.+)%,/].map((value) =>
    Number(value.exec(text)?.[1]),
  );
  return { slant, low, night };
}

test("the light is highest at noon in summer, low at noon in winter, leans more by the hour, and goes at night", () => {
  expect(at("2026-06-21T12:00Z").low).toBeLessThan(0.05);
  const winter = at("2026-12-21T12:00Z");
  expect(winter.low).toBeGreaterThan(0.65);
  expect(winter.low).toBeLessThan(0.8);
  expect(winter.night).toBeLessThan(0);
  expect(at("2026-12-21T23:00Z").night).toBeGreaterThan(100);
  const slants = ["08", "10", "12", "14", "16"].map((hour) => at(`2026-09-22T${hour}:00Z`).slant);
  expect(slants).toEqual([...slants].sort((one, other) => other - one));
});

test("it knows when the sun sets further west, in every season", () => {
  // Sunsets in New York by the almanac. The sun is then 0.8 degrees below the horizon, or 20 %.
  for (const sunset of ["2026-03-20T23:09Z", "2026-06-22T00:31Z", "2026-09-22T22:53Z", "2026-12-21T21:32Z"]) {
    const { night } = at(sunset, sunPlace(40.7, -74));
    expect(Math.abs(night - 20), sunset).toBeLessThan(20);
  }
});
