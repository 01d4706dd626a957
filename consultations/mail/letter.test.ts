import { describe, expect, it, onTestFinished } from "vitest";
import { fields, mapFields } from "../request.ts";
import { sampleStored } from "../sample-request.ts";
import { requestLetter } from "./letter.ts";
import { startMailServer } from "./mail-server.ts";
import { digestLetter, reminderLetter, summaryLetter } from "./notices.ts";
import { createSmtpPost } from "./smtp.ts";

const zone = "America/Halifax";

const request = sampleStored({
  receivedAt: Date.UTC(2026, 6, 15, 21, 4),
  name: "Zoë O’Brien",
  email: "o'brien+tag@example.com",
  phone: "+1 (780) 555-0100 ext. 12",
  message: "First line\nsecond line",
});

const links = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

describe("the letter of a request", () => {
  it("says who asks, what for, when by the studio's clock, and by when an answer is promised", () => {
    const { subject, text, html, replyTo } = requestLetter(request, zone);
    expect(subject).toBe("Consultation request from Zoë O’Brien (K7QF3M2P)");
    expect(replyTo).toEqual({ name: "Zoë O’Brien", address: "o'brien+tag@example.com" });
    for (const words of [
      "Name: Zoë O’Brien",
      "Phone: +1 (780) 555-0100 ext. 12",
      "Email: o'brien+tag@example.com",
      "Treatment: Facial",
      "Message: First line\nsecond line",
      "Received: Wednesday, July 15, 2026 at 6:04 p.m.",
      "Answer promised by: Thursday, July 16, 2026 at 6:04 p.m.",
    ]) {
      expect(text).toContain(words);
    }
    expect(html).toContain("First line\nsecond line");
  });

  it("leaves out no field there is", () => {
    const { text, html } = requestLetter({ ...request, ...mapFields((field) => `the ${field}`) }, zone);
    for (const field of fields) expect([text, html]).toEqual(Array(2).fill(expect.stringContaining(`the ${field}`)));
  });

  it("has a link to call and a link to write", () => {
    expect(links(requestLetter(request, zone).html)).toEqual([
      "tel:+17805550100,12",
      "mailto:o&#39;brien%2Btag@example.com?subject=Your%20consultation%20request%20K7QF3M2P",
    ]);
    const elsewhere = { ...request, phone: "٠٧٨٠٥٥٥٠١٠٠" };
    expect(links(requestLetter(elsewhere, zone).html)).toHaveLength(1);
  });

  it("is marked, with the reason, when something speaks for a machine", () => {
    const { subject, text } = requestLetter({ ...request, flags: ["trap"] }, zone);
    expect(subject).toMatch(/^Suspect: consultation request/);
    expect(text).toContain("Possibly automated: a field hidden from people was filled in");
  });

  it("is a new letter to the mailbox when the owner asks for a copy", () => {
    expect(requestLetter(request, zone).id).toBe(request.id);
    expect(requestLetter({ ...request, copy: 2 }, zone).id).toBe(`${request.id}.2`);
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

describe("hostile words", () => {
  const tags = (html: string) => html.match(/<[^>]*>/g)?.map((tag) => tag.replace(/href="[^"]*"/, "href"));

  it.each(corpus)("stay words in the letter: %j", (words) => {
    const hostile = { ...request, name: words, treatment: words, message: words, phone: `7805550100${words}` };
    const { subject, text, html, replyTo } = requestLetter(hostile, zone);
    expect(tags(html)).toEqual(tags(requestLetter(request, zone).html));
    expect(subject + replyTo?.name).not.toMatch(/\p{Cc}/u);
    expect(text + html).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\u200e\u200f]/u);
    for (const href of links(html)) expect(href).toMatch(/^(tel:\+?[\d,]+|mailto:[^\s"<>]+)$/);
  });

  it("add neither a recipient nor a header on their way through the mail server", async () => {
    const mailServer = await startMailServer();
    onTestFinished(mailServer.close);
    const post = createSmtpPost(mailServer.url, { to: "studio@example.com", from: "website@example.com" }, 0);
    const names = ["Zoë", ...corpus];
    await Promise.all(names.map((name) => post.send(requestLetter({ ...request, name, message: name }, zone))));
    expect(mailServer.received).toHaveLength(names.length);
    for (const { from, recipients, headers } of mailServer.received) {
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

describe("notices", () => {
  it("a summary holds every request in full", () => {
    const { subject, text } = summaryLetter(
      [request, { ...request, reference: "22222222", email: "b@example.com" }],
      zone,
    );
    expect(subject).toBe("2 consultation requests at once");
    for (const words of ["K7QF3M2P", "22222222", "o'brien+tag@example.com", "b@example.com", "second line"]) {
      expect(text).toContain(words);
    }
  });

  it("a reminder names the requests that wait, and how to mark them", () => {
    const { subject, text } = reminderLetter({ count: 1, oldest: [request] }, zone);
    expect(subject).toBe("Still unanswered: one consultation request");
    expect(text).toContain("K7QF3M2P, Zoë O’Brien");
    expect(text).toContain("requests -- answered");
  });

  it("a digest comes also when nothing is open, and stays short when much is", () => {
    expect(digestLetter({ count: 0, oldest: [] }, "2026-11-15", zone)).toMatchObject({
      id: "digest-2026-11-15",
      subject: "No open consultation requests",
    });
    const many = digestLetter({ count: 150, oldest: Array(100).fill(request) }, "2026-11-15", zone);
    expect(many.subject).toBe("Open this morning: 150 consultation requests");
    expect(many.text).toContain("and 50 more");
  });
});
