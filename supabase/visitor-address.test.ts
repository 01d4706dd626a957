import { expect, it } from "vitest";
import { visitorAddress } from "./functions/send-contact-email/visitor-address.ts";

it.each([
  [
    "the address that the edge reports",
    { "cf-connecting-ip": "203.0.113.9", "x-forwarded-for": "1.2.3.4, 203.0.113.9" },
  ],
  [
    "the address that the last machine saw, not the one the visitor sent",
    { "x-forwarded-for": "1.2.3.4, 203.0.113.9" },
  ],
  ["the address before the platform's own machines", { "x-forwarded-for": "1.2.3.4, 203.0.113.9, 10.0.4.7, fd00::1" }],
  ["the peer address when there is no header", {}],
  ["the peer address when the headers have only private addresses", { "x-forwarded-for": "192.168.1.1,, 172.20.0.3" }],
])("A visitor is identified by %s", (_, headers) => {
  expect(visitorAddress(new Headers(headers), "203.0.113.9")).toBe("203.0.113.9");
});
