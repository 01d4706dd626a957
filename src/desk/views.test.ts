import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { sampleStored } from "../../tests/kit/sample-request.ts";
import type { HistoryEvent } from "../requests/store/desk-store.ts";
import type { StoredRequest } from "../requests/store/stored-request.ts";
import type { SystemStatus } from "../requests/system-status.ts";
import { DeletePage } from "./views/delete-page.tsx";
import { ListPage, type ListPageProps } from "./views/list-page.tsx";
import { Parts, SearchResults } from "./views/list-sections.tsx";
import { RequestPage, type RequestPageProps, requestTitle } from "./views/request-page.tsx";
import { ProblemNotice, StatusLine } from "./views/system-status.tsx";

const hour = 60 * 60_000;
/** Tuesday, 17 November 2026, 2:20 p.m. in Halifax. */
const now = Date.UTC(2026, 10, 17, 18, 20);
const clock = { now, timeZone: "America/Halifax" };
const target = { url: "/desk", csrfToken: "token" };
const studio = {
  brand: "Tideline",
  shortName: "Tideline",
  practitioner: "Cerys",
  phone: "029 2018 0142",
  accent: "#2fa39a",
  language: "en-GB",
  mark: { outline: "M0 0" },
};

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
    .replaceAll(/<\/?(header|h\d|p|li|dt|dd|div|section|form|textarea|label|summary|br)\b[^>]*>/g, "\n")
    .replaceAll(/<\/(span|small)>(?=<(span|small))/g, " ")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'");
  return text
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .filter(Boolean);
}

/** The lines that a change takes away and adds. */
function compare(before: string[], after: string[]) {
  return {
    gone: before.filter((line) => !after.includes(line)),
    added: after.filter((line) => !before.includes(line)),
  };
}

