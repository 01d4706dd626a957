import { addDays } from "../settings/time-zone.ts";
import type { VisitStore } from "./store/visit-store.ts";
import { localTime } from "./studio-time.ts";

type Counted = { name: string; views: number };

export type VisitSummary = {
  /** Every day, oldest first, the last one being today. */
  days: { day: string; views: number; sent: number }[];
  views: number;
  /** The requests that came, without spam. */
  sent: number;
  /** Pages fetched by known bots, which are in no other number. */
  bots: number;
  /** Addresses of pages, most seen first. */
  pages: Counted[];
  /** Hosts that led here, most first, among them `otherHosts` and `noHost`. */
  hosts: Counted[];
};

const day = 24 * 60 * 60_000;

/** Thirteen months, so that a month can be compared with the same one a year before. The privacy policy says it. */
const kept = 396 * day;

/** A job of the server, which also runs where visits are no longer counted. */
export const deleteOldVisits = ({ store, now, timeZone }: DeletionSettings): Promise<void> =>
  store.deleteVisits(localTime(now() - kept, timeZone).date);

type DeletionSettings = { store: Pick<VisitStore, "deleteVisits">; now: () => number; timeZone: string };

/** What was counted in so many days until now, on the studio's calendar. Show its views by `roundedViews`. */
export async function readVisits(
  store: Pick<VisitStore, "listVisits">,
  days: number,
  { now, timeZone }: { now: number; timeZone: string },
): Promise<VisitSummary> {
  const today = localTime(now, timeZone).date;
  // A calendar's days are counted in UTC, where each has 24 hours.
  const dates = Array.from({ length: days }, (_, index) => addDays(today, index + 1 - days));
  const visits = await store.listVisits(dates[0] ?? today, today);
  const ofKind = (kind: string) => visits.filter((visit) => visit.kind === kind);
  const sum = (counted: { views: number }[]) => counted.reduce((total, { views }) => total + views, 0);
  const [seen, sent] = [ofKind("page"), ofKind("sent")];
  return {
    days: dates.map((date) => ({
      day: date,
      views: sum(seen.filter((visit) => visit.day === date)),
      sent: sum(sent.filter((visit) => visit.day === date)),
    })),
    views: sum(seen),
    sent: sum(sent),
    bots: sum(ofKind("bot")),
    pages: addUp(seen),
    hosts: addUp(ofKind("from")),
  };
}

function addUp(visits: Counted[]): Counted[] {
  const totals = new Map<string, number>();
  for (const { name, views } of visits) totals.set(name, (totals.get(name) ?? 0) + views);
  return [...totals]
    .map(([name, views]) => ({ name, views }))
    .sort((one, other) => other.views - one.views || (one.name < other.name ? -1 : 1));
}

const step = 5;

/**
 * Whole fives. One visit more or less does not change what is shown, so no number speaks of one person, and neither does
 * the difference of two.
 */
export const roundedViews = (views: number): number => Math.round(views / step) * step;

/** "1,240", "under 5" or "0". */
export const viewsText = (views: number): string =>
  views > 0 && views < step ? `under ${step}` : roundedViews(views).toLocaleString("en-CA");
