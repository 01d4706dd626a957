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
type Sum = { views: number };
type Sums = Record<Visits["kind"], Map<string, Sum>>;

type CounterSettings = {
  settings: Pick<Settings, "timeZone" | "siteUrl">;
  /** A release says whether its owner wants to count, and its privacy policy says so. */
  pages: Pick<SitePages, "countsVisits">;
  store: Pick<VisitStore, "addVisits">;
  log: Log;
};

/**
 * Adds up how often pages are seen, in memory, and writes the sums at the end of each minute, which
 * is what a killed process loses at most. Of a request only the sum is
 * kept: no address, no browser and nothing that tells two visitors apart. Counting runs for every page, so it does little.
 */
export function startVisitCounter({ settings: { timeZone, siteUrl }, pages, store, log }: CounterSettings) {
  const isOn = () => pages.countsVisits === true;
  const pending = new Map<string, Sums>();
  /** Where views are added until the next write. A day begins with a minute, and a clock is slow to ask. */
  let current: Sums | undefined;
  /** Most referrers are an origin and nothing else, so the same few come again and again until the next write. */
  const referrers = new Map<string, Sum>();
  const siteHost = hostOf(siteUrl ?? "");
  let failing = false;
  let writing = Promise.resolve();

  const isOwn = (host: string, { host: asked = "" }: IncomingHttpHeaders) =>
    host !== "" && (host === siteHost || host === hostOf(`http://${asked}`));

  function sumsOf(day: string): Sums {
    const known = pending.get(day);
    if (known) return known;
    const sums = { page: new Map(), from: new Map(), bot: new Map(), sent: new Map() };
    pending.set(day, sums);
    return sums;
  }
  function sumsNow(): Sums {
    current ??= sumsOf(localTime(Date.now(), timeZone).date);
    return current;
  }

  function takePending(): Visits[] {
    const visits = [...pending].flatMap(([day, sums]) =>
      kinds.flatMap((kind) => [...sums[kind]].map(([name, { views }]) => ({ day, kind, name, views }))),
    );
    pending.clear();
    referrers.clear();
    current = undefined;
    return visits;
  }

  /** A link within the site, from a browser that does not say so, adds nothing. */
  function addReferrer(from: Sums["from"], headers: IncomingHttpHeaders) {
    const referrer = headers.referer ?? "";
    const known = referrers.get(referrer);
    if (known) {
      known.views++;
      return;
    }
    const host = hostOf(referrer);
    if (isOwn(host, headers)) return;
    const isName = host.length <= 60 && /\.[a-z][a-z\d-]*$/.test(host);
    const sum = addHost(from, referrer === "" ? noHost : isName ? host : otherHosts);
    if (referrers.size < hostsPerDay && /^(?:https?:\/\/[a-z\d.-]{1,80}\/)?$/.test(referrer))
      referrers.set(referrer, sum);
  }

  async function write(): Promise<void> {
    const visits = takePending();
    if (visits.length === 0) return;
    try {
      await store.addVisits(visits);
      failing = false;
    } catch (error) {
      if (!failing) log("visits not written yet", describeError(error));
      failing = true;
      for (const { day, kind, name, views } of [...visits, ...takePending()])
        (kind === "from" ? addHost : addTo)(sumsOf(day)[kind], name, views);
      for (const day of [...pending.keys()].slice(0, -daysPending)) pending.delete(day);
    }
  }
  const writeNext = () => {
    writing = writing.then(write);
    return writing;
  };
  let timer: NodeJS.Timeout;
  (function writeAtNextMinute() {
    timer = setTimeout(
      () => {
        writeNext();
        writeAtNextMinute();
      },
      minute - (Date.now() % minute),
    ).unref();
  })();

  return {
    /** Counts a page that was sent to a browser, or that the site's own script says it has shown, by a POST. */
    count(page: string, { method, headers }: Pick<IncomingMessage, "method" | "headers">): void {
      if (!isOn() || headers["sec-gpc"] === "1" || headers.dnt === "1") return;
      const sums = current ?? sumsNow();
      if (isBot(headers["user-agent"] ?? "")) {
        addTo(sums.bot, "");
        return;
      }
      if (method === "POST") {
        // Another site could send this too, but not in our name.
        if (isOwn(hostOf(headers.origin ?? ""), headers)) addTo(sums.page, page);
        return;
      }
      if (!isShown(headers)) return;
      addTo(sums.page, page);
      if (headers["sec-fetch-site"] !== "same-origin") addReferrer(sums.from, headers);
    },
    /** Written at once: these are few, and the owner compares their number with what she has read. */
    countRequest(): Promise<void> {
      if (isOn()) addTo(sumsNow().sent, "");
      return writeNext();
    },
    stop(): Promise<void> {
      clearTimeout(timer);
      return writeNext();
    },
  };
}

function addTo(sums: Map<string, Sum>, name: string, views = 1): Sum {
  const known = sums.get(name);
  if (known) {
    known.views += views;
    return known;
  }
  const sum = { views };
  sums.set(name, sum);
  return sum;
}

/** The store keeps to `hostsPerDay` as well; here the limit keeps invented hosts from filling the memory. */
function addHost(from: Sums["from"], host: string, views = 1): Sum {
  const fits = host === noHost || from.has(host) || from.size < hostsPerDay;
  return addTo(from, fits ? host : otherHosts, views);
}

/**
 * A page that the browser fetches ahead says so, and one that our script fetches ahead is not asked for as a document; it
 * counts when the script shows it.
 */
function isShown(headers: IncomingHttpHeaders): boolean {
  const destination = headers["sec-fetch-dest"];
  if (destination !== undefined) return destination === "document" && headers["sec-purpose"] === undefined;
  const isAhead = headers.purpose !== undefined || headers["x-moz"] !== undefined;
  return !isAhead && headers.accept?.includes("text/html") === true;
}

/**
 * Every browser begins its name like this. A bot says what it is, or where one reads about it; one that poses as a browser
 * is counted as a visitor. The list is short because every view is searched for it.
 */
const botWords =
  /^(?!Mozilla\/|Opera\/)|[Bb]ot|[Cc]rawl|[Ss]pider|http|[Hh]eadless|compatible;|[Ll]ighthouse|[Pp]review/;

/** Cubot is a maker of phones. */
const isBot = (agent: string) => botWords.test(agent) && !/^Mozilla.*cubot/i.test(agent);

/** The host of an address in lower case, without "www.", "m." or "l."; empty where it has none that we could name. */
function hostOf(address: string): string {
  const [, host = ""] = /^https?:\/\/(?:(?:www|m|l)\.)?([a-z\d.-]+)(?::\d+)?(?:[/?#]|$)/i.exec(address) ?? [];
  return host.toLowerCase();
}
