import { expect, test } from "vitest";
import { readContent } from "../read-content.ts";
import { optionalFacts } from "../schemas/studio-schemas.ts";
import { listSiteNeeds } from "./site-needs.ts";

test("the weekly email names what is drawn, a sample, empty or without a price, and nothing once it is there", () => {
  const content = structuredClone(readContent("tests/example-studio"));
  const { studio, site, results, testimonials, treatments } = content;
  const needs = () => listSiteNeeds(content);
  const fill = (names: typeof optionalFacts) => Object.fromEntries(names.map((name) => [name, "Yes"]));
  for (const result of results) Object.assign(result, { shows: { drawing: "hair", alt: "Hair" }, for: undefined });
  for (const review of testimonials) review.source = "sample";
  for (const treatment of treatments.values()) delete treatment.priceFrom;
  studio.more = {};
  expect(needs()).toEqual([
    `Photographs: ${results.length} of ${results.length} results are drawings.`,
    `Real reviews: ${testimonials.length} of ${testimonials.length} are samples.`,
    `Facts visitors look for: ${site.more.credentials}, ${site.more.registration}, ${site.more.insurance} and ${optionalFacts.length - 3} more.`,
    `Prices: ${treatments.size} of ${treatments.size} treatments have none.`,
  ]);
  // One more than the few that are named is named too: "and 1 more" would be no shorter.
  studio.more = fill(optionalFacts.slice(0, -4));
  const rest = optionalFacts.slice(-4).map((name) => site.more[name]);
  expect(needs()[2]).toBe(`Facts visitors look for: ${rest.join(", ")}.`);
  const switchNeedling = (notOffered: boolean) =>
    Object.assign(treatments.get("collagen-needling") ?? {}, { notOffered });
  switchNeedling(true);
  expect(needs()[0]).toBe("Your words: a sentence names what is not offered.");
  switchNeedling(false);
  // A question that an upgrade brings: before the launch its own list asks for it.
  studio.gates.Q9 = { title: "Whose lamp it is", question: "?", answer: null, date: null, initials: null };
  expect(needs()[0]).toMatch(/^Photographs/);
  studio.launched = { date: "2026-12-01", initials: "CV" };
  expect(needs()[0]).toBe("Your answer: one question waits, Whose lamp it is.");
  delete studio.gates.Q9;
  for (const result of results) result.shows = { before: "a", after: "b", consent: "2026-11-15" };
  for (const review of testimonials) review.source = "verified";
  for (const treatment of treatments.values()) treatment.priceFrom = "£60";
  studio.more = fill(optionalFacts);
  expect(needs()).toEqual([]);
});
