import { describe, expect, it, onTestFinished } from "vitest";
import { sampleStored } from "../../../tests/kit/sample-request.ts";
import { startSmtpServer } from "../../../tests/kit/smtp-server.ts";
import { createDeskLinks } from "../desk-links.ts";
import { fields, mapFields } from "../request.ts";
import type { SystemStatus } from "../system-status.ts";
import { phoneLink } from "./contact-links.ts";
import { digestEmail, reminderEmail } from "./reminder-emails.ts";
import { confirmationEmail, requestEmail, summaryEmail } from "./request-email.ts";
import { createSmtpMailer } from "./smtp.ts";

const context = { timeZone: "America/Halifax" };
const studio = {
  brand: "Tideline Skin Rooms",
  shortName: "Tideline",
  practitioner: "Cerys Vaughan",
  phone: "029 2018",
  accent: "#2fa39a",
};
const store = { get: async () => "A".repeat(43), getOrSet: async () => "", set: async () => {} };
const desk = createDeskLinks({ store, siteUrl: "https://studio.example", deskEpoch: "" });
const contextWithDesk = { ...context, studio, desk };

const request = sampleStored({
  receivedAt: Date.UTC(2026, 6, 15, 21, 4),
  name: "Zoë O’Brien",
  email: "o'brien+tag@example.com",
  phone: "+1 (780) 555-0100 ext. 12",
  message: "First line\nsecond line",
});

const links = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

describe("The email about a request", () => {
  it("says who asks, what for, when in the studio's time zone, and by when an answer is promised", async () => {
    const { subject, text, html, replyTo } = await requestEmail(request, context);
    expect(subject).toBe("Consultation request from Zoë O’Brien (K7QF3M2P)");
    expect(replyTo).toEqual({ name: "Zoë O’Brien", address: "o'brien+tag@example.com" });
    for (const expected of [
      "Zoë O’Brien\n",
      "Call +1 (780) 555-0100 ext. 12",
      "Write to o'brien+tag@example.com",
      "Facial",
      "First line\nsecond line",
      "Received Wednesday, 15 July, 6:04 p.m.",
      "Answer by Thursday, 16 July, 6:04 p.m.",
      "npm run requests -- answered K7QF3M2P",
    ]) {
      expect(text).toContain(expected);
    }
    expect(html).toContain("First line\nsecond line");
  });

  it("contains every field", async () => {
    const { text, html } = await requestEmail({ ...request, ...mapFields((field) => `the ${field}`) }, context);
    for (const field of fields) expect([text, html]).toEqual(Array(2).fill(expect.stringContaining(`the ${field}`)));
  });

  it("has a link to call and a link to write, with a prepared reply", async () => {
    const [call, write] = links((await requestEmail(request, { ...context, studio })).html);
    expect(call).toBe("tel:+17805550100,12");
    const url = new URL(write?.replaceAll("&#39;", "'").replaceAll("&amp;", "&") ?? "");
    expect(url.pathname).toBe("o'brien%2Btag@example.com");
    expect(url.searchParams.get("subject")).toBe("Your consultation request K7QF3M2P");
    expect(url.searchParams.get("body")?.split("\r\n").filter(Boolean)).toEqual([
      "Hello Zoë,",
      "Thank you for your message about a consultation.",
      "Warmly,",
      "Cerys Vaughan",
      "Tideline Skin Rooms",
      "029 2018",
    ]);
    const elsewhere = { ...request, phone: "٠٧٨٠٥٥٥٠١٠٠" };
    expect(links((await requestEmail(elsewhere, context)).html)).toHaveLength(1);
  });

  it.each([
    ["780-555-0100 x12", "tel:7805550100,12"],
    ["780-555-0100x12", "tel:7805550100,12"],
    ["780-555-0100 X 12", "tel:7805550100,12"],
    ["780-555-0100 #12", "tel:7805550100,12"],
    ["780-555-0100 extension 12", "tel:7805550100,12"],
    ["+1+780 555 0100", "tel:+17805550100"],
    ["555 0100", "tel:5550100"],
    ["55 0100", null],
    ["55 0100 x12", null],
  ])("links the phone number %s to %s", (phone, link) => {
    expect(phoneLink(phone)).toBe(link);
  });

  it("links to its request on the desk, if there is one, and then mentions no command", async () => {
    const { text, html } = await requestEmail(request, contextWithDesk);
    const [open] = links(html);
    expect(open).toMatch(/^https:\/\/studio\.example\/desk\/r\/K7QF3M2P\.[\w-]{43}$/);
    expect(text).toContain(open);
    expect(text).toContain("The website cannot see calls and replies.");
    expect(text).toContain("Do not forward this email: its links open requests without a password.");
    expect(text).not.toContain("npm run");
  });

  it("asks for an answer while the studio is open", async () => {
    const hours = [{ days: ["Wednesday", "Thursday"], opens: "10:00", closes: "16:00" }];
    const { text, html } = await requestEmail(request, { ...context, studio: { ...studio, hours } });
    for (const form of [text, html.replaceAll("&nbsp;", " ").replaceAll("\u00a0", " ")])
      expect(form).toContain("Thursday, 16 July, 4:00 p.m.");
  });

  it("says why the request seems automated, but not in the subject, which a reply repeats", async () => {
    const { subject, text } = await requestEmail({ ...request, flags: ["trap"] }, context);
    expect(subject).toBe("Consultation request from Zoë O’Brien (K7QF3M2P)");
    expect(text).toContain("Possibly automated: \nA field hidden from people was filled in");
  });

  it("is a new email to the mailbox when the owner asks for a copy", async () => {
    expect((await requestEmail(request, context)).id).toBe(request.id);
    expect((await requestEmail({ ...request, copy: 2 }, context)).id).toBe(`${request.id}.2`);
  });
});

