import { addDays } from "../settings/time-zone.ts";
import { localMoment, localTime } from "./studio-time.ts";

/** When the studio is open, on its own clock: `{ days: ["Saturday"], opens: "11:00", closes: "17:00" }`. */
export type OpeningHours = { days: string[]; opens: string; closes: string }[];

/** The hours are missing where the content folder is not available, and in old releases. */
export type StudioClock = { timeZone: string; studio?: { hours?: OpeningHours } | null | undefined };

const hour = 60 * 60_000;

/** What the site promises to every visitor. */
export const answerWithin = 24 * hour;

/** A closing time that comes sooner than this after a request is no time to promise. */
const shortestNotice = 6 * hour;

/** The latest moment within the promised day at which the studio is open, or the end of that day if there is none. */
export function answerBy(receivedAt: number, { timeZone, studio }: StudioClock): number {
  const end = receivedAt + answerWithin;
  const { date } = localTime(end, timeZone);
  const moments = [date, addDays(date, -1)].flatMap((day) =>
    (studio?.hours ?? [])
      .filter(({ days }) => days.includes(weekdayOf(day)))
      .filter(({ opens }) => localMoment(`${day}T${opens}`, timeZone) <= end)
      .map(({ closes }) => Math.min(localMoment(`${day}T${closes}`, timeZone), end)),
  );
  const latest = Math.max(...moments);
  return latest >= receivedAt + shortestNotice ? latest : end;
}

/** The answers to all requests received up to this time are due by a moment: a later request is never due sooner. */
export function receivedUntil(due: number, clock: StudioClock): number {
  let [until, after] = [due - answerWithin, due];
  while (after - until > 1) {
    const middle = Math.floor((until + after) / 2);
    if (answerBy(middle, clock) <= due) until = middle;
    else after = middle;
  }
  return until;
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
export const weekdayOf = (date: string): string => weekdays[new Date(date).getUTCDay()] ?? "";
