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

/** When the studio opens and closes on these dates. */
const openings = (dates: string[], hours: OpeningHours, timeZone: string) =>
  dates.flatMap((date) => {
    const at = (time: string) => localMoment(`${date}T${time}`, timeZone);
    const lines = hours.filter(({ days }) => days.includes(weekdayOf(date)));
    return lines.map(({ opens, closes }): [number, number] => [at(opens), at(closes)]);
  });

/** The latest moment within the promised day at which the studio is open, or the end of that day if there is none. */
export function answerBy(receivedAt: number, { timeZone, studio }: StudioClock): number {
  const end = receivedAt + answerWithin;
  const { date } = localTime(end, timeZone);
  const moments = openings([date, addDays(date, -1)], studio?.hours ?? [], timeZone)
    .filter(([opens]) => opens <= end)
    .map(([, closes]) => Math.min(closes, end));
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

/** How long before an answer is due the owner is reminded, while she is awake. */
const remindBefore = 4 * hour;
/** On the studio's clock. What would come in the night comes in the evening before, as a phone wakes its owner. */
const morning = 8;
const evening = 20;

export function isNight(now: number, timeZone: string): boolean {
  const { hour } = localTime(now, timeZone);
  return hour < morning || hour > evening;
}

const atHour = (date: string, hour: number, timeZone: string) =>
  localMoment(`${date}T${String(hour).padStart(2, "0")}:00`, timeZone);

/** When the owner is reminded of an answer that is due then. */
export function reminderTime(due: number, timeZone: string): number {
  const at = due - remindBefore;
  const { date, hour } = localTime(at, timeZone);
  if (hour >= morning && hour < evening) return at;
  return atHour(hour < morning ? addDays(date, -1) : date, evening, timeZone);
}

/**
 * She is reminded now of the answers that are due by this moment. A request that came too late for the evening waits for
 * the morning, unless its answer is due before that.
 */
export function remindOfDueUntil(now: number, timeZone: string): number {
  const { date, hour } = localTime(now, timeZone);
  const nextMorning = atHour(hour < morning ? date : addDays(date, 1), morning, timeZone);
  if (hour === evening) return nextMorning + remindBefore;
  return isNight(now, timeZone) ? Math.min(now + remindBefore, nextMorning) : now + remindBefore;
}

/** A part of the promised day, from 0, when the request was sent, to 1, when the answer is there at the latest. */
export type PartOfDay = [start: number, end: number];

/** The parts of the day after a request in which the studio is closed. */
export function closedParts(sentAt: number, hours: OpeningHours, timeZone: string): PartOfDay[] {
  const { date } = localTime(sentAt, timeZone);
  const part = (at: number) => Math.min(Math.max((at - sentAt) / answerWithin, 0), 1);
  const open = openings([date, addDays(date, 1)], hours, timeZone).sort(([one], [other]) => one - other);
  const closed: PartOfDay[] = [];
  let closedFrom = 0;
  for (const [opens, closes] of [...open.map((times) => times.map(part)), [1, 1]] as PartOfDay[]) {
    if (opens > closedFrom) closed.push([closedFrom, opens]);
    closedFrom = Math.max(closedFrom, closes);
  }
  return closed;
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const weekdayOf = (date: string): string => weekdays[new Date(date).getUTCDay()] ?? "";