describe("The page of a request", () => {
  const events: HistoryEvent[] = [{ at: now - hour, event: "sent" }];
  const page = (change: Partial<RequestPageProps> = {}) =>
    show(RequestPage, { request: asked(1), events, clock, studio, target, fullAccess: true, ...change });
  const lines = (change?: Partial<RequestPageProps>) => linesOf(page(change));

  it("shows an open request", () => {
    expect(lines()).toEqual([
      ...["Received today, 1:20 p.m.", "Canary Ana", "Facial", "Answer by tomorrow, 1:20 p.m.", "23 h 0 min left"],
      ...["Message", "Hello", "[tel:7805550100] Call", "[sms] Text", "[mailto] Write", "{answered} Mark as answered"],
      ...["Details", "Phone", "780-555-0100", "Email", "canary@example.com", "Reference", "K7QF3M2P"],
      ...["For your calendar", "Save the entry", "{note}", "Private note"],
      ...["Only you see it. It is erased with the request.", "Save note", "Something else"],
      ...["{apart} Not a real request", "Moves it to “Maybe spam” and ends its reminders. You can undo that."],
      ...["{sent again} Send me its email again", "[/desk/requests/K7QF3M2P/delete] Delete this request…", "History"],
      ...["Received Today, 1:20 p.m.", "Email sent to you Today, 1:20 p.m."],
      "Reminder, if still open Tomorrow, 9:20 a.m.",
    ]);
  });

  const deadlineLines = ["Answer by tomorrow, 1:20 p.m.", "23 h 0 min left"];
  const reminderLine = "Reminder, if still open Tomorrow, 9:20 a.m.";
  const receivedLines = ["Received today, 1:20 p.m.", ...deadlineLines, "Received Today, 1:20 p.m.", reminderLine];
  const verdictLines = [
    "{apart} Not a real request",
    "Moves it to “Maybe spam” and ends its reminders. You can undo that.",
  ];
  const ownerLines = [
    ...["For your calendar", "Save the entry", "{note}", "Private note"],
    ...["Only you see it. It is erased with the request.", "Save note"],
    ...["{sent again} Send me its email again", "[/desk/requests/K7QF3M2P/delete] Delete this request…"],
  ];
  const failedLines = ["This was not saved.", "Nothing has changed. Try again."];
  const spam = "Maybe spam. A field hidden from people was filled in.";

  it.each<[string, Partial<RequestPageProps>, string[], string[]]>([
    ["opened by the link of an email", { fullAccess: false }, ownerLines, []],
    [
      "due soon",
      { request: asked(21) },
      receivedLines,
      [
        ...["Received yesterday, 5:20 p.m.", "Soon Answer by today, 5:20 p.m.", "3 h 0 min left"],
        "Received Yesterday, 5:20 p.m.",
      ],
    ],
    [
      "overdue",
      { request: asked(27) },
      receivedLines,
      [
        ...["Received yesterday, 11:20 a.m.", "Overdue Answer was due today, 11:20 a.m.", "3 h 0 min late"],
        "Received Yesterday, 11:20 a.m.",
      ],
    ],
    [
      "without what may be left out, from a number that is too short",
      { request: asked(1, { phone: "1", treatment: "", message: "" }) },
      ["Facial", "Hello", "[tel:7805550100] Call", "[sms] Text", "780-555-0100"],
      ["No treatment named", "No message.", "1"],
    ],
    [
      "from an extension",
      { request: asked(1, { phone: "780-555-0100 x12" }) },
      ["[tel:7805550100] Call", "[sms] Text", "780-555-0100"],
      ["[tel:7805550100,12] Call", "780-555-0100 x12"],
    ],
    [
      "suspect for two reasons",
      { request: asked(1, { flags: ["trap", "limit"] }) },
      [...deadlineLines, ...verdictLines, reminderLine],
      [
        `${spam} Many requests came from one connection. If it is real, its answer is due tomorrow at 1:20 p.m.`,
        ...["{real} It is a real request", "Looked like spam Today, 1:20 p.m."],
      ],
    ],
    [
      "suspect and late",
      { request: asked(27, { flags: ["trap"] }) },
      ["Received today, 1:20 p.m.", ...deadlineLines, ...verdictLines, "Received Today, 1:20 p.m.", reminderLine],
      [
        ...["Received yesterday, 11:20 a.m.", `${spam} If it is real, its answer was due today at 11:20 a.m.`],
        ...["{real} It is a real request", "Received Yesterday, 11:20 a.m.", "Looked like spam Yesterday, 11:20 a.m."],
      ],
    ],
    [
      "no real one, as the owner said, by the link of an email",
      { request: asked(1, { verdict: "apart" }), fullAccess: false },
      [
        ...deadlineLines,
        ...ownerLines.slice(0, 6),
        "Something else",
        ...verdictLines,
        ...ownerLines.slice(6),
        reminderLine,
      ],
      [
        "Maybe spam. You said that it is not a real request. If it is real, its answer is due tomorrow at 1:20 p.m.",
        "{real} It is a real request",
      ],
    ],
    ["saved", { savedAt: now - 60_000 }, [], ["Saved today at 2:19 p.m."]],
    ["not saved", { unsaved: { note: "typed" }, request: asked(1, { note: "old" }) }, [], [...failedLines, "typed"]],
    [
      "answered with one of two replies",
      { studio: { ...studio, replies: ["One", "Two"].map((label) => ({ label, paragraphs: [] })) } },
      [],
      [
        ...["Replies ready to send", "One", "[sms] Text: One", "[mailto] Write: One"],
        ...["Two", "[sms] Text: Two", "[mailto] Write: Two"],
      ],
    ],
    [
      "old and has been through everything",
      {
        request: asked(22, { attempts: 3, flags: ["trap"], verdict: "real" }),
        events: (
          ["sent", "sent again", "sent", "reminded", "confirmed", "announced", "taken back", "apart", "real"] as const
        ).map((event, index) => ({ event, at: now - index * hour })),
      },
      [...receivedLines.slice(0, -1), "Email sent to you Today, 1:20 p.m.", reminderLine],
      [
        ...["Received yesterday, 4:20 p.m.", "Soon Answer by today, 4:20 p.m.", "2 h 0 min left"],
        ...["Received Yesterday, 4:20 p.m.", "Looked like spam Yesterday, 4:20 p.m."],
        ...["Email sent to you Today, 2:20 p.m.", "Email requested again Today, 1:20 p.m."],
        ...["Email sent to you, at try 3 Today, 12:20 p.m.", "Reminded Today, 11:20 a.m."],
        ...[
          "Confirmation sent to the visitor Today, 10:20 a.m.",
          "You were told that it will be erased Today, 9:20 a.m.",
        ],
        ...[
          "Undone Today, 8:20 a.m.",
          "You said it is not real Today, 7:20 a.m.",
          "You said it is real Today, 6:20 a.m.",
        ],
      ],
    ],
    ...[
      [0, "Email on its way"],
      [4, "Email not sent yet, after 4 tries"],
    ].map(([attempts, line]): [string, Partial<RequestPageProps>, string[], string[]] => [
      `not emailed after ${attempts} tries`,
      { request: asked(1, { deliveredAt: null, attempts: Number(attempts) }), events: [] },
      ["Email sent to you Today, 1:20 p.m."],
      [String(line)],
    ]),
  ])("changes for a request that is %s", (_, change, gone, added) => {
    expect(compare(lines(), lines(change))).toEqual({ gone, added });
  });

  const answered = { request: asked(10, { answeredAt: now }) };
  it("shows an answered request", () => {
    expect(lines(answered)).toEqual([
      ...["You have answered Canary Ana", "Marked today at 2:20 p.m., with 14 hours to spare. No reminder will come."],
      ...["{taken back} Undo", "[/desk] All requests", "Facial", "Hello", "Reach Canary again"],
      ...["Phone", "[tel:7805550100] 780-555-0100", "Email", "[mailto] canary@example.com", ...ownerLines.slice(0, 6)],
      ...["History", "Received Today, 4:20 a.m.", "Email sent to you Today, 1:20 p.m.", "Something else"],
      ...ownerLines.slice(6),
    ]);
  });

  it.each<[string, Partial<RequestPageProps>, string[], string[]]>([
    [
      "opened by the link of an email",
      { fullAccess: false },
      [...ownerLines.slice(0, 6), "Something else", ...ownerLines.slice(6)],
      [],
    ],
    [
      "too late, and had left much out",
      { request: asked(30, { answeredAt: now - 6 * hour, phone: "1", treatment: "", message: "" }) },
      [
        "Marked today at 2:20 p.m., with 14 hours to spare. No reminder will come.",
        ...["Facial", "Hello", "[tel:7805550100] 780-555-0100", "Received Today, 4:20 a.m."],
      ],
      [
        ...["Marked today at 8:20 a.m. No more reminders come.", "No treatment named", "No message.", "1"],
        "Received Yesterday, 8:20 a.m.",
      ],
    ],
    ["not saved", { unsaved: {} }, [], failedLines],
  ])("changes for an answered request that is %s", (_, change, gone, added) => {
    expect(compare(lines(answered), lines({ ...answered, ...change }))).toEqual({ gone, added });
  });
});

