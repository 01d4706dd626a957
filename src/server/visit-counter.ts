import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";
import { hostsPerDay, noHost, otherHosts, type VisitStore, type Visits } from "../requests/store/visit-store.ts";
import { localTime } from "../requests/studio-time.ts";
import type { Settings } from "../settings/settings.ts";
import type { SitePages } from "./pages.ts";

const minute = 60_000;

/** While the store cannot be written, so many days are kept in memory, and older ones are dropped. */
const daysPending = 7;

const kinds = ["page", "from", "bot", "sent"] as const satisfies Visits["kind"][];
/** An object for each number, so that adding one does not look its name up twice. */
type Sums = Record<Visits["kind"], Map<string, { views: number }>>;

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
  const findSource = sourceFinder(siteUrl);
  const pending = new Map<string, Sums>();
  const hosts = new Set<string>();
  let day = "";
  let nextLook = 0;
  let failing = false;
  let writing = Promise.resolve();

  /** A calendar is slow to ask, and a day begins with a minute. */
  function sumsAt(time: number): Sums {
    if (time >= nextLook || time < nextLook - minute) {
      nextLook = (Math.floor(time / minute) + 1) * minute;
      const date = localTime(time, timeZone).date;
      if (date !== day) hosts.clear();
      day = date;
    }
    return sumsOf(day);
  }

  function sumsOf(date: string): Sums {
    const known = pending.get(date);
    if (known) return known;
    const sums = { page: new Map(), from: new Map(), bot: new Map(), sent: new Map() };
    pending.set(date, sums);
    return sums;
  }

  function addHost({ from }: Sums, host: string) {
    const isKnown = host === noHost || host === otherHosts || hosts.has(host);
    if (!isKnown && hosts.size < hostsPerDay) hosts.add(host);
    addTo(from, isKnown || hosts.has(host) ? host : otherHosts);
  }

  async function write(): Promise<void> {
    const visits = list(pending);
    if (visits.length === 0) return;
    pending.clear();
    try {
      await store.addVisits(visits);
      failing = false;
    } catch (error) {
      if (!failing) log("visits not written yet", describeError(error));
      failing = true;
      const since = list(pending);
      pending.clear();
      for (const { day: date, kind, name, views } of [...visits, ...since]) addTo(sumsOf(date)[kind], name, views);
      for (const date of [...pending.keys()].slice(0, -daysPending)) pending.delete(date);
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
      if (!isOn() || headers["sec-gpc"] === "1" || headers.dnt === "1") return;
      const source = findSource(headers, method === "POST");
      if (source === null) return;
      const sums = sumsAt(now());
      if (source === isBot) addTo(sums.bot, "");
      else addTo(sums.page, page);
      if (source !== isBot && source !== insideSite) addHost(sums, source);
    },
    /** Written at once: these are few, and the owner compares their number with what she has read. */
    countRequest(): Promise<void> {
      if (isOn()) addTo(sumsAt(now()).sent, "");
      return writeNext();
    },
    stop(): Promise<void> {
      clearInterval(timer);
      return writeNext();
    },
  };
}

function addTo(sums: Map<string, { views: number }>, name: string, views = 1) {
  const sum = sums.get(name);
  if (sum) sum.views += views;
  else sums.set(name, { views });
}

const list = (pending: Map<string, Sums>): Visits[] =>
  [...pending].flatMap(([day, sums]) =>
    kinds.flatMap((kind) => [...sums[kind]].map(([name, { views }]) => ({ day, kind, name, views }))),
  );

/** Neither is a host: a host has a dot. */
const isBot = "bot";
const insideSite = "inside";

/**
 * Every browser begins its name like this, and a bot says what it is, or where one reads about it. One that poses as a
 * browser is counted as a visitor. The list is short because every view is searched for it.
 */
const botWords = /[Bb]ot|[Cc]rawl|[Ss]pider|http|[Hh]eadless|compatible;|[Ll]ighthouse|[Pp]review/;
/** A maker of phones. */
const notBot = /cubot/i;

/** Says where a visit comes from; null when it is not to be counted. This runs for every page, so it does little. */
function sourceFinder(siteUrl: string | null) {
  const siteHost = hostOf(siteUrl ?? "");
  let lastHost: string | undefined;
  let ownHost = "";
  const isOwn = (host: string) => host !== "" && (host === ownHost || host === siteHost);
  /** Most referrers are an origin and nothing else, so the same few come again and again. */
  const origins = new Map<string, string>();

  function sourceOf(referrer: string): string {
    const known = origins.get(referrer);
    if (known !== undefined) return known;
    const host = hostOf(referrer);
    if (isOwn(host)) return insideSite;
    const source = host.length <= 60 && /\.[a-z][a-z\d-]*$/.test(host) ? host : otherHosts;
    if (origins.size < hostsPerDay && /^https?:\/\/[a-z\d.-]{1,80}\/$/.test(referrer)) origins.set(referrer, source);
    return source;
  }

  return (headers: IncomingHttpHeaders, shownByScript: boolean): string | null => {
    const purpose = headers["sec-purpose"] ?? headers.purpose ?? headers["x-moz"];
    if (purpose !== undefined && /prefetch|prerender|preview/.test(String(purpose))) return null;
    const agent = headers["user-agent"] ?? "";
    const isBrowser = agent.startsWith("Mozilla/") || agent.startsWith("Opera/");
    if (!isBrowser || (botWords.test(agent) && !notBot.test(agent))) return isBot;
    if (headers.host !== lastHost) {
      lastHost = headers.host;
      origins.clear();
      ownHost = hostOf(`http://${lastHost}`);
    }
    // Another site could send this too, but not in our name.
    if (shownByScript) return isOwn(hostOf(headers.origin ?? "")) ? insideSite : null;
    // A page that our script fetches ahead comes with neither of these; it counts when the script shows it.
    const destination = headers["sec-fetch-dest"];
    if (destination === undefined ? !headers.accept?.includes("text/html") : destination !== "document") return null;
    if (headers["sec-fetch-site"] === "same-origin") return insideSite;
    return headers.referer ? sourceOf(headers.referer) : noHost;
  };
}

/** The host of an address in lower case, without "www.", "m." or "l."; empty where it has none that we could name. */
function hostOf(address: string): string {
  const [, host = ""] = /^https?:\/\/(?:(?:www|m|l)\.)?([a-z\d.-]+)(?::\d+)?(?:[/?#]|$)/i.exec(address) ?? [];
  return host.toLowerCase();
}
