export function isTimeZone(text: string): boolean {
  // Every command asks this when it starts, and the first formatter takes ten times as long to make as this list.
  if (Intl.supportedValuesOf("timeZone").includes(text)) return true;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: text }));
  } catch {
    return false;
  }
}

/** The first moment of a day (YYYY-MM-DD) in a time zone, also where the clock is changed in that night. */
export function startOfDay(date: string, timeZone: string): number {
  // The Canadian locale formats dates as YYYY-MM-DD, so that they can be compared as texts.
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const noon = Date.parse(`${date}T12:00:00Z`);
  // No zone is a day away from UTC, so the day begins between these two.
  let before = noon - 36 * hour;
  let after = noon + 36 * hour;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (format.format(middle) < date) before = middle;
    else after = middle;
  }
  return after;
}

/** The date so many days after another, or before it. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * 24 * hour).toISOString().slice(0, 10);

const hour = 60 * 60_000;
