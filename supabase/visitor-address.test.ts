import { expect, it } from "vitest";
import { visitorAddress } from "./functions/send-contact-email/visitor-address.ts";

it.each([
  ["what the edge vouches for", { "cf-connecting-ip": "203.0.113.9", "x-forwarded-for": "1.2.3.4, 203.0.113.9" }],
  ["what the last machine saw, not what the visitor wrote", { "x-forwarded-for": "1.2.3.4, 203.0.113.9" }],
  ["what lies before the platform's own machines", { "x-forwarded-for": "1.2.3.4, 203.0.113.9, 10.0.4.7, fd00::1" }],
  ["who connected, where nobody says anything", {}],
  ["who connected, where only private addresses are named", { "x-forwarded-for": "192.168.1.1,, 172.20.0.3" }],
])("counts a visitor by %s", (_, headers) => {
  expect(visitorAddress(new Headers(headers), "203.0.113.9")).toBe("203.0.113.9");
});
