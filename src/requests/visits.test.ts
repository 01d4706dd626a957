import { expect, it } from "vitest";
import type { Visits } from "./store/visit-store.ts";
import { deleteOldVisits, readVisits } from "./visits.ts";

const visits: Visits[] = [
  { day: "2026-11-15", kind: "page", name: "/", views: 7 },
  { day: "2026-11-16", kind: "page", name: "/", views: 2 },
  { day: "2026-11-16", kind: "page", name: "/contact", views: 10 },
  { day: "2026-11-16", kind: "from", name: "maps.example", views: 4 },
  { day: "2026-11-16", kind: "bot", name: "", views: 90 },
  { day: "2026-11-16", kind: "sent", name: "", views: 1 },
];

it("Adds up days, pages and hosts on the studio's calendar, and bots in a sum of their own", async () => {
  const asked: string[][] = [];
  const store = {
    async listVisits(...days: [string, string]) {
      asked.push(days);
      return visits;
    },
  };
  // In Auckland the 16th has begun while it is still the 15th in Edmonton and in UTC.
  const now = Date.parse("2026-11-15T12:30:00Z");
  expect(await readVisits(store, 3, { now, timeZone: "Pacific/Auckland" })).toEqual({
    days: [
      { day: "2026-11-14", views: 0, sent: 0 },
      { day: "2026-11-15", views: 7, sent: 0 },
      { day: "2026-11-16", views: 12, sent: 1 },
    ],
    views: 19,
    sent: 1,
    bots: 90,
    pages: [
      { name: "/contact", views: 10 },
      { name: "/", views: 9 },
    ],
    hosts: [{ name: "maps.example", views: 4 }],
  });
  expect(asked).toEqual([["2026-11-14", "2026-11-16"]]);
});

it("Deletes what was counted more than thirteen months ago, on the studio's calendar", async () => {
  const asked: string[] = [];
  const deleteVisits = async (before: string) => void asked.push(before);
  const now = () => Date.parse("2026-11-16T04:30:00Z");
  await deleteOldVisits({ store: { deleteVisits }, now, timeZone: "America/Edmonton" });
  expect(asked).toEqual(["2025-10-15"]);
});
