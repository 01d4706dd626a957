import { expect, test } from "vitest";
import { addDays, startOfDay } from "./time-zone.ts";

const minute = 60_000;

test.each([
  // The clock goes forward at two on the first of these days.
  ["2026-03-08", "America/Edmonton", "2026-03-08T07:00:00Z"],
  ["2026-03-09", "America/Edmonton", "2026-03-09T06:00:00Z"],
  // Here the clock goes forward at midnight, so the day begins at one.
  ["2025-03-30", "Asia/Beirut", "2025-03-29T22:00:00Z"],
  ["2026-12-25", "Pacific/Kiritimati", "2026-12-24T10:00:00Z"],
  ["2026-12-25", "Pacific/Pago_Pago", "2026-12-25T11:00:00Z"],
])("%s begins in %s at %s", (date, timeZone, moment) => {
  const start = startOfDay(date, timeZone);
  expect(new Date(start).toISOString()).toBe(moment.replace("Z", ".000Z"));
  const dateAt = (time: number) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(time);
  expect([dateAt(start - minute), dateAt(start + minute)]).toEqual([addDays(date, -1), date]);
});

test("a day is counted on over the end of a year, and back over a leap day", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
});
