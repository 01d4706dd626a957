import { expect, it } from "vitest";
import { dialledNumber } from "./phone.ts";

it.each([
  ["(403) 555-0123", "CA", "+14035550123"],
  ["1-403-555-0123", "US", "+14035550123"],
  ["029 2018 0142", "GB", "+442920180142"],
  ["+44 (0)29 2018 0142", "GB", "+442920180142"],
  ["+1 403 555 0123", "GB", "+14035550123"],
  ["06 1234 5678", "it", "+390612345678"],
  ["12 345 678", "XX", ""],
])("%s in %s is dialled as %s", (value, country, dialled) => {
  const address = { country };
  expect(dialledNumber({ phone: { value }, address })).toBe(dialled);
  expect(dialledNumber({ phone: { value }, address, phoneE164: "+4930123456" })).toBe("+4930123456");
});
