import { describe, expect, it } from "vitest";
import { reminderTime, remindOfDueUntil } from "./reminder-time.ts";
import { localMoment, localTime } from "./studio-time.ts";

const timeZone = "America/Edmonton";
const at = (dateTime: string) => localMoment(dateTime, timeZone);
const shown = (time: number) => localTime(time, timeZone).dateTime;

describe("A reminder comes four hours before the answer is due, and in the evening in place of the night", () => {
  it.each([
    ["2026-11-20T18:00", "2026-11-20 14:00"],
    ["2026-11-20T12:00", "2026-11-20 08:00"],
    ["2026-11-20T11:59", "2026-11-19 20:00"],
    ["2026-11-20T04:28", "2026-11-19 20:00"],
    // Summer time begins in this night.
    ["2026-03-08T09:00", "2026-03-07 20:00"],
  ])("for an answer due %s: %s", (due, reminder) => {
    expect(shown(reminderTime(at(due), timeZone))).toBe(reminder);
  });

  it.each([
    ["2026-11-20T08:00", "2026-11-20 12:00"],
    // What came too late for the evening and is due before the morning is not left until it is too late.
    ["2026-11-20T23:00", "2026-11-21 03:00"],
    ["2026-11-21T05:00", "2026-11-21 08:00"],
  ])("at %s of those due until %s", (now, due) => {
    expect(shown(remindOfDueUntil(at(now), timeZone))).toBe(due);
  });
});
