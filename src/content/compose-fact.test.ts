import { expect, test } from "vitest";
import { composeFact } from "./compose-fact.ts";

test.each([
  ["15-60 min", " / 15-60 / min / "],
  ["Visible after 1 session; optimal 3-6 sessions", "Visible after / 1 / session; / optimal 3-6 sessions"],
  ["A set of 4, six weeks apart", "A set of / 4, / six / weeks apart"],
  ["An hour or two", " /  /  / An hour or two"],
  ["None", " / None /  / "],
  ["Optimal monthly", " / Optimal / monthly / "],
  ["Minimal, slight redness a few hours", " / Minimal, /  / slight redness a few hours"],
  ["Massage-like", " / Massage / -like / "],
])("%s keeps its words in their order", (value, expected) => {
  const { before, answer, unit, rest } = composeFact(value);
  expect([before, answer, unit, rest].join(" / ")).toBe(expected);
  expect([before, answer, unit, rest].filter(Boolean).join(" ").replace(" -", "-")).toBe(value);
});