it.each<[number, string, string]>([
  [1, "due", '<line y1="4" y2="4" x2="95.8%" class="lit">'],
  [20, "due due--soon", '<line x1="16.7%" x2="16.7%" y1="0" y2="9" class="now">'],
  [27, "due due--over", '<line y1="4" y2="4" x2="100%" class="out">'],
])("After %i hours the deadline is drawn as %s, with the bar %s", (hours, state, bar) => {
  const props = { request: asked(hours), events: [], clock, studio, target, fullAccess: true };
  const html = show(RequestPage, props);
  expect(html).toContain(`<section class="${state}" aria-label="Answer by">`);
  expect(html).toContain(bar);
  expect(/class="lit"/.test(html)).toBe(hours < 24);
});

it.each<[string, Partial<StoredRequest>, number]>([
  ["Open: Canary Ana", {}, 1],
  ["Soon: Canary Ana", {}, 20],
  ["Overdue: Canary Ana", {}, 24],
  ["Maybe spam: Canary Ana", { flags: ["trap"] }, 30],
  ["Answered: Canary Ana", { flags: ["trap"], answeredAt: now }, 30],
])("The title of a request says %s", (title, change, hours) => {
  expect(requestTitle(asked(hours, change), clock)).toBe(title);
});

it("The second step of deleting names the request, and comes again if it failed", () => {
  const lines = (change: Partial<StoredRequest>, failed = false) =>
    linesOf(show(DeletePage, { request: asked(1, change), clock, target, failed }));
  const open = lines({});
  expect(open).toEqual([
    ...["[/desk/requests/K7QF3M2P] Back to the request", "Delete this request?", "Canary Ana, Facial"],
    ...["Received today, 1:20 p.m.", "Not answered yet"],
    "Name, phone, email, message, your note and the history are erased. This cannot be undone.",
    "Emails in your mailbox stay until you delete them there. Backups made until today keep a copy until they are replaced.",
    ...["[/desk/requests/K7QF3M2P] Keep it", "{delete} Delete for good"],
  ]);
  expect(compare(open, lines({ answeredAt: now, treatment: "" }))).toEqual({
    gone: ["Canary Ana, Facial", "Not answered yet"],
    added: ["Canary Ana, no treatment named"],
  });
  expect(compare(open, lines({}, true)).added).toEqual(["This was not saved.", "Nothing has changed. Try again."]);
});

