import type { StudioClock } from "../requests/answer-by.ts";
import { localTime, timeParts } from "../requests/studio-time.ts";

/** How the desk writes times. All times are in the studio's time zone. */
export type Clock = StudioClock & { now: number };

const minute = 60_000;
const day = 24 * 60 * minute;

/** Whole days on the studio's calendar between now and a time: -1 is yesterday. */
function daysFrom({ now, timeZone }: Clock, at: number): number {
  const midnight = (time: number) => Date.parse(localTime(time, timeZone).date);
  return Math.round((midnight(at) - midnight(now)) / day);
}

const nearbyDays = ["yesterday", "today", "tomorrow"];

/** "today, 4:45 p.m.", "Mon 11:05 a.m." within a week, then "Mon 9 Nov". */
export function relativeTime(clock: Clock, at: number, separator = ", "): string {
  const word = nearbyDays[daysFrom(clock, at) + 1];
  return word ? `${word}${separator}${timeParts(at, clock.timeZone).time}` : shortTime(clock, at);
}

/** The same without "today", "yesterday" and "tomorrow", for a row of a list. */
export function shortTime(clock: Clock, at: number): string {
  const { weekday, day, month, time } = timeParts(at, clock.timeZone);
  const weekdayName = weekday.slice(0, 3);
  return Math.abs(daysFrom(clock, at)) < 7 ? `${weekdayName} ${time}` : `${weekdayName} ${day} ${month.slice(0, 3)}`;
}

/** "3 November", for times that matter only by the day. */
export function dayAndMonth({ timeZone }: Clock, at: number): string {
  const { day, month } = timeParts(at, timeZone);
  return `${day} ${month}`;
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A duration as numbers and units, rounded down. */
export function durationParts(milliseconds: number): { value: number; unit: string }[] {
  const minutes = Math.floor(milliseconds / minute);
  if (milliseconds >= 2 * day) return [{ value: Math.floor(milliseconds / day), unit: "days" }];
  const minutesPart = { value: minutes % 60, unit: "min" };
  return minutes < 60 ? [minutesPart] : [{ value: Math.floor(minutes / 60), unit: "h" }, minutesPart];
}

export const durationText = (milliseconds: number): string =>
  durationParts(milliseconds)
    .map(({ value, unit }) => `${value}\u00a0${unit}`)
    .join(" ");
