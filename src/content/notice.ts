import { addDays, startOfDay } from "../settings/time-zone.ts";
import type { Content } from "./content.ts";

/** The notice that is ahead or shown at a moment: none if there is none, or if its last day at the studio is over. */
export function currentNotice({ notice, timeZone }: Pick<Content["studio"], "notice" | "timeZone">, now: number) {
  const { text, from, until, shownFrom = from } = notice ?? {};
  if (!text || !until) return undefined;
  // The midnight after its last day, as the studio's clock has it.
  const ends = startOfDay(addDays(until, 1), timeZone);
  if (now >= ends) return undefined;
  const begins = shownFrom ? startOfDay(shownFrom, timeZone) : undefined;
  return { ...notice, text, until, begins, ends };
}