describe("The email to a visitor", () => {
  const hours = [{ days: ["Thursday"], opens: "10:00", closes: "16:00" }];

  it("says by when she hears from whom, where a reply goes, and nothing that she typed", () => {
    const typed = { ...request, ...mapFields((field) => `canary ${field}`) };
    const { subject, text, html } = confirmationEmail(typed, { ...contextWithDesk, studio: { ...studio, hours } });
    expect(subject).toBe("Your request to Tideline Skin Rooms has arrived");
    expect(text.split("\n\n")).toEqual([
      "Your request has arrived",
      "Thank you. You will hear from me within 24 hours, by Thursday, 16 July, 4:00 p.m. Nothing by then? Please call 029 2018.",
      "Did you mistype your number, or forget something? A reply to this email comes to me.",
      "Cerys Vaughan\nTideline Skin Rooms",
      "Reference K7QF3M2P",
      "You did not write to Tideline Skin Rooms? Then somebody typed your address by mistake, and you need not do anything.\n",
    ]);
    expect(subject + text + html).not.toContain("canary");
  });

  it("names neither a person nor an hour where the studio is not known", () => {
    const { text } = confirmationEmail(request, context);
    expect(text).toContain("Thank you. You will hear from the studio within 24 hours.\n");
    expect(text).toContain("A reply to this email comes to the studio.");
  });
});

const breaks = ["\r\n", "\n", "\r", "\u0085", "\u2028", "\u0000\r\n", "%0d%0a", "\r\n\t"];
const headers = [
  "Bcc: eve@example.net",
  "To: eve@example.net",
  "Content-Type: text/html",
  "X-Evil: 1",
  "\r\n<h1>body</h1>",
];
const corpus = [
  ...breaks.flatMap((end) => headers.map((header) => `Eve${end}${header}`)),
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "<a href='http://evil.example'>Click</a>",
  "&lt;b&gt; &#x3c;script&#x3e;",
  "</body></html><h1>Fake</h1>",
  "=?utf-8?q?=0d=0aBcc:_eve@example.net?=",
  '"eve@example.net, victim" <eve@example.net>',
  "group: eve@example.net, mallory@example.net;",
  "\u202eexe.gnp\u202c \u2066hidden\u2069 \u200f",
  "Eve\u0000\u0007\u001b[31m\u009b31m",
  '=HYPERLINK("http://evil.example","x")',
  "{{constructor}} $(id) %s %n",
  "a".repeat(100),
  "😀".repeat(50),
  ".\r\n.\r\nMAIL FROM:<eve@example.net>",
];

describe("Hostile text", () => {
  const tags = (html: string) => html.match(/<[^>]*>/g)?.map((tag) => tag.replace(/href="[^"]*"/, "href"));

  it.each(corpus)("stays text in the email: %j", async (input) => {
    const hostile = { ...request, name: input, treatment: input, message: input, phone: `7805550100${input}` };
    const { subject, text, html, replyTo } = await requestEmail(hostile, context);
    // A number with an extension cannot be texted.
    const plain = ["7805550100", "7805550100 ext 1"].map(async (phone) => requestEmail({ ...request, phone }, context));
    expect((await Promise.all(plain)).map((email) => tags(email.html))).toContainEqual(tags(html));
    expect(subject + replyTo?.name).not.toMatch(/\p{Cc}/u);
    expect(text + html).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\u200e\u200f]/u);
    for (const href of links(html)) expect(href).toMatch(/^(tel:\+?[\d,]+|sms:\+?\d+\?[^\s"<>]+|mailto:[^\s"<>]+)$/);
  });

  it("adds neither a recipient nor a header to the email that the mail server gets", async () => {
    const smtpServer = await startSmtpServer();
    onTestFinished(smtpServer.close);
    const mailer = createSmtpMailer(smtpServer.url, { to: "studio@example.com", from: "website@example.com" }, 0);
    const names = ["Zoë", ...corpus];
    await Promise.all(
      names.map((name) => requestEmail({ ...request, name, message: name }, context).then(mailer.send)),
    );
    expect(smtpServer.received).toHaveLength(names.length);
    for (const { from, recipients, headers } of smtpServer.received) {
      expect([from, recipients]).toEqual(["website@example.com", ["studio@example.com"]]);
      expect(headers.map((header) => header.split(":")[0])).toEqual([
        "From",
        "To",
        "Reply-To",
        "Subject",
        "Message-ID",
        "Date",
        "MIME-Version",
        "Content-Type",
      ]);
    }
  });
});

