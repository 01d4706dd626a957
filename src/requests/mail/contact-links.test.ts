import { describe, expect, it } from "vitest";
import { exampleStudio } from "../../../tests/kit/desk.ts";
import { sampleStored } from "../../../tests/kit/sample-request.ts";
import { mailLink, phoneLink, preparedReplies, textLink } from "./contact-links.ts";

const studio = {
  ...exampleStudio,
  address: "12 Sea Road, Penarth",
  treatments: ["Peel", "Facial"],
  replies: [
    { label: "Two times", paragraphs: ["Hello {firstName},", "About {treatment}, on ____ or ____, at {address} {x}."] },
    { label: "Call", paragraphs: ["May I call, {firstName}?"] },
  ],
};
const request = sampleStored({
  name: "Zoë & Ana O’Brien",
  email: "o'brien+tag@example.com",
  treatment: "Facial",
  phone: "+1 (780) 555-0100",
});
const bodyOf = (link: string | null) => new URLSearchParams(link?.split("?")[1]?.replace(/^&/, "")).get("body") ?? "";

describe("A prepared reply", () => {
  it("is filled with first name, treatment and address, and signed", () => {
    const expected = (treatment: string) =>
      `Hello Zoë,\n\nAbout ${treatment}, on ____ or ____, at 12 Sea Road, Penarth {x}.\n\nWarmly,\nCerys Vaughan\nTideline Skin Rooms\n029 2018 0142`;
    expect(mailLink(request, studio)).toMatch(/^mailto:o'brien%2Btag@example\.com\?subject=[\w%]+K7QF3M2P&body=/);
    expect(bodyOf(mailLink(request, studio)).replaceAll("\r\n", "\n")).toBe(expected("Facial"));
    // A locked phone shows a text to the household.
    expect(bodyOf(textLink(request, studio, preparedReplies(studio)[0]))).toBe(expected("a consultation"));
    expect(bodyOf(textLink(request, studio))).toContain("May I call, Zoë?");
  });

  it.each([
    [" facial ", "Facial"],
    ["", "a consultation"],
    ["idk, a facial?? <b>or so</b>", "a consultation"],
  ])("names a treatment only as the site does: %j is called %s", (treatment, name) => {
    expect(bodyOf(mailLink({ ...request, treatment }, studio))).toContain(`About ${name}, on`);
  });

  it.each([
    ["ana-maria Popescu", "Hello ana-maria,", "May I call, ana-maria?"],
    ["李 小龍", "Hello 李,", "May I call, 李?"],
    ["SEO Experts", "Hello,", "May I call?"],
    ["www.example.com", "Hello,", "May I call?"],
  ])("greets %j by name only if it looks like one", (name, greeting, question) => {
    expect(bodyOf(mailLink({ ...request, name }, studio))).toContain(`${greeting}\r\n`);
    expect(bodyOf(textLink({ ...request, name }, studio))).toContain(question);
  });

  it("cannot be extended by what a visitor typed", () => {
    const hostile = { ...request, name: "{address}&cc=a@b.c", treatment: "x&body=y\r\nBcc: a@b.c" };
    expect(mailLink(hostile, studio).match(/[?&]\w+=/g)).toEqual(["?subject=", "&body="]);
    expect(textLink(hostile, studio)?.match(/[?&]\w+=/g)).toEqual(["&body="]);
    expect(bodyOf(mailLink(hostile, studio))).toContain("Hello,\r\n");
  });
});

it.each([
  ["+1 (780) 555-0100", "tel:+17805550100", true],
  ["780-555-0100 #12", "tel:7805550100,12", false],
  ["780-555-0100 extension 12", "tel:7805550100,12", false],
  ["٠٧٨٠٥٥٥٠١٠٠", null, false],
  ["555 0100", "tel:5550100", true],
  ["55 0100 x12", null, false],
])("The number %s is called by %s, and texted unless it has an extension", (phone, link, texted) => {
  expect(phoneLink(phone)).toBe(link);
  expect(textLink({ ...request, phone }, studio)?.split("?")[0]).toBe(texted ? link?.replace("tel", "sms") : undefined);
});
