import { expect, it } from "vitest";
import { relativeTime } from "./time-text.ts";

/** Tuesday, 17 November 2026, 2:20 p.m. in Halifax. */
const now = Date.UTC(2026, 10, 17, 18, 20);
const clock = { now, timeZone: "America/Halifax" };

it.each([
  ["Wed 3:10 a.m.", Date.UTC(2026, 10, 11, 7, 10)],
  ["Tue 10 Nov", Date.UTC(2026, 10, 10, 15)],
  ["yesterday, 11:59 p.m.", Date.UTC(2026, 10, 17, 3, 59)],
])("A time at the desk is written as %s", (text, at) => {
  expect(relativeTime(clock, at).replaceAll("\u00a0", " ")).toBe(text);
});