const healthy: SystemStatus = {
  email: { unset: false, waiting: 0, since: null },
  disk: { ok: true, free: 0.7 },
  backup: { at: now - hour, missing: false },
  hidden: null,
};
const undeliveredChange = { deliveredAt: null, lastError: "EAUTH 535" };

describe("The list of requests", () => {
  const named = (name: string, hoursAgo: number, change: Partial<StoredRequest> = {}) =>
    asked(hoursAgo, { id: name, name, reference: name.toUpperCase(), ...change });
  const listOf = (...oldest: StoredRequest[]) => ({ count: oldest.length, oldest });
  const page = (change: Partial<ListPageProps> = {}) =>
    show(ListPage, {
      open: listOf(named("Ana", 1)),
      overdueCount: 0,
      suspect: listOf(),
      answered: { count: 0, newest: [] },
      starts: { open: 0, suspect: 0, answered: 0 },
      status: healthy,
      visits: null,
      pageNames: {},
      questions: [],
      clock,
      target,
      phones: null,
      deleted: null,
      ...change,
    });
  const lines = (change?: Partial<ListPageProps>) => linesOf(page(change));
  const late = { ...healthy, email: { unset: false, waiting: 1, since: now - hour } };
  const unset = { ...healthy, email: { unset: true, waiting: 2, since: null } };

  const statusLine = (email: string) =>
    `State of the website: ${email} Disk is fine Backup today, 1:20 p.m. Visible to search engines`;
  const anaLines = ["[/desk/requests/ANA] Ana", "Facial, Tue 1:20 p.m.", "[tel:7805550100]", "Hello"];
  const dueLine = "The next answer is due tomorrow at 1:20 p.m.";
  const openLines = ["One is waiting", dueLine, "Open 1, oldest first", "23 h 0 min left", ...anaLines];
  const wellLines = [statusLine("Emails go out"), "Go out."];
  const lateLines = [
    ...[statusLine("No emails since today, 1:20 p.m."), "Not going out since today, 1:20 p.m. One waits."],
    "Emails have not gone out since today, 1:20 p.m.",
    "One email waits. Requests still arrive and are safe here, but nothing reaches your mailbox. Until this is fixed, look at this page.",
    "Tap Try now. The site also tries by itself, every few minutes.",
    "Still nothing? Look at the mail account: has its password changed, is its bill paid?",
  ];
  const sendLine = "Then send this line to the person who looks after the site:";

  it("shows a request that waits", () => {
    expect(lines()).toEqual([
      ...[statusLine("Emails go out"), "Emails", "Go out.", "Disk", "Fine. 70 % free.", "Backup", "Today, 1:20 p.m."],
      ...["Visible", "Search engines may see the site.", ...openLines, "Search name, phone, email or reference"],
      ...["Search", "Answered 0 in the last four weeks", "[/desk/requests.csv] Save all as a spreadsheet"],
      "The site erases requests when your privacy policy says so, but not this file. Delete it when you are done.",
    ]);
  });

  it.each<[string, Partial<ListPageProps>, string[], string[]]>([
    [
      "an upgrade has brought a question",
      { questions: ["Which numbing cream you use"] },
      [],
      [
        "A new question waits for your answer: Which numbing cream you use. You find it in the editor, under Questions before launch. The site stays as it is meanwhile.",
      ],
    ],
    ["nothing waits", { open: listOf() }, openLines, ["Nothing is waiting", "The next request comes to you by email."]],
    [
      "nothing waits and emails are late",
      { open: listOf(), status: late },
      [...wellLines, ...openLines],
      [
        ...[...lateLines, `${sendLine} emails wait and no attempt has failed yet`, "{try now} Try now"],
        ...["Nothing is waiting", "The next request is shown here."],
      ],
    ],
    [
      "one is overdue",
      { open: listOf(named("Ben", 27), named("Cai", 21)), overdueCount: 1 },
      ["One is waiting", dueLine, "23 h 0 min left", ...anaLines.slice(0, 2)],
      [
        ...["Two are waiting", "One is overdue. The next answer is due today at 5:20 p.m.", "Overdue 1"],
        ...["Overdue by 3 h 0 min", "[/desk/requests/BEN] Ben", "Facial, Mon 11:20 a.m.", "3 h 0 min left"],
        ...["[/desk/requests/CAI] Cai", "Facial, Mon 5:20 p.m."],
      ],
    ],
    [
      "two are overdue",
      { open: listOf(named("Ben", 27), named("Cai", 100)), overdueCount: 2 },
      openLines.slice(0, 6),
      [
        ...["Two are waiting", "Two are overdue.", "Overdue 2", "Overdue by 3 h 0 min", "[/desk/requests/BEN] Ben"],
        ...["Facial, Mon 11:20 a.m.", "Overdue by 3 days", "[/desk/requests/CAI] Cai", "Facial, Fri 10:20 a.m."],
      ],
    ],
    [
      "much was left out",
      { open: listOf(named("Ben", 1, { phone: "1", treatment: "", message: "", ...undeliveredChange })) },
      anaLines,
      ["[/desk/requests/BEN] Ben", "No treatment named, Tue 1:20 p.m.", "No message."],
    ],
    [
      "its email is late",
      { open: listOf(named("Ben", 1, undeliveredChange)), status: late },
      [...wellLines, dueLine, "[/desk/requests/ANA] Ana"],
      [
        ...[...lateLines, `${sendLine} mail server refused the password (EAUTH 535)`, "{try now} Try now"],
        ...["[/desk/requests/BEN] See the new request", "No email about Ben has reached you yet."],
        ...["[/desk/requests/BEN] Ben", "No email sent yet"],
      ],
    ],
    [
      "another email is late",
      { status: late },
      wellLines,
      [...lateLines, `${sendLine} emails wait and no attempt has failed yet`, "{try now} Try now"],
    ],
    [
      "two emails wait for a mail server that is not set",
      { open: listOf(named("Ben", 1, undeliveredChange), named("Cai", 1, undeliveredChange)), status: unset },
      [...wellLines, ...openLines.slice(0, 3), "[/desk/requests/ANA] Ana"],
      [
        ...[statusLine("No emails as no mail server is set up"), "No mail server is set up.", "Emails cannot go out"],
        "Two emails wait. Requests still arrive and are safe here, but nothing reaches your mailbox. Until this is fixed, look at this page.",
        "Send this line to the person who looks after the site: SMTP_URL or RESEND_API_KEY is not set",
        ...["[/desk/requests/BEN] See the new request", "Two are waiting"],
        ...["No email about two of them has reached you yet.", "Open 2, oldest first", "[/desk/requests/BEN] Ben"],
        ...["No email sent yet", "[/desk/requests/CAI] Cai", "No email sent yet"],
      ],
    ],
    [
      "some are maybe spam",
      { suspect: listOf(named("Dan", 1, { flags: ["trap"] }), named("Eve", 1, { verdict: "apart" })) },
      [],
      [
        ...["Maybe spam 2", "No reminder comes for these. Is one of them real? Open it and say so."],
        ...["[/desk/requests/DAN] Dan", "Tue 1:20 p.m. A field hidden from people was filled in"],
        ...["[/desk/requests/EVE] Eve", "Tue 1:20 p.m. You said that it is not a real request"],
      ],
    ],
    [
      "only one that is maybe spam waits",
      { open: listOf(), suspect: listOf(named("Dan", 1, { flags: ["trap"] })) },
      openLines,
      [
        ...["Nothing is waiting", "Maybe spam 1"],
        "No reminder comes for these. Is one of them real? Open it and say so.",
        ...["[/desk/requests/DAN] Dan", "Tue 1:20 p.m. A field hidden from people was filled in"],
      ],
    ],
    [
      "two are answered",
      {
        answered: {
          count: 2,
          newest: [named("Fay", 30, { answeredAt: now - hour }), named("Gus", 30, { answeredAt: now, treatment: "" })],
        },
      },
      ["Answered 0 in the last four weeks"],
      [
        ...["Answered 2 in the last four weeks", "[/desk/requests/FAY] Fay", "Tue 1:20 p.m. Facial"],
        ...["[/desk/requests/GUS] Gus", "Tue 2:20 p.m. No treatment named"],
      ],
    ],
    [
      "it is on the second page",
      { open: { count: 40, oldest: [named("Ben", 1)] }, starts: { open: 25, suspect: 0, answered: 0 } },
      [...openLines.slice(0, 3), "[/desk/requests/ANA] Ana"],
      ["40 are waiting", "Open 40, oldest first", "[/desk/requests/BEN] Ben", "[/desk] Back", "26 to 40 of 40"],
    ],
    ["another was deleted", { deleted: "ABCDEFGH" }, [], ["Deleted: ABCDEFGH."]],
    [
      "two phones are signed in",
      {
        phones: {
          own: "a",
          sessions: [
            { name: "a", device: "iPhone", since: now - 24 * hour, usedAt: now, epoch: "" },
            { name: "b", device: "iPad", since: now - 48 * hour, usedAt: now - 24 * hour, epoch: "" },
          ],
        },
      },
      [],
      [
        ...["Signed-in phones 2", "This phone", "iPhone, since 16 November", "{end session} Sign out", "iPad"],
        ...["since 15 November, last used 16 November", "{end session} End the session of iPad"],
        "{sign out everywhere} Sign out everywhere",
        "For a lost phone. Signs out every phone, this one too, and ends the links in your emails.",
      ],
    ],
  ])("changes when %s", (_, change, gone, added) => {
    expect(compare(lines(), lines(change))).toEqual({ gone, added });
  });

  it("colours each overdue request, but not five of them", () => {
    const overdue = (count: number) =>
      page({
        open: listOf(...Array.from({ length: count }, (_, index) => named(`A${index}`, 30))),
        overdueCount: count,
      });
    expect(overdue(4).match(/class="item item--over"/g)).toHaveLength(4);
    expect([overdue(4), overdue(5)].map((html) => html.includes('<ul role="list" class="many">'))).toEqual([
      false,
      true,
    ]);
    expect(page().match(/class="item"/g)).toHaveLength(1);
  });

  it.each(["open", "suspect", "answered"] as const)("has its later pages of what is %s", (list) => {
    const starts = { open: 0, suspect: 0, answered: 0, [list]: 25 };
    const many = { count: 40, oldest: [], newest: [] };
    const added = compare(lines(), lines({ starts, suspect: listOf(named("Dan", 1)), [list]: many })).added;
    expect(added).toContain("26 to 40 of 40");
    expect(page({ starts }).includes('<details class="fold" open="">')).toBe(list === "answered");
  });
});

