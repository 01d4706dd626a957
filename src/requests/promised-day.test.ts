import { expect, it } from "vitest";
import { closedParts, type OpeningHours } from "./answer-by.ts";
import { dayAndTime, localMoment } from "./studio-time.ts";

const timeZone = "America/Halifax";
const hours: OpeningHours = [{ days: ["Wednesday", "Thursday", "Friday"], opens: "10:00", closes: "18:00" }];
const closedAfter = (sent: string, lines = hours) =>
  closedParts(localMoment(sent, timeZone), lines, timeZone).map((ends) => ends.map((end) => end * 24));

it.each([
  ["a request of the day: the evening, the night and the morning", "2026-11-18T12:00", [[6, 22]]],
  [
    "a request of the night: until the studio opens, and from when it closes",
    "2026-11-18T04:00",
    [
      [0, 6],
      [14, 24],
    ],
  ],
  ["a request before a closed day: all from closing time", "2026-11-20T16:00", [[2, 24]]],
  ["a request on a closed day: the whole day", "2026-11-21T12:00", [[0, 24]]],
])("marks as closed, of %s", (_, sent, closed) => {
  expect(closedAfter(sent)).toEqual(closed);
});

it("marks nothing where the studio never closes, and the pause between two lines of a day", () => {
  const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
  expect(closedAfter("2026-11-18T12:00", [{ days, opens: "00:00", closes: "24:00" }])).toEqual([]);
  const halves = [
    { days, opens: "13:00", closes: "24:00" },
    { days, opens: "00:00", closes: "12:00" },
  ];
  expect(closedAfter("2026-11-18T10:00", halves)).toEqual([[2, 3]]);
});

it("counts 24 hours, also where the clock changes in the night", () => {
  const sent = localMoment("2026-10-31T15:30", timeZone);
  expect(dayAndTime(sent + 86_400_000, timeZone)).toBe("Sunday, 2:30\u00a0p.m.");
});
