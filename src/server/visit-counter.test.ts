import { expect, it, onTestFinished, vi } from "vitest";
import type { Visits } from "../requests/store/visit-store.ts";
import { startVisitCounter } from "./visit-counter.ts";

const browser = {
  host: "www.studio.example",
  "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1",
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "sec-fetch-dest": "document",
  "sec-fetch-site": "none",
};

/** A counter whose clock stands on the 16th in the studio's time zone alone, and what it has written. */
function start() {
  vi.useFakeTimers({ now: Date.parse("2026-11-15T20:00:00Z") });
  const written: Visits[] = [];
  const counter = startVisitCounter({
    store: { addVisits: async (visits) => void written.push(...visits) },
    settings: { timeZone: "Asia/Kolkata", siteUrl: "https://www.studio.example" },
    pages: { notes: { countsVisits: true } },
    log: () => {},
  });
  onTestFinished(() => void vi.useRealTimers());
  const sums = async () => {
    await counter.stop();
    return written.map(({ day, kind, name, views }) => `${day.slice(8)} ${kind} ${name || "-"} ${views}`).sort();
  };
  const count = (page: string, headers: Record<string, string>, method = "GET") =>
    counter.count(page, { method, headers });
  return { count, sums };
}

it.each<[string, Record<string, string>, string[]]>([
  ["a typed address", {}, ["16 from - 1", "16 page / 1"]],
  ["a search", { referer: "https://www.search.example/?q=private+words" }, ["16 from search.example 1", "16 page / 1"]],
  ["a link on the site", { referer: "https://www.studio.example/about" }, ["16 page / 1"]],
  ["an old browser", { "sec-fetch-dest": "", "sec-fetch-site": "" }, ["16 from - 1", "16 page / 1"]],
  ["a host that is code", { referer: "https://<script>.example/" }, ["16 from other 1", "16 page / 1"]],
  ["a known bot", { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }, ["16 bot - 1"]],
  ["a program", { "user-agent": "curl/8.5.0" }, ["16 bot - 1"]],
  ["a visitor with Global Privacy Control", { "sec-gpc": "1" }, []],
  ["a visitor with Do Not Track", { dnt: "1" }, []],
  ["a page that the browser fetches ahead", { "sec-purpose": "prefetch;prerender" }, []],
  ["a page that our script fetches ahead", { "sec-fetch-dest": "empty", accept: "*/*" }, []],
])("%s counts as it should", async (_, headers, expected) => {
  const { count, sums } = start();
  const given = Object.entries({ ...browser, ...headers }).filter(([, value]) => value);
  count("/", Object.fromEntries(given));
  expect(await sums()).toEqual(expected);
});

it("A page that the script has shown counts once, and not in another site's name", async () => {
  const { count, sums } = start();
  const beacon = { ...browser, accept: "*/*", "sec-fetch-dest": "empty", "sec-fetch-site": "same-origin" };
  count("/about", { ...beacon, origin: "https://www.studio.example" }, "POST");
  count("/about", { ...beacon, origin: "https://other.example" }, "POST");
  count("/about", { ...beacon, origin: "null" }, "POST");
  count("/about", { ...beacon, origin: "https://www.studio.example", "sec-gpc": "1" }, "POST");
  expect(await sums()).toEqual(["16 page /about 1"]);
});