it.each<[number, number, string[]]>([
  [0, 25, []],
  [0, 26, ["1 to 25 of 26", "[/desk?open=25] Next"]],
  [25, 26, ["[/desk] Back", "26 to 26 of 26"]],
  [50, 90, ["[/desk?open=25] Back", "51 to 75 of 90", "[/desk?open=75] Next"]],
  [75, 40, ["[/desk?open=50] Back"]],
])("The part of a list from %i of %i has the links %j", (start, count, expected) => {
  expect(linesOf(show(Parts, { list: "open", start, count }))).toEqual(expected);
});

it("A search says how many it found, and of each its state", () => {
  const found = [
    asked(1),
    asked(20),
    asked(30, { treatment: "" }),
    asked(1, { flags: ["trap"] }),
    asked(1, { answeredAt: now }),
  ];
  const results = found.map((request, index) => ({ ...request, id: String(index) }));
  const lines = (some: StoredRequest[]) => linesOf(show(SearchResults, { query: "ana", results: some, clock }));
  const states = [
    "Open, Facial",
    "Open, Facial",
    "Overdue, no treatment named",
    "Maybe spam, Facial",
    "Answered, Facial",
  ];
  expect(lines(results).slice(0, 2)).toEqual(["5 found for “ana”", "[/desk] Back to all"]);
  expect(
    lines(results)
      .filter((line) => /^\w{3} \d/.test(line))
      .map((line) => line.split("m. ")[1]),
  ).toEqual(states);
  expect(lines([]).slice(0, 3)).toEqual([
    ...["None found for “ana”", "[/desk] Back to all", "Nobody by that name, phone, email or reference."],
  ]);
});

