import type { Content } from "../content.ts";
import { listUnofferedNames } from "../offer.ts";
import { listOpenQuestions, suggestedAdditions } from "./launch-check.ts";

/** The titles of questions that came after the launch and wait for an answer. Before it, its own list asks for them. */
export const listNewQuestions = (content: Content): string[] =>
  content.studio.launched ? listOpenQuestions(content).map(({ title = "" }) => title) : [];

/** What would make the site better, a sentence each, for the owner's weekly email. None of it stops anything. */
export function listSiteNeeds(content: Content): string[] {
  const { site, results, testimonials, treatments } = content;
  const asked = listNewQuestions(content);
  const unoffered = listUnofferedNames(content).length;
  const drawn = results.filter(({ shows }) => "drawing" in shows).length;
  const samples = testimonials.filter(({ source }) => source === "sample").length;
  const { facts, unpriced } = suggestedAdditions(content);
  const missing = facts.map((name) => site.more[name]);
  return [
    ...(asked.length
      ? [
          `Your answer: ${asked.length === 1 ? "one question waits" : `${asked.length} questions wait`}, ${shorten(asked)}.`,
        ]
      : []),
    ...(unoffered
      ? [`Your words: ${unoffered === 1 ? "a sentence names" : `${unoffered} sentences name`} what is not offered.`]
      : []),
    ...(drawn ? [`Photographs: ${drawn} of ${results.length} results are drawings.`] : []),
    ...(samples ? [`Real reviews: ${samples} of ${testimonials.length} are samples.`] : []),
    ...(missing.length ? [`Facts visitors look for: ${shorten(missing)}.`] : []),
    ...(unpriced.length ? [`Prices: ${unpriced.length} of ${treatments.size} treatments have none.`] : []),
  ];
}

const shown = 3;

/** The first few, and how many more there are. */
const shorten = (names: string[]): string =>
  names.length <= shown + 1 ? names.join(", ") : `${names.slice(0, shown).join(", ")} and ${names.length - shown} more`;
