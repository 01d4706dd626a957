/** Times in the studio's own time zone, wherever the server runs. */

const formats = new Map<string, ReturnType<typeof createFormats>>();

function formatsFor(timeZone: string) {
  const found = formats.get(timeZone) ?? createFormats(timeZone);
  formats.set(timeZone, found);
  return found;
}

const createFormats = (timeZone: string) => ({
  numeric: new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }),
  spoken: new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "full", timeStyle: "short", hour12: true }),
});

const partsOf = (format: Intl.DateTimeFormat, time: number): Record<string, string> =>
  Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));

export function localTime(time: number, timeZone: string): { date: string; dateTime: string; hour: number } {
  const part = partsOf(formatsFor(timeZone).numeric, time);
  const date = `${part.year}-${part.month}-${part.day}`;
  return { date, dateTime: `${date} ${part.hour}:${part.minute}`, hour: Number(part.hour) };
}

/** The moment at which the studio's clock shows a time like 2026-11-20T10:00. */
export function localMoment(dateTime: string, timeZone: string): number {
  const asUtc = Date.parse(`${dateTime}Z`);
  const offset = (at: number) => Date.parse(`${localTime(at, timeZone).dateTime.replace(" ", "T")}Z`) - at;
  // The offset at the first guess may be that of the other side of a change to summer time.
  return asUtc - offset(asUtc - offset(asUtc));
}

/** The parts of a sentence about a time. A no-break space keeps the time and its "p.m." on one line. */
export function timeParts(at: number, timeZone: string) {
  const part = partsOf(formatsFor(timeZone).spoken, at);
  const { weekday = "", day = "", month = "" } = part;
  return { weekday, day, month, time: `${part.hour}:${part.minute}\u00a0${part.dayPeriod}` };
}

/** "Thursday, 12:30 p.m." */
export function dayAndTime(at: number, timeZone: string): string {
  const { weekday, time } = timeParts(at, timeZone);
  return `${weekday}, ${time}`;
}

/** "40 minutes", "3 hours", "2 days": as exact as the owner needs it. */
export function approximateDuration(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  const hours = Math.round(minutes / 60);
  const [count, unit] =
    minutes < 90 ? [minutes, "minute"] : hours < 48 ? [hours, "hour"] : [Math.round(hours / 24), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** A sentence that ends with "p.m." has its full stop already. */
export const withFullStop = (text: string): string => (text.endsWith(".") ? text : `${text}.`);