describe("The state of the website", () => {
  const tell = (change: Partial<SystemStatus>, undelivered: StoredRequest[] = []) => {
    const status = { ...healthy, ...change };
    const notice = linesOf(show(ProblemNotice, { status, clock, target, undelivered }));
    return { html: show(StatusLine, { status, clock }), notice };
  };
  it.each<[string, Partial<SystemStatus>, string[], string]>([
    [
      "full disk",
      { disk: { ok: false, free: 0.034 } },
      ["Disk is nearly full", "Nearly full. 3 % free."],
      "the disk is nearly full",
    ],
    ["disk that is not its own", { disk: { ok: true, free: null } }, ["Disk is fine", "Fine."], ""],
    [
      "first backup to be made",
      { backup: { at: null, missing: true } },
      ["No backup yet", "None was made yet."],
      "no backup was made yet",
    ],
    [
      "backup that is too old",
      { backup: { at: now - 72 * hour, missing: true } },
      ["No backup since Sat 2:20 p.m.", "The last was Sat 2:20 p.m."],
      "the last backup is older than two days",
    ],
    [
      "backup that is not needed yet",
      { backup: { at: null, missing: false } },
      ["Backups start at launch", "Not needed before the launch."],
      "",
    ],
    [
      "backup elsewhere",
      { backup: { at: null, missing: false, elsewhere: true } },
      ["Backup is made elsewhere", "Made by the database’s own host."],
      "",
    ],
    [
      "site that is hidden, on a full disk",
      { hidden: "a sample", disk: { ok: false, free: null } },
      ["Hidden from search engines", "No: a sample."],
      "the disk is nearly full; search engines are asked to stay away (a sample)",
    ],
  ])("is told in two places for a %s", (_, change, [summary = "", details], problem) => {
    const { html, notice } = tell(change);
    expect(linesOf(html)[0]).toContain(summary);
    expect(linesOf(html)).toContain(details);
    expect(notice).toEqual(
      problem
        ? [
            ...["The site needs a look", "Requests arrive and are safe, and emails go out."],
            `Send this line to the person who looks after the site: ${problem}`,
          ]
        : [],
    );
    expect(html.includes("sign bad")).toBe(problem !== "");
  });

  it.each([
    [null, "emails wait and no attempt has failed yet"],
    ["EAUTH 535", "mail server refused the password (EAUTH 535)"],
    ["401", "mail server refused the password (401)"],
    ["ETIMEDOUT", "mail server cannot be reached (ETIMEDOUT)"],
    ["EMESSAGE 554", "mail server refused the email (EMESSAGE 554)"],
    ["/data/mail may not be written by this user (401)", "/data/mail may not be written by this user (401)"],
  ])("names the error %s as: %s", (lastError, text) => {
    const undelivered = [asked(2, { deliveredAt: null }), asked(1, { deliveredAt: null, lastError })];
    const { notice } = tell({ email: { unset: false, waiting: 2, since: now - hour } }, undelivered);
    expect(notice).toContain(`Then send this line to the person who looks after the site: ${text}`);
    expect(notice.at(-1)).toBe("[/desk/requests/K7QF3M2P] See the new request");
  });
});
