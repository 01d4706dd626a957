import { addDays } from "../settings/time-zone.ts";
import { localMoment, localTime } from "./studio-time.ts";

const hour = 60 * 60_000;
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
