import { addDays } from "../settings/time-zone.ts";
import { answerWithin, type OpeningHours, weekdayOf } from "./answer-by.ts";
import { localMoment, localTime, timeParts } from "./studio-time.ts";

/** A part of the promised day, from 0, when the request was sent, to 1, when the answer is there at the latest. */
export type PartOfDay = [start: number, end: number];

/** The parts of the day after a request in which the studio is closed. */
export function closedParts(sentAt: number, hours: OpeningHours, timeZone: string): PartOfDay[] {
  const { date } = localTime(sentAt, timeZone);
  const open = [date, addDays(date, 1)]
    .flatMap((day) =>
      hours
        .filter(({ days }) => days.includes(weekdayOf(day)))
        .map(({ opens, closes }) =>
          [opens, closes].map((time) => part(localMoment(`${day}T${time}`, timeZone), sentAt)),
        ),
    )
    .sort(([a = 0], [b = 0]) => a - b);
  const closed: PartOfDay[] = [];
  let closedFrom = 0;
  for (const [opens = 0, closes = 0] of [...open, [1, 1]]) {
    if (opens > closedFrom) closed.push([closedFrom, opens]);
    closedFrom = Math.max(closedFrom, closes);
  }
  return closed;
}

const part = (at: number, sentAt: number) => Math.min(Math.max((at - sentAt) / answerWithin, 0), 1);

/** "Thursday, 12:30 p.m." */
export function dayAndTime(at: number, timeZone: string): string {
  const { weekday, time } = timeParts(at, timeZone);
  return `${weekday}, ${time}`;
}
