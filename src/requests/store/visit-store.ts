/**
 * How often something happened on one day of the studio's calendar. `page` is a page by its address, `from` the host
 * that led to one, `bot` the pages that known bots fetched, and `sent` the requests that came.
 */
export type Visits = { day: string; kind: "page" | "from" | "bot" | "sent"; name: string; views: number };

/** How often pages were seen. Nothing here tells one visitor from another. */
export interface VisitStore {
  /** Adds to what is there, so that any number of servers count together. Hosts past `hostsPerDay` count as `otherHosts`. */
  addVisits(visits: Visits[]): Promise<void>;
  /** From one day to another, both included. */
  listVisits(from: string, to: string): Promise<Visits[]>;
  /** Deletes the days before this one. */
  deleteVisits(before: string): Promise<void>;
}

/** An invented host costs an attacker nothing, so a day has room for this many and no more, in memory and on disk. */
export const hostsPerDay = 50;
/** All hosts of a day that found no room. No host has this name, as a host has a dot. */
export const otherHosts = "other";
/** The visitor came from no page, or her browser does not say from which: a saved address, a message, a QR code. */
export const noHost = "";
const alwaysKept = [otherHosts, noHost];

/** Renames hosts that are not among those known for their day once the day is full. */
export function limitHosts(visits: Visits[], known: Pick<Visits, "day" | "name">[]): Visits[] {
  const hosts = new Map<string, Set<string>>();
  const hostsOf = (day: string): Set<string> => {
    const ofDay = hosts.get(day) ?? new Set(alwaysKept);
    hosts.set(day, ofDay);
    return ofDay;
  };
  for (const { day, name } of known) hostsOf(day).add(name);
  return visits.map((visit) => {
    if (visit.kind !== "from") return visit;
    const ofDay = hostsOf(visit.day);
    if (!ofDay.has(visit.name) && ofDay.size >= hostsPerDay + alwaysKept.length) return { ...visit, name: otherHosts };
    ofDay.add(visit.name);
    return visit;
  });
}
