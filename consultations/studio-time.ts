/** Times as the studio's own clock shows them, wherever the server stands. */

const formats = new Map<string, { words: Intl.DateTimeFormat; parts: Intl.DateTimeFormat }>();

function formatsOf(timeZone: string) {
  const known = formats.get(timeZone);
  if (known) return known;
  const words = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "full", timeStyle: "short" });
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  formats.set(timeZone, { words, parts });
  return { words, parts };
}

/** "Sunday, November 15, 2026 at 3:04 p.m." */
export function timeInWords(time: number, timeZone: string): string {
  return formatsOf(timeZone)
    .words.format(time)
    .replaceAll(/[\u00a0\u202f]/g, " ");
}

export function timeOnClock(time: number, timeZone: string): { date: string; minute: string; hour: number } {
  const entries = formatsOf(timeZone).parts.formatToParts(time);
  const part = Object.fromEntries(entries.map(({ type, value }) => [type, value]));
  const date = `${part.year}-${part.month}-${part.day}`;
  return { date, minute: `${date} ${part.hour}:${part.minute}`, hour: Number(part.hour) };
}
