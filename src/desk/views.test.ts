import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { exampleStudio as studio } from "../../tests/kit/desk.ts";
import { sampleStored } from "../../tests/kit/sample-request.ts";
import type { HistoryEvent } from "../requests/store/desk-store.ts";
import type { StoredRequest } from "../requests/store/stored-request.ts";
import type { SystemStatus } from "../requests/system-status.ts";
import type { VisitSummary } from "../requests/visits.ts";
import { ListPage, type ListPageProps } from "./views/list-page.tsx";
import { MessagePage, messages } from "./views/message-pages.tsx";
import type { RequestPageProps } from "./views/request-actions.tsx";
import { RequestPage, requestTitle } from "./views/request-page.tsx";
import { ProblemNotice, StatusLine } from "./views/system-status.tsx";
import { VisitsSection } from "./views/visits-section.tsx";

/** The words of each screen are files in snapshots: first the whole screen, then what each other case changes. */

const hour = 60 * 60_000;
/** Tuesday, 17 November 2026, 2:20 p.m. in Halifax. */
const now = Date.UTC(2026, 10, 17, 18, 20);
const clock = { now, timeZone: "America/Halifax" };
const target = { url: "/desk", csrfToken: "token" };

const asked = (hoursAgo: number, change: Partial<StoredRequest> = {}) =>
  sampleStored({ receivedAt: now - hoursAgo * hour, deliveredAt: now, attempts: 1, ...change });

const show = <Props extends object>(component: FunctionComponent<Props>, props: Props) =>
  renderToStaticMarkup(createElement(component, props));

/** What a page says, a line for each block: links with where they lead, and forms with what they do. */
function linesOf(html: string): string[] {
  const text = html
    .replaceAll(/<svg.*?<\/svg>/g, "")
    .replaceAll(/<a [^>]*?href="((?:sms|mailto)?)([^"]*)"[^>]*>/g, (_, scheme, path) => `\n[${scheme || path}] `)
    .replaceAll("</a>", "\n")
    .replaceAll(/<input type="hidden" name="do" value="([^"]*)"\/>/g, "{$1} ")
    .replaceAll(/<\/?(header|h\d|p|li|dt|dd|div|section|form|textarea|label|summary|br|caption|tr)\b[^>]*>/g, "\n")
    .replaceAll(/<\/(span|small|th|td)>(?=<(span|small|th|td))/g, " ")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'");
  return text
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .filter(Boolean);
}

const withTitle = (title: string, lines: string[]) => [`## ${title}`, ...lines, ""].join("\n");

