import { describe, expect, it } from "vitest";
import { sampleRequest } from "../../tests/kit/sample-request.ts";
import { type FieldErrors, fields, formFields, mapFields, validate } from "./request.ts";

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
    for (const nothing of [{}, null, [], "text"]) expect(validate(nothing)).toEqual({ ok: false, errors });
    expect(validate({ name: "  ", email: "\t", phone: "\n", treatment: 4, message: {} })).toEqual({
      ok: false,
      errors: {
        ...errors,
        treatment: "Treatment must be 120 characters or fewer",
        message: "Message must be 2,000 characters or fewer",
      },
    });
  });

  it("is trimmed, and keeps its own fields but no others", () => {
    expect(validate({ ...sampleRequest, name: "  Ana ", message: " a\r\nb ", extra: 1, treatment: null })).toEqual({
      ok: true,
      request: { ...sampleRequest, name: "Ana", treatment: "", message: "a\nb" },
    });
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
  });

  it.each<[string, string[], string[], string]>([
    [
      "name",
      ["Zoë O’Brien-Łukasz", "李", "محمد بن سلمان", "नि\u200dता", "👩🏽‍⚕️", "٣", "Ana\r\nBcc: b@example.com"],
      ["\u200b", "\u200d\u2060\ufeff", "\u3164", "\u2800 \u00ad", "\u0301\ufe0f", "\u202e"],
      "Enter your full name",
    ],
    [
      "email",
      ["o'brien+tag@example.com", "50%off!#$&*/=?^_`{|}~-@example.co.uk", "josé@bücher.example", "1@2.ca"],
      ["ana@localhost", "ana@example..com", "ana@a.ca,eve@a.ca", "Ana <ana@a.ca>", "ana@a.ca\nBcc: b@a.ca"],
      "Enter an email address like name@example.com",
    ],
    [
      "phone",
      ["555-0100", "+1 (780) 555-0100 ext. 4", "00 49 30 901820", "٠٧٨٠٥٥٥٠١٠٠", "780‑555‑0100 (evenings, please)"],
      ["555-010", "call me", "1".repeat(21)],
      "Enter a phone number like 780-555-0100",
    ],
  ])("may have any %s that can be answered, and no other", (field, right, wrong, message) => {
    for (const value of right) {
      const result = validate({ ...sampleRequest, [field]: value });
      expect(result, value).toEqual({ ok: true, request: { ...sampleRequest, [field]: value } });
    }
    for (const value of wrong) expect(errorsOf({ [field]: value }), value).toEqual({ [field]: message });
  });
});
