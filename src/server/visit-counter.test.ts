import { expect, it, onTestFinished, vi } from "vitest";
import type { Visits } from "../requests/store/visit-store.ts";
import { startVisitCounter } from "./visit-counter.ts";

const siteUrl = "https://www.studio.example";
const browser = {
  host: "www.studio.example",
  "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1",
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "sec-fetch-dest": "document",
  "sec-fetch-site": "none",
};
/** The script says in this way that it has shown a page. */
const shown = { ":method": "POST", accept: "*/*", "sec-fetch-dest": "empty", "sec-fetch-site": "same-origin" };

it.each<[string, Record<string, string>, string[]]>([
  ["a typed address", {}, ["16 from - 1", "16 page / 1"]],
  ["a search", { referer: "https://www.search.example/?q=private+words" }, ["16 from search.example 1", "16 page / 1"]],
  ["a link on the site", { referer: `${siteUrl}/about` }, ["16 page / 1"]],
  ["an old browser", { "sec-fetch-dest": "", "sec-fetch-site": "" }, ["16 from - 1", "16 page / 1"]],
  ["a host that is code", { referer: "https://<script>.example/" }, ["16 from other 1", "16 page / 1"]],
  ["a known bot", { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }, ["16 bot - 1"]],
  ["a program", { "user-agent": "curl/8.5.0" }, ["16 bot - 1"]],
  ["a visitor with Global Privacy Control", { "sec-gpc": "1" }, []],
  ["a visitor with Do Not Track", { dnt: "1" }, []],
  ["a page that the browser fetches ahead", { "sec-purpose": "prefetch;prerender" }, []],
  ["a page that our script fetches ahead", { "sec-fetch-dest": "empty", accept: "*/*" }, []],
  ["a page that the script has shown", { ...shown, origin: siteUrl }, ["16 page / 1"]],
  ["such a page in another site's name", { ...shown, origin: "https://other.example" }, []],
  ["such a page in nobody's name", { ...shown, origin: "null" }, []],
  ["such a page, with Global Privacy Control", { ...shown, origin: siteUrl, "sec-gpc": "1" }, []],
])("%s counts as it should", async (_, changed, expected) => {
  // On the 16th in the studio's time zone alone.
  vi.useFakeTimers({ now: Date.parse("2026-11-15T20:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const written: Visits[] = [];
  const counter = startVisitCounter({
    store: { addVisits: async (visits) => void written.push(...visits) },
    settings: { timeZone: "Asia/Kolkata", siteUrl },
    pages: { notes: { countsVisits: true } },
    log: () => {},
  });
  const { ":method": method = "GET", ...headers } = { ...browser, ...changed };
  counter.count("/", { method, headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value)) });
  await counter.stop();
  expect(written.map(({ day, kind, name, views }) => `${day.slice(8)} ${kind} ${name || "-"} ${views}`).sort()).toEqual(
    expected,
  );
});