const healthyStatus: SystemStatus = {
  email: { unset: false, waiting: 0, since: null },
  disk: { ok: true, free: 0.7 },
  backup: { at: request.receivedAt, missing: false },
  hidden: null,
};

describe("Emails about several requests:", () => {
  const now = request.receivedAt + 20 * 60 * 60_000;
  const open = { count: 1, oldest: [request] };
  const none = { count: 0, oldest: [] };
  const digestData = { unanswered: open, suspectCount: 0, status: null, now, date: "2026-11-15" };

  it("a summary holds every request in full", async () => {
    const { subject, text } = await summaryEmail(
      [request, { ...request, reference: "22222222", email: "b@example.com" }],
      context,
    );
    expect(subject).toBe("2 consultation requests at once");
    for (const expected of ["K7QF3M2P", "22222222", "o'brien+tag@example.com", "b@example.com", "second line"]) {
      expect(text).toContain(expected);
    }
  });

  it("a reminder names who waits, how to reach them and how to mark them", async () => {
    const { subject, text, html } = await reminderEmail(open, now, context);
    expect(subject).toBe("Not yet marked as answered: one request");
    for (const expected of ["Zoë O’Brien", "K7QF3M2P", "Answer by Thursday", "requests -- answered"]) {
      expect(text).toContain(expected);
    }
    expect(links(html)).toEqual(["tel:+17805550100,12", expect.stringMatching(/^mailto:/)]);
    expect((await reminderEmail(open, now + 5 * 60 * 60_000, context)).text).toContain(
      "Answer was promised by Thursday",
    );
  });

  it("a reminder and a digest open each request at the desk", async () => {
    const link = await desk.requestLink("K7QF3M2P");
    for (const email of [
      await reminderEmail(open, now, contextWithDesk),
      await digestEmail(digestData, contextWithDesk),
    ]) {
      expect(links(email?.html ?? "")).toEqual(expect.arrayContaining([link, "tel:+17805550100,12"]));
      expect(email?.text).toContain(link);
      expect(email?.text).not.toContain("npm run");
      expect(email?.text).toContain("Do not forward this email");
    }
    expect((await summaryEmail([request], contextWithDesk)).text).toContain("Do not forward this email");
    expect((await reminderEmail(open, now, context)).text).not.toContain("forward");
  });

  it("no digest comes when nothing is open and nothing is wrong; one does when something is", async () => {
    expect(await digestEmail({ ...digestData, unanswered: none, status: healthyStatus }, context)).toBeNull();
    expect(await digestEmail({ ...digestData, status: healthyStatus }, context)).toMatchObject({
      id: "digest-2026-11-15",
      subject: "Open this morning: one request",
      text: expect.stringContaining("emails go out, the disk has space, last backup Wednesday, 15 July, 6:04 p.m."),
    });
    for (const [problem, expected] of [
      [{ hidden: "a review makes a claim" }, "Search engines are asked to stay away from the site: a review"],
      [{ backup: { at: request.receivedAt, missing: true } }, "No backup since Wednesday, 15 July"],
      [{ disk: { ok: false, free: 0.01 } }, "The disk is nearly full"],
    ] as const) {
      const email = await digestEmail(
        { ...digestData, unanswered: none, status: { ...healthyStatus, ...problem } },
        context,
      );
      expect(email).toMatchObject({ subject: "The website needs a look", text: expect.stringContaining(expected) });
    }
  });

  it("a digest stays short when much is open, and counts suspect requests", async () => {
    const many = await digestEmail(
      { ...digestData, suspectCount: 3, unanswered: { count: 150, oldest: Array(100).fill(request) } },
      context,
    );
    expect(many?.subject).toBe("Open this morning: 150 requests");
    expect(many?.text).toContain("And 50 more");
    expect(many?.text).toContain("Maybe spam: 3.");
  });
});
