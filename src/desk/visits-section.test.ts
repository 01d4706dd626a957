import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { VisitSummary } from "../requests/visits.ts";
import { VisitsSection } from "./views/visits-section.tsx";

const none: VisitSummary = {
  days: [
    { day: "2026-11-14", views: 0, sent: 0 },
    { day: "2026-11-15", views: 0, sent: 0 },
    { day: "2026-11-16", views: 0, sent: 0 },
  ],
  views: 0,
  sent: 0,
  bots: 0,
  pages: [],
  hosts: [],
};

const some: VisitSummary = {
  days: [
    { day: "2026-11-14", views: 43, sent: 2 },
    { day: "2026-11-15", views: 0, sent: 0 },
    { day: "2026-11-16", views: 3, sent: 0 },
  ],
  views: 46,
  sent: 2,
  bots: 12,
  pages: [
    { name: "/contact", views: 33 },
    { name: "/old", views: 13 },
  ],
  hosts: [
    ...[{ name: "maps.example", views: 22 }],
    ...Array.from({ length: 9 }, (_, number) => ({ name: `site-${number}.example`, views: 9 - number })),
    ...[
      { name: "", views: 2 },
      { name: "other", views: 1 },
    ],
  ],
};

const show = (visits: VisitSummary) =>
  renderToStaticMarkup(createElement(VisitsSection, { visits, pageNames: { "/contact": "Contact" } }));
/** The rows of all tables, as a screen reader says them. */
const rows = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) =>
    row
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );

it("Shows whole fives everywhere, and what looks like one visit as under five", () => {
  const html = show(some);
  expect(rows(html)).toEqual([
    ...["maps.example 20", "site-0.example 10", "site-1.example 10", "site-2.example 5", "site-3.example 5"],
    ...["site-4.example 5", "site-5.example under 5", "site-6.example under 5", "Other sites 5"],
    ...["Contact 35", "/old 15", "Day Pages Requests", "Mon 16 Nov under 5 0", "Sun 15 Nov 0 0", "Sat 14 Nov 45 2"],
  ]);
  expect(html).toContain("Search robots saw 10 more");
  expect(html).toContain("Most on one day: 45, on Sat 14 Nov. A dot is a day with a request.");
  expect(html).toContain("<div><dt>pages seen</dt><dd>45</dd></div><div><dt>requests sent</dt><dd>2</dd></div>");
  expect(show({ ...some, views: 1, sent: 1 })).toContain(
    "<div><dt>page seen</dt><dd>under 5</dd></div><div><dt>request sent</dt><dd>1</dd></div>",
  );
  for (const exact of ["43", "46", "33", "22"]) expect(html).not.toContain(`>${exact}<`);
});

it("Draws a bar for each day with a view, today's hollow, a dot for a request, and nothing that needs a style", () => {
  const html = show(some);
  expect(html.match(/<rect/g)).toHaveLength(2);
  expect(html.match(/<rect class="today"/g)).toHaveLength(1);
  expect(html.match(/<circle/g)).toHaveLength(1);
  expect(html).toMatch(/<rect x="1\.5" y="0" width="7" height="60"/);
  expect(html).not.toMatch(/style=|<script/);
});

it("Says one thing while nothing is counted", () => {
  expect(show(none).replaceAll(/<[^>]+>/g, " ")).toMatch(/^\s*The last 3 days\s+Nothing is counted yet[^<]*$/);
  expect(show(none)).not.toContain("<svg");
});
