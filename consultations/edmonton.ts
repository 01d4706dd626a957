/** The studio's clock, wherever the server stands. */
const timeZone = "America/Edmonton";

const long = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "full", timeStyle: "short" });
const parts = new Intl.DateTimeFormat("en-CA", {
  timeZone,
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
});

/** "Sunday, November 15, 2026 at 3:04 p.m." */
export const inEdmonton = (time: number): string => long.format(time).replaceAll(/[\u00a0\u202f]/g, " ");

export function edmontonClock(time: number): { date: string; minute: string; hour: number } {
  const part = Object.fromEntries(parts.formatToParts(time).map(({ type, value }) => [type, value]));
  const date = `${part.year}-${part.month}-${part.day}`;
  return { date, minute: `${date} ${part.hour}:${part.minute}`, hour: Number(part.hour) };
}
