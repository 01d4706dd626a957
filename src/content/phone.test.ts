import { expect, it } from "vitest";
import { dialledNumber } from "./phone.ts";

it.each([
  ["(780) 555-0142", "CA", "+17805550142"],
  ["1-780-555-0142", "US", "+17805550142"],
  ["029 2018 0142", "GB", "+442920180142"],
  ["+44 (0)29 2018 0142", "GB", "+442920180142"],
  ["+1 780 555 0142", "GB", "+17805550142"],
  ["06 1234 5678", "it", "+390612345678"],
  ["12 345 678", "XX", ""],
])("%s in %s is dialled as %s", (value, country, dialled) => {
  const address = { country };
  expect(dialledNumber({ phone: { value }, address })).toBe(dialled);
  expect(dialledNumber({ phone: { value }, address, phoneE164: "+4930123456" })).toBe("+4930123456");
});
