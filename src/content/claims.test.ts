import { expect, test } from "vitest";
import { findClaims } from "./claims.ts";

const rules = {
  forbidden: [
    "cures",
    "guarante*",
    { say: "permanent*", unless: ["permanent makeup"] },
    "100%",
    "#1",
    "melt* fat",
    "non surgical face lift",
    "FDA ... cleared",
  ],
  inPlace: [{ say: "painless*", at: ["treatments/dermaplaning.yaml comfort.value"] }],
};
const textAt = (value: string, file = "pages/home.yaml", field = "hero.text") => [{ file, field, value }];
const findPhrases = (...place: Parameters<typeof textAt>) =>
  findClaims(textAt(...place), rules).map(({ phrase }) => phrase);

test.each([
  ["This cures acne", ["cures"]],
  ["GUARANTEED results", ["GUARANTEED"]],
  ["100% natural", ["100%"]],
  ["The #1 studio", ["#1"]],
  ["Melts-fat away", ["Melts-fat"]],
  ["A non-surgical facelift", ["non-surgical facelift"]],
  ["It is FDA, as they say, cleared", ["FDA, as they say, cleared"]],
  ["Permanent makeup, and permanent results", ["permanent"]],
  ["Permanent makeup stays: we do not treat permanent makeup", []],
  ["Security secures it", []],
  ["About 1100% of nothing", []],
  ["cleared by FDA", []],
  ["/treatments#permanent", []],
])("of %j these words are refused: %j", (sentence, words) => {
  expect(findPhrases(sentence)).toEqual(words);
});

test("some words are allowed in one place and nowhere else", () => {
  expect(findPhrases("Painless", "treatments/dermaplaning.yaml", "comfort.value")).toEqual([]);
  expect(findPhrases("Painless", "treatments/microneedling.yaml", "comfort.value")).toEqual(["Painless"]);
});
