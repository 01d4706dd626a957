import { describe, expect, it } from "vitest";
import {
  answerBy,
  closedParts,
  type OpeningHours,
  receivedUntil,
  reminderTime,
  remindOfDueUntil,
} from "./answer-by.ts";
import { localMoment, localTime } from "./studio-time.ts";

/** Clocks go forward on 8 March 2026 and back on 1 November 2026, both Sundays, at 2 a.m. */
const timeZone = "America/Halifax";
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
const hours: OpeningHours = [
  { days: weekdays, opens: "10:00", closes: "18:00" },
  { days: ["Saturday", "Sunday"], opens: "11:00", closes: "17:00" },
];
const clock = (lines: OpeningHours = hours) => ({ timeZone, studio: { hours: lines } });
const shown = (time: number) => localTime(time, timeZone).dateTime.replace(" ", "T");
const dueAfter = (received: string, lines?: OpeningHours) =>
  shown(answerBy(localMoment(received, timeZone), clock(lines)));

describe("An answer is due", () => {
  it.each([
    ["24 hours later if the studio is open then", "2026-11-18T14:20", "2026-11-19T14:20"],
    ["at the last closing time before that, for a request of the night", "2026-11-18T03:56", "2026-11-18T18:00"],
    ["by the hours of the day on which it is due", "2026-11-20T17:40", "2026-11-21T17:00"],
    ["an hour earlier on the clock after it went back", "2026-10-31T15:30", "2026-11-01T14:30"],
    ["at closing time on a day with 25 hours", "2026-10-31T18:30", "2026-11-01T17:00"],
  ])("%s", (_, received, due) => {
    expect(dueAfter(received)).toBe(due);
  });

  it("24 hours later where the studio is closed all that time, or closes within six hours", () => {
    const line = { days: ["Friday"], opens: "10:00", closes: "18:00" };
    expect(dueAfter("2026-11-21T03:00", [line])).toBe("2026-11-22T03:00");
    expect(dueAfter("2026-11-20T12:01", [line])).toBe("2026-11-21T12:01");
    expect(dueAfter("2026-11-20T12:00", [line])).toBe("2026-11-20T18:00");
  });
});

it("A later request is never due sooner, so one time divides what is due by a moment from what is not", () => {
  const minute = 60_000;
  const lines = [...hours.slice(0, 1), { days: ["Saturday"], opens: "09:00", closes: "12:00" }];
  // From a Friday over a weekend on which clocks change, in steps that fall on no round hour.
  for (const start of ["2026-03-06T00:00", "2026-10-30T00:00"].map((text) => localMoment(text, timeZone))) {
    for (let now = start; now < start + 5 * 86_400_000; now += 47 * minute) {
      const until = receivedUntil(now, clock(lines));
      expect(answerBy(until, clock(lines))).toBeLessThanOrEqual(now);
      expect(answerBy(until + 1, clock(lines))).toBeGreaterThan(now);
      expect(answerBy(now + minute, clock(lines))).toBeGreaterThanOrEqual(answerBy(now, clock(lines)));
    }
  }
});

describe("A reminder comes four hours before the answer is due, and in the evening in place of the night", () => {
  it.each([
    ["2026-11-20T18:00", "2026-11-20T14:00"],
    ["2026-11-20T12:00", "2026-11-20T08:00"],
    ["2026-11-20T11:59", "2026-11-19T20:00"],
    ["2026-11-20T04:28", "2026-11-19T20:00"],
    // Summer time begins in this night.
    ["2026-03-08T09:00", "2026-03-07T20:00"],
  ])("for an answer due %s: %s", (due, reminder) => {
    expect(shown(reminderTime(localMoment(due, timeZone), timeZone))).toBe(reminder);
  });

  it.each([
    ["2026-11-20T08:00", "2026-11-20T12:00"],
    // What came too late for the evening and is due before the morning is not left until it is too late.
    ["2026-11-20T23:00", "2026-11-21T03:00"],
    ["2026-11-21T05:00", "2026-11-21T08:00"],
  ])("at %s of those due until %s", (now, due) => {
    expect(shown(remindOfDueUntil(localMoment(now, timeZone), timeZone))).toBe(due);
  });
});

describe("Of the promised day", () => {
  const open: OpeningHours = [{ days: ["Wednesday", "Thursday", "Friday"], opens: "10:00", closes: "18:00" }];
  const days = [...weekdays, "Saturday", "Sunday"];
  const halves = [
    { days, opens: "13:00", closes: "24:00" },
    { days, opens: "00:00", closes: "12:00" },
  ];

  it.each<[string, string, OpeningHours, [number, number][]]>([
    [
      "the time until the studio opens, and from when it closes",
      "2026-11-18T04:00",
      open,
      [
        [0, 6],
        [14, 24],
      ],
    ],
    ["all from closing time before a closed day", "2026-11-20T16:00", open, [[2, 24]]],
    ["the pause between two lines of a day", "2026-11-18T10:00", halves, [[2, 3]]],
    ["nothing where the studio never closes", "2026-11-18T12:00", [{ days, opens: "00:00", closes: "24:00" }], []],
  ])("%s is marked as closed", (_, sent, lines, closed) => {
    const parts = closedParts(localMoment(sent, timeZone), lines, timeZone);
    expect(parts.map((ends) => ends.map((end) => end * 24))).toEqual(closed);
  });
});
