import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";
import { noHost, otherHosts, type VisitStore, type Visits } from "../requests/store/visit-store.ts";
import { localTime } from "../requests/studio-time.ts";
import type { Settings } from "../settings/settings.ts";
import type { SitePages } from "./serve-pages.ts";

type CounterSettings = {
  settings: Pick<Settings, "timeZone" | "siteUrl">;
  /** A release says whether its owner wants to count, and its privacy policy says so. */
  pages: Pick<SitePages, "notes">;
  store: Pick<VisitStore, "addVisits">;
  log: Log;
};

export type VisitCounter = ReturnType<typeof startVisitCounter>;

/**
 * Adds up how often pages are seen, in memory, and writes the sums each minute, which is what a killed process loses at
 * most. Of a request only the sum is kept: no address, no browser and nothing that tells two visitors from each other.
 */
export function startVisitCounter({ settings: { timeZone, siteUrl }, pages, store, log }: CounterSettings) {
  const isOn = () => pages.notes.countsVisits === true;
  /** What is not written yet, by day, kind and name. */
  const sums = new Map<string, Visits>();
  const siteHost = hostOf(siteUrl ?? "");
  let failing = false;
  let writing = Promise.resolve();

  const isOwn = (host: string, { host: asked = "" }: IncomingHttpHeaders) =>
    host !== "" && (host === siteHost || host === hostOf(`http://${asked}`));

  function add(kind: Visits["kind"], name = "", views = 1, day = localTime(Date.now(), timeZone).date) {
    const key = `${day} ${kind} ${name}`;
    const known = sums.get(key)?.views ?? 0;
    sums.set(key, { day, kind, name, views: known + views });
  }

  /** A link within the site, from a browser that does not say so, adds nothing. */
  function addReferrer({ referer = "", ...headers }: IncomingHttpHeaders) {
    const host = hostOf(referer);
    if (isOwn(host, headers)) return;
    if (referer === "") return add("from", noHost);
    // The store keeps to so many hosts a day; here the limit keeps invented ones from filling the memory.
    const isName = host.length <= 60 && /\.[a-z][a-z\d-]*$/.test(host);
    add("from", isName && sums.size < 1_000 ? host : otherHosts);
  }

  async function write(): Promise<void> {
    const visits = [...sums.values()];
    sums.clear();
    if (visits.length === 0) return;
    try {
      await store.addVisits(visits);
      failing = false;
    } catch (error) {
      if (!failing) log("visits not written yet", describeError(error));
      failing = true;
      for (const { day, kind, name, views } of visits) add(kind, name, views, day);
    }
  }
  const writeNext = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(writeNext, 60_000).unref();

  return {
    /** Counts a page that was sent to a browser, or that the site's own script says it has shown, by a POST. */
    count(page: string, { method, headers }: Pick<IncomingMessage, "method" | "headers">): void {
      if (!isOn() || headers["sec-gpc"] === "1" || headers.dnt === "1") return;
      if (isBot(headers["user-agent"] ?? "")) {
        add("bot");
      } else if (method === "POST") {
        // Another site could send this too, but not in our name.
        if (isOwn(hostOf(headers.origin ?? ""), headers)) add("page", page);
      } else if (isShown(headers)) {
        add("page", page);
        if (headers["sec-fetch-site"] !== "same-origin") addReferrer(headers);
      }
    },
    /** Written at once: these are few, and the owner compares their number with what she has read. */
    countRequest(): Promise<void> {
      if (isOn()) add("sent");
      return writeNext();
    },
    stop(): Promise<void> {
      clearInterval(timer);
      return writeNext();
    },
  };
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
