import { expect, test } from "vitest";
import { findClaims, findDelicate } from "./claims.ts";
import { readContent } from "./read.ts";
import { listWords, type Place } from "./words.ts";

const say = (value: string, file = "content/pages/home.yaml", field = "hero.text"): Place<string>[] => [
  { file, field, value },
];
const claimed = (...place: Parameters<typeof say>) => findClaims(say(...place)).map(({ words }) => words);

test("the content makes no claim the studio may not make", () => {
  const words = listWords(readContent("content"));
  expect(words.length).toBeGreaterThan(1000);
  expect(findClaims(words).map(({ file, field, words }) => `${file} ${field}: ${words}`)).toEqual([]);
});

test.each([
  "This cures acne",
  "Guaranteed results",
  "Permanent hair removal",
  "A risk-free visit",
  "No side effects",
  "100% natural",
  "Melts fat away",
  "A non-surgical facelift",
  "Health Canada approved",
  "Approved by the FDA",
  "Clinically proven",
  "Safe for all skin",
  "The best results in town",
  "Doctor-led care",
])("refuses: %s", (sentence) => {
  expect(claimed(sentence)).not.toEqual([]);
});

test("permanent makeup is a thing, not a promise", () => {
  expect(claimed("There is permanent makeup in the area")).toEqual([]);
});

test("painless may be said where the specification says it, and nowhere else", () => {
  expect(claimed("Painless", "content/treatments/dermaplaning.md", "comfort.value")).toEqual([]);
  expect(claimed("Painless", "content/treatments/microneedling.md", "comfort.value")).toEqual(["Painless"]);
});

test("only the BioFlex page may speak of clearance", () => {
  const sentence = "Described by the maker as Health Canada and FDA cleared.";
  expect(claimed(sentence, "content/treatments/bioflex-laser.md", "body.whatIs.paragraphs[1]")).toEqual([]);
  expect(claimed(sentence, "content/treatments/led-therapy.md", "body.whatIs.paragraphs[1]")).not.toEqual([]);
});

test("delicate words are listed once per file", () => {
  const found = findDelicate([...say("Stimulates collagen"), ...say("Collagen again")]);
  expect([...found]).toEqual([["content/pages/home.yaml", ["stimulates", "collagen"]]]);
});
