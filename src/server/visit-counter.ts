import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";
import { hostsPerDay, noHost, otherHosts, type VisitStore, type Visits } from "../requests/store/visit-store.ts";
import { localTime } from "../requests/studio-time.ts";
import type { Settings } from "../settings/settings.ts";
import type { SitePages } from "./pages.ts";

const minute = 60_000;

/** While the store cannot be written, so much is kept and the oldest is dropped: some days of a site of forty pages. */
const mostPending = 1_000;

type CounterSettings = {
  settings: Pick<Settings, "countVisits" | "timeZone" | "siteUrl">;
  /** A release may say so in its privacy policy or not. */
  pages: Pick<SitePages, "countsVisits">;
  store: Pick<VisitStore, "addVisits">;
  log: Log;
  now?: () => number;
  /** Milliseconds between two writes, which is what a killed process loses at most. */
  interval?: number | undefined;
};

/**
 * Adds up how often pages are seen, in memory, and writes the sums once a minute. Of a request only the sum is kept: no
 * address, no browser and nothing that tells two visitors apart.
 */
export function startVisitCounter({
  settings: { countVisits, timeZone, siteUrl },
  pages,
  store,
  log,
  now = Date.now,
  interval = minute,
}: CounterSettings) {
  const isOn = () => countVisits && pages.countsVisits === true;
  /** No visit comes from the site itself. */
  const siteHost = hostOf(siteUrl ?? "");
  const pending = new Map<string, Visits>();
  const hosts = new Set<string>();
  let day = "";
  let nextLook = 0;
  let failing = false;
  let writing = Promise.resolve();

  /** A calendar is slow to ask, and a day begins with a minute. */
  function today(): string {
    const time = now();
    if (time < nextLook && time >= nextLook - minute) return day;
    nextLook = (Math.floor(time / minute) + 1) * minute;
    const date = localTime(time, timeZone).date;
    if (date !== day) hosts.clear();
    day = date;
    return day;
  }

  function add(kind: Visits["kind"], name: string, date = today(), views = 1) {
    const key = `${date}${kind}${name}`;
    const known = pending.get(key);
    if (known) known.views += views;
    else pending.set(key, { day: date, kind, name, views });
  }

  function addHost(host: string) {
    const date = today();
    const isKnown = host === noHost || host === otherHosts || hosts.has(host);
    if (!isKnown && hosts.size < hostsPerDay) hosts.add(host);
    add("from", isKnown || hosts.has(host) ? host : otherHosts, date);
  }

  async function write(): Promise<void> {
    if (pending.size === 0) return;
    const visits = [...pending.values()];
    pending.clear();
    try {
      await store.addVisits(visits);
      failing = false;
    } catch (error) {
      if (!failing) log("visits not written yet", describeError(error));
      failing = true;
      const since = [...pending.values()];
      pending.clear();
      for (const { kind, name, day: date, views } of [...visits, ...since]) add(kind, name, date, views);
      for (const key of [...pending.keys()].slice(0, -mostPending)) pending.delete(key);
    }
  }
  const writeNext = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(writeNext, interval).unref();

  return {
    /** Counts a page that was sent to a browser, or that the site's own script says it has shown, by a POST. */
    count(page: string, { method, headers }: Pick<IncomingMessage, "method" | "headers">): void {
      const source = isOn() ? findSource(headers, method === "POST", siteHost) : null;
      if (source === isBot) add("bot", "");
      else if (source !== null) add("page", page);
      if (source !== null && source !== isBot && source !== insideSite) addHost(source);
    },
    /** Written at once: these are few, and the owner compares their number with what she has read. */
    countRequest(): Promise<void> {
      if (isOn()) add("sent", "");
      return writeNext();
    },
    stop(): Promise<void> {
      clearInterval(timer);
      return writeNext();
    },
  };
}

/** Neither is a host: a host has a dot. */
const isBot = "bot";
const insideSite = "inside";

/** Programs that say what they are. One that poses as a browser is counted as a visitor. */
const botWords =
  /(?<!cu)bot|crawl|spider|slurp|scrap|fetch|preview|monitor|lighthouse|headless|externalhit|externalagent|archive|inspectiontool|feed|^whatsapp|curl|wget|python|java\/|go-http|okhttp|axios|\bnode\b|^$/i;

/** Where a visit comes from, or null when it is not to be counted. */
function findSource(headers: IncomingHttpHeaders, shownByScript: boolean, siteHost: string): string | null {
  if (headers["sec-gpc"] === "1" || headers.dnt === "1") return null;
  const purpose = headers["sec-purpose"] ?? headers.purpose ?? headers["x-moz"];
  if (typeof purpose === "string" && /prefetch|prerender|preview/.test(purpose)) return null;
  if (botWords.test(headers["user-agent"] ?? "")) return isBot;
  const ownHost = hostOf(`http://${headers.host}`);
  const isOwn = (host: string) => host !== "" && (host === ownHost || host === siteHost);
  // Another site could send this too, but not in our name.
  if (shownByScript) return isOwn(hostOf(headers.origin ?? "")) ? insideSite : null;
  // A page that our script fetches ahead comes with neither of these; it counts when the script shows it.
  const destination = headers["sec-fetch-dest"];
  if (destination === undefined ? !headers.accept?.includes("text/html") : destination !== "document") return null;
  if (headers["sec-fetch-site"] === "same-origin") return insideSite;
  if (!headers.referer) return noHost;
  const host = hostOf(headers.referer);
  return isOwn(host) ? insideSite : /\.[a-z][a-z\d-]*$/.test(host) && host.length <= 60 ? host : otherHosts;
}

/** The host of an address in lower case, without "www."; empty where it has none that we could name. */
function hostOf(address: string): string {
  return (
    /^https?:\/\/(?:www\.)?([a-z\d](?:[a-z\d.-]*[a-z\d])?)(?::\d+)?(?:[/?#]|$)/i.exec(address)?.[1]?.toLowerCase() ?? ""
  );
}
