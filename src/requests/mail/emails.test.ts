import { describe, expect, it, onTestFinished } from "vitest";
import { exampleStudio } from "../../../tests/kit/desk.ts";
import { sampleStored } from "../../../tests/kit/sample-request.ts";
import { startSmtpServer } from "../../../tests/kit/smtp-server.ts";
import { tokenColour } from "../../build/token-colour.ts";
import { createDeskLinks } from "../desk-links.ts";
import { fields, mapFields } from "../request.ts";
import type { SystemStatus } from "../system-status.ts";
import { colours } from "./email-layout.ts";
import type { Email } from "./mailer.ts";
import { digestEmail, expiryEmail, reminderEmail, weeklyEmail } from "./owner-emails.ts";
import { confirmationEmail, requestEmail, summaryEmail } from "./request-email.ts";
import { createSmtpMailer } from "./smtp.ts";

const hour = 60 * 60_000;
const day = 24 * hour;

const context = { timeZone: "America/Halifax" };
const studio = {
  ...exampleStudio,
  hours: [{ days: ["Wednesday", "Thursday"], opens: "10:00", closes: "16:00" }],
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
const another = { ...request, reference: "22222222", name: "Ana <b>", phone: "780-555-0100", treatment: "" };
const now = request.receivedAt + 20 * hour;
const waiting = { count: 1, oldest: [request] };
const none = { count: 0, oldest: [] };

const healthyStatus: SystemStatus = {
  email: { unset: false, waiting: 0, since: null },
  disk: { ok: true, free: 0.7 },
  backup: { at: request.receivedAt, missing: false },
  hidden: null,
};
const digestData = {
  unanswered: waiting,
  spamCount: 0,
  status: healthyStatus,
  now,
  date: "2026-07-16",
};
const fullWeek = {
  monday: "2026-07-20",
  from: Date.UTC(2026, 6, 13, 3),
  until: Date.UTC(2026, 6, 20, 3),
  now: Date.UTC(2026, 6, 20, 11),
  answers: { count: 5, answered: 3, inTime: 2, median: 3 * hour, slowest: 50 * hour },
  unanswered: { count: 2, oldest: [request, another] },
  spamCount: 1,
  visits: { days: [], views: 1_238, sent: 5, bots: 0, pages: [], hosts: [] },
  status: { ...healthyStatus, backup: { at: request.receivedAt, missing: true } },
  siteNeeds: ["Photographs: 2 of 6 results are drawings.", "An answer about parking."],
  mayBeErased: true,
};

describe("An email reads as the file of its name in snapshots/ does:", () => {
  it.each<[string, () => Email | null | Promise<Email | null>]>([
    ["request", () => requestEmail({ ...request, flags: ["trap", "limit", "flood", "origin"] }, contextWithDesk)],
    ["request-without-desk", () => requestEmail(another, context)],
    ["confirmation", () => confirmationEmail(request, contextWithDesk)],
    ["summary", () => summaryEmail([request, another], contextWithDesk)],
    ["reminder", () => reminderEmail(waiting, now, contextWithDesk)],
    ["digest", () => digestEmail(digestData, contextWithDesk)],
    [
      "digest-of-many-and-problems",
      () => {
        const unanswered = { count: 150, oldest: [request] };
        const status = { ...healthyStatus, disk: { ok: false, free: 0.01 }, hidden: "a review makes a claim" };
        return digestEmail({ ...digestData, unanswered, spamCount: 3, status }, context);
      },
    ],
    ["expiry", () => expiryEmail({ count: 2, oldest: [request, another] }, now + 30 * day, contextWithDesk)],
    ["weekly", () => weeklyEmail(fullWeek, contextWithDesk)],
  ])("%s", async (name, write) => {
    const email = await write();
    if (!email) throw new Error("There is no such email.");
    const { text, html, replyTo, ...headers } = email;
    const head = Object.entries({ ...headers, ...(replyTo && { replyTo: `${replyTo.name} <${replyTo.address}>` }) });
    const message = `${head.map((entry) => entry.join(": ")).join("\n")}\n\n${text}`;
    await expect(message).toMatchFileSnapshot(`./snapshots/${name}.txt`);
    // All emails share one layout, so three show it: a line for each element, as a browser shows the email.
    if (["request", "confirmation", "weekly"].includes(name))
      await expect(html.replaceAll("><", ">\n<")).toMatchFileSnapshot(`./snapshots/${name}.html`);
  });
});

it("The email about a request has every field, and the email to its visitor not one word that was typed", async () => {
  const typed = { ...request, ...mapFields((field) => `canary ${field}`) };
  const { text, html } = await requestEmail(typed, context);
  for (const field of fields) expect([text, html]).toEqual(Array(2).fill(expect.stringContaining(`canary ${field}`)));
  const { visitor, ...confirmation } = confirmationEmail(typed, contextWithDesk);
  expect(visitor).toBe(typed.email);
  expect(JSON.stringify(confirmation)).not.toContain("canary");
});

it("Emails have the design's colours", () => {
  for (const [name, colour] of Object.entries(colours)) expect(colour, name).toBe(tokenColour(name));
});

it("A copy that the owner asks for is another email to the mailbox", async () => {
  expect((await requestEmail({ ...request, copy: 2 }, context)).id).toBe(`${request.id}.2`);
});

it("No digest comes when nothing is open and nothing is wrong; one does when something is", async () => {
  const quiet = { ...digestData, unanswered: none };
  expect(await digestEmail(quiet, context)).toBeNull();
  const problem = await digestEmail({ ...quiet, status: { ...healthyStatus, hidden: "a sample" } }, context);
  expect(problem?.subject).toBe("The website needs a look");
});

const corpus = [
  ...["\r\n", "\r", "\u2028", "\u0000\r\n", "\r\n\t"].map((end) => `Eve${end}Bcc: eve@example.net`),
  '"><img src=x onerror=alert(1)>',
  "<a href='http://evil.example'>Click</a>",
  "=?utf-8?q?=0d=0aBcc:_eve@example.net?=",
  '"eve@example.net, victim" <eve@example.net>',
  "\u202eexe.gnp\u202c \u2066hidden\u2069 \u200f",
  "Eve\u0000\u0007\u001b[31m\u009b31m",
  ".\r\n.\r\nMAIL FROM:<eve@example.net>",
];

it("Hostile text stays text, and adds neither a recipient nor a header to the email that the mail server gets", async () => {
  const smtpServer = await startSmtpServer();
  onTestFinished(smtpServer.close);
  const mailer = createSmtpMailer(smtpServer.url, { to: "studio@example.com", from: "website@example.com" }, 0);
  const tags = (html: string) => html.match(/<[^>]*>/g)?.map((tag) => tag.replace(/href="[^"]*"/, "href"));
  // A number with an extension cannot be texted.
  const plain = ["7805550100", "7805550100 ext 1"].map((phone) => requestEmail({ ...request, phone }, context));
  const plainTags = (await Promise.all(plain)).map(({ html }) => tags(html));
  for (const input of corpus) {
    const hostile = { ...request, name: input, treatment: input, message: input, phone: `7805550100${input}` };
    const email = await requestEmail(hostile, context);
    const { subject, text, html, replyTo } = email;
    expect(plainTags, input).toContainEqual(tags(html));
    expect(subject + replyTo?.name, input).not.toMatch(/\p{Cc}/u);
    expect(text + html, input).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\u200e\u200f]/u);
    for (const [, href] of html.matchAll(/href="([^"]*)"/g))
      expect(href, input).toMatch(/^(tel:\+?[\d,]+|sms:\+?\d+\?[^\s"<>]+|mailto:[^\s"<>]+)$/);
    await mailer.send(email);
  }
  expect(smtpServer.received).toHaveLength(corpus.length);
  for (const { from, recipients, headers } of smtpServer.received) {
    expect([from, recipients]).toEqual(["website@example.com", ["studio@example.com"]]);
    const names = headers.map((header) => header.split(":")[0]).join();
    expect(names).toBe("From,To,Reply-To,Subject,Message-ID,Date,MIME-Version,Content-Type");
  }
});
