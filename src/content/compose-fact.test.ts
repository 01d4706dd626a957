import { expect, test } from "vitest";
import { composeFact } from "./compose-fact.ts";

test.each([
  ["15-60 min", " / 15-60 / min / "],
  ["15-20 min per session", " / 15-20 / min per session / "],
  ["Every 3-4 weeks", "Every / 3-4 / weeks / "],
  ["Best with series of 4-6 sessions", "Best with series of / 4-6 / sessions / "],
  ["Visible after 1 session; optimal 3-6 sessions", "Visible after / 1 / session; / optimal 3-6 sessions"],
  ["2-4 times per week or as needed", " / 2-4 / times per week / or as needed"],
  ["A set of 4, six weeks apart", "A set of / 4, / six / weeks apart"],
  ["An hour or two", " /  /  / An hour or two"],
  ["None", " / None /  / "],
  ["Optimal monthly", " / Optimal / monthly / "],
  ["Minimal, slight redness a few hours", " / Minimal, /  / slight redness a few hours"],
  ["Monthly maintenance; weekly for some", " / Monthly / maintenance; / weekly for some"],
  ["Monthly or as desired", " / Monthly /  / or as desired"],
  ["Massage-like", " / Massage / -like / "],
  ["Immediate tightening; better for 3-6 months", " / Immediate / tightening; / better for 3-6 months"],
  ["Progressive improvement with a series", " /  /  / Progressive improvement with a series"],
])("%s keeps its words in their order", (value, expected) => {
  const { before, answer, unit, rest } = composeFact(value);
  expect([before, answer, unit, rest].join(" / ")).toBe(expected);
  expect([before, answer, unit, rest].filter(Boolean).join(" ").replace(" -", "-")).toBe(value);
});
