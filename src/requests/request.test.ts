import { describe, expect, it } from "vitest";
import { sampleRequest } from "../../tests/kit/sample-request.ts";
import { type FieldErrors, fields, formFields, honeypotField, isAcknowledged, mapFields, validate } from "./request.ts";

const errorsOf = (change: object): FieldErrors => {
  const result = validate({ ...sampleRequest, ...change });
  return result.ok ? {} : result.errors;
};

describe("A consultation request", () => {
  it("needs a name, an email address and a phone number", () => {
    const errors = {
      name: "Enter your full name",
      email: "Enter your email address",
      phone: "Enter your phone number",
    };
    for (const nothing of [{}, null, undefined, [], "text", 7]) {
      expect(validate(nothing)).toEqual({ ok: false, errors });
    }
    expect(validate({ name: "  ", email: "\t", phone: "\n", treatment: 4, message: {} })).toEqual({
      ok: false,
      errors: {
        ...errors,
        treatment: "Treatment must be 120 characters or fewer",
        message: "Message must be 2,000 characters or fewer",
      },
    });
  });

  it("has fields whose names are columns in both databases and ids in the page", () => {
    for (const field of fields) expect(field).toMatch(/^[a-z]+$/);
    expect(fields).not.toContain(honeypotField);
  });

  it.each(["\u200b", "\u200d\u2060\ufeff", "\u3164", "\u2800 \u00ad", "\u0301\ufe0f", "\u202e"])(
    "is refused when its name has no visible character: %j",
    (name) => expect(errorsOf({ name })).toEqual({ name: "Enter your full name" }),
  );

  it("is trimmed, and keeps its own fields but no others", () => {
    expect(validate({ ...sampleRequest, name: "  Ana ", message: " a\r\nb ", extra: 1, treatment: null })).toEqual({
      ok: true,
      request: { ...sampleRequest, name: "Ana", treatment: "", message: "a\nb" },
    });
  });

  it("keeps a line end in a required field as it was sent, and counts one in a longer text once", () => {
    const sent = { ...sampleRequest, name: "Ana\r\nBcc: b@example.com", message: "a\r\nb" };
    expect(validate(sent)).toMatchObject({ ok: true, request: { name: sent.name, message: "a\nb" } });
  });

  it("is accepted at each maximum length and refused one character beyond", () => {
    const atBound = {
      ...mapFields((field) => "x".repeat(formFields[field].maxLength)),
      email: `${"e".repeat(formFields.email.maxLength - 12)}@example.com`,
      phone: `780-555-0100${" ".repeat(27)}x`,
    };
    expect(errorsOf(atBound)).toEqual({});
    const errors = mapFields((field) => errorsOf({ [field]: `x${atBound[field]}` })[field]);
    for (const field of fields) expect(errors[field], field).toMatch(/ must be [\d,]+ characters or fewer$/);
    expect(errors).toMatchObject({
      name: "Full name must be 100 characters or fewer",
      email: "Email address must be 254 characters or fewer",
      phone: "Phone number must be 40 characters or fewer",
      treatment: "Treatment must be 120 characters or fewer",
      message: "Message must be 2,000 characters or fewer",
    });
  });

  it("may have a name of joined, marked or single letters in any script", () => {
    for (const name of ["Zoë O’Brien-Łukasz", "李", "محمد بن سلمان", "X Æ A-12", "नि\u200dता", "J", "👩🏽‍⚕️", "٣"])
      expect(errorsOf({ name }), name).toEqual({});
  });

  it.each([
    "o'brien+tag@example.com",
    "50%off!#$&*/=?^_`{|}~-@example.co.uk",
    "a@b.photography",
    "first.last@sub-domain.example.museum",
    "me@xn--bcher-kva.example",
    "josé@bücher.example",
    "1@2.ca",
  ])("may have the address %s", (email) => expect(errorsOf({ email })).toEqual({}));

  it.each([
    "ana",
    "ana@",
    "@example.com",
    "ana@localhost",
    "a b@example.com",
    "ana@example..com",
    "ana@-example.com",
    "ana@example.com, eve@example.com",
    "Ana <ana@example.com>",
    "ana@example.com\nBcc: eve@example.com",
    "ana@exa\u0000mple.com",
  ])("may not have the address %j", (email) =>
    expect(errorsOf({ email })).toEqual({ email: "Enter an email address like name@example.com" }),
  );

  it.each([
    "555-0100",
    "(780) 555-0100",
    "780.555.0100 x12",
    "+1 780 555 0100 ext. 4",
    "+44 (0)20 7946 0958",
    "00 49 30 901820",
    "٠٧٨٠٥٥٥٠١٠٠",
    "780‑555‑0100 (evenings, please)",
  ])("may have the phone number %s", (phone) => expect(errorsOf({ phone })).toEqual({}));

  it.each(["555-010", "call me", "1".repeat(21)])("may not have the phone number %s", (phone) =>
    expect(errorsOf({ phone })).toEqual({ phone: "Enter a phone number like 780-555-0100" }),
  );

  it("is validated in linear time, whatever is sent", () => {
    const time = (hostile: string, times: number) => {
      const start = performance.now();
      for (let time = 0; time < times; time++)
        for (const field of fields) errorsOf({ [field]: hostile, email: field === "email" ? `a@${hostile}` : hostile });
      return performance.now() - start;
    };
    for (const piece of ["a", "a.", "-", "a@", "1", " ", "\r\n", "\t a", "é-", "😀"]) {
      // The same number of characters is checked in sixteen parts and in one: quadratic work takes sixteen times as
      // long in one.
      let [parts, whole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      // Other work on the machine only ever adds time, so the shortest of several runs is compared.
      for (let tries = 0; tries < 10 && !(whole < 4 * parts && tries > 2); tries++) {
        parts = Math.min(parts, time(piece.repeat(1_000), 16));
        whole = Math.min(whole, time(piece.repeat(16_000), 1));
      }
      expect(whole / parts, JSON.stringify(piece)).toBeLessThan(4);
    }
  });
});

it("Only the function's own answer acknowledges a request", () => {
  expect(isAcknowledged({ ok: true, reference: "K7QF3M2P" })).toBe(true);
  for (const other of [
    undefined,
    null,
    "<html>",
    { ok: true },
    { ok: true, reference: "" },
    { ok: false, reference: "K7" },
  ]) {
    expect(isAcknowledged(other)).toBe(false);
  }
});