/** The first case as it is, and of every other the lines that it takes away and adds. */
function screens<Change>(
  [title, usual]: [string, Change],
  others: [string, Change][],
  html: (change: Change) => string,
) {
  const before = linesOf(html(usual));
  const changes = others.map(([other, change]) => {
    const after = linesOf(html(change));
    const gone = before.filter((line) => !after.includes(line)).map((line) => `- ${line}`);
    return withTitle(other, [...gone, ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`)]);
  });
  return [withTitle(title, before), ...changes].join("\n");
}

const events: HistoryEvent[] = [{ at: now - hour, event: "sent" }];
/** With its title, which begins with the state of the request. */
const requestPage = (change: Partial<RequestPageProps>) => {
  const props = { request: asked(1), events, clock, studio, target, fullAccess: true, ...change };
  return `<p>${requestTitle(props.request, clock)}</p>${show(RequestPage, props)}`;
};
const short = { phone: "1", treatment: "", message: "" };

it("An open request shows what its owner needs in each of its states", async () => {
  const text = screens<Partial<RequestPageProps>>(
    ["an open request", {}],
    [
      ["opened by the link of an email", { fullAccess: false }],
      ["due soon", { request: asked(20) }],
      ["overdue", { request: asked(27) }],
      ["without what may be left out, from a number that is too short", { request: asked(1, short) }],
      ["from an extension", { request: asked(1, { phone: "780-555-0100 x12" }) }],
      ["spam for two reasons", { request: asked(1, { flags: ["trap", "limit"] }) }],
      ["no real one, by the link of an email", { request: asked(1, { verdict: "spam" }), fullAccess: false }],
      ["saved", { savedAt: now - 60_000 }],
      ["not saved", { unsaved: { note: "typed" }, request: asked(1, { note: "old" }) }],
      [
        "with two replies",
        { studio: { ...studio, replies: ["One", "Two"].map((label) => ({ label, paragraphs: [] })) } },
      ],
      ["not emailed yet", { request: asked(1, { deliveredAt: null, attempts: 0 }), events: [] }],
      ["not emailed after 4 tries", { request: asked(1, { deliveredAt: null, attempts: 4 }), events: [] }],
    ],
    requestPage,
  );
  await expect(text).toMatchFileSnapshot("./snapshots/request.txt");
});

it("An answered request says that no reminder comes, and can be taken back", async () => {
  const text = screens<Partial<RequestPageProps>>(
    ["an answered request", {}],
    [
      ["opened by the link of an email", { fullAccess: false }],
      ["not saved", { unsaved: {} }],
    ],
    (change) => requestPage({ request: asked(10, { answeredAt: now }), ...change }),
  );
  await expect(text).toMatchFileSnapshot("./snapshots/answered-request.txt");
});

const healthy: SystemStatus = {
  email: { unset: false, waiting: 0, since: null },
  disk: { ok: true, free: 0.7 },
  backup: { at: now - hour, missing: false },
  hidden: null,
};

const named = (name: string, hoursAgo: number, change: Partial<StoredRequest> = {}) =>
  asked(hoursAgo, { id: name, name, reference: name.toUpperCase(), ...change });
const listOf = (...oldest: StoredRequest[]) => ({ count: oldest.length, oldest });
const listPage = (change: Partial<ListPageProps> = {}) =>
  show(ListPage, {
    open: listOf(named("Ana", 1)),
    overdueCount: 0,
    spam: listOf(),
    answered: { count: 0, newest: [] },
    starts: { open: 0, spam: 0, answered: 0 },
    status: healthy,
    visits: null,
    studio: {},
    editorUrl: "/edit/",
    clock,
    target,
    phones: null,
    deleted: null,
    ...change,
  });

it("The list says what waits, what is late and what to do", async () => {
  const late = { ...healthy, email: { unset: false, waiting: 1, since: now - hour } };
  const unset = { ...healthy, email: { unset: true, waiting: 2, since: null } };
  const undelivered = { deliveredAt: null, lastError: "EAUTH 535" };
  const spam = listOf(named("Dan", 1, { flags: ["trap"] }), named("Eve", 1, { verdict: "spam" }));
  const newest = [named("Fay", 30, { answeredAt: now - hour }), named("Gus", 30, { answeredAt: now, treatment: "" })];
  const sessions = [
    { name: "a", device: "iPhone", since: now - 24 * hour, usedAt: now, epoch: "" },
    { name: "b", device: "iPad", since: now - 48 * hour, usedAt: now - 24 * hour, epoch: "" },
  ];
  const text = screens<Partial<ListPageProps>>(
    ["one request waits", {}],
    [
      ["an upgrade has brought a question", { studio: { questions: ["Which numbing cream you use"] } }],
      ["the site is not launched", { status: { ...healthy, unlaunched: "2 things are left to settle before launch" } }],
      ["nothing waits", { open: listOf() }],
      ["one is overdue", { open: listOf(named("Ben", 27), named("Cai", 21)), overdueCount: 1 }],
      ["much was left out", { open: listOf(named("Ben", 1, { ...short, ...undelivered })) }],
      ["its email is late", { open: listOf(named("Ben", 1, undelivered)), status: late }],
      [
        "two emails wait for a mail server that is not set",
        { open: listOf(named("Ben", 1, undelivered), named("Cai", 1, undelivered)), status: unset },
      ],
      ["some are spam", { spam }],
      ["two are answered", { answered: { count: 2, newest } }],
      [
        "it is on the second page",
        { open: { count: 40, oldest: [named("Ben", 1)] }, starts: { open: 25, spam: 0, answered: 0 } },
      ],
      ["another was deleted", { deleted: "ABCDEFGH" }],
      ["two phones are signed in", { phones: { own: "a", sessions } }],
    ],
    listPage,
  );
  await expect(text).toMatchFileSnapshot("./snapshots/list.txt");
});

it("The state of the website is told in a line, and a problem in a notice with what to pass on", async () => {
  const backup = (at: number | null, missing: boolean, elsewhere = false) => ({ backup: { at, missing, elsewhere } });
  const cases: [string, Partial<SystemStatus>][] = [
    ["full disk", { disk: { ok: false, free: 0.034 } }],
    ["first backup to be made", backup(null, true)],
    ["backup that is too old", backup(now - 72 * hour, true)],
    ["backup elsewhere", backup(null, false, true)],
    ["site before its launch", { unlaunched: "2 things are left to settle before launch" }],
    ["hidden site on a full disk", { hidden: "a sample", disk: { ok: false, free: null } }],
    ["edits that are not in git", { notCommitted: "no identity" }],
  ];
  const html = (change: Partial<SystemStatus>) => {
    const status = { ...healthy, ...change };
    const notice = show(ProblemNotice, { status, clock, target, undelivered: [] });
    return (
      show(StatusLine, { status, clock }).replaceAll('<span class="status__item status__item--bad">', "<span> ! ") +
      notice
    );
  };
  await expect(screens(["all is well", {}], cases, html)).toMatchFileSnapshot("./snapshots/system-status.txt");
});

it("Every page of one message says what happened and what to do", async () => {
  const text = Object.entries(messages).map(([name, message]) =>
    withTitle(`${name} (${message.status})`, linesOf(show(MessagePage, { message }))),
  );
  await expect(text.join("\n")).toMatchFileSnapshot("./snapshots/messages.txt");
});

const day = (day: string, views = 0, sent = 0) => ({ day, views, sent });
const someVisits: VisitSummary = {
  days: [day("2026-11-14", 43, 2), day("2026-11-15"), day("2026-11-16", 3)],
  views: 46,
  sent: 2,
  bots: 12,
  pages: [
    { name: "/contact", views: 33 },
    { name: "/old", views: 13 },
  ],
  hosts: [
    { name: "maps.example", views: 22 },
    { name: "", views: 2 },
    { name: "other", views: 1 },
  ],
};
const visitsSection = (visits: VisitSummary) => show(VisitsSection, { visits, pageNames: { "/contact": "Contact" } });

it("Visits are told in whole fives, and what looks like one visit as under five", async () => {
  const text = screens<VisitSummary>(
    ["some visits", someVisits],
    [["one page seen, one request sent", { ...someVisits, views: 1, sent: 1 }]],
    visitsSection,
  );
  await expect(text).toMatchFileSnapshot("./snapshots/visits.txt");
});
