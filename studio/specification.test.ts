import { describe, expect, test } from "vitest";
import { readContent } from "./read.ts";
import type { Fact } from "./schemas.ts";
import { slugs } from "./slugs.ts";

/** The specification's table of facts as displayed; a null is "not shown" there. */
const table: Record<
  (typeof slugs)[number],
  [duration: string, downtime: string | null, comfort: string | null, last: string]
> = {
  "diode-laser": ["15-60 min", "none", null, "typically 6-8 sessions"],
  "ipl-therapy": ["20-45 min", "minimal", null, "6-8 treatments"],
  microneedling: ["30-60 min", "1-3 days redness", null, "3-6 sessions optimal"],
  "prp-therapy": ["60-90 min", "1-2 days", null, "2-4 sessions; results over 2-3 months"],
  facials: ["60-90 min", null, null, "monthly maintenance; weekly or bi-weekly for active concerns"],
  "morpheus-8": ["45-75 min", "2-5 days redness", null, "results over 3-6 months"],
  dermaplaning: ["30-45 min", "none", "painless", "every 3-4 weeks"],
  "led-therapy": ["15-20 min per session", "none", "deeply relaxing", "3-5 times per week"],
  "bioflex-laser": ["20-30 min", "none", "painless", "typically 10-20 sessions, 2-3 times per week"],
  "pemf-therapy": ["15-30 min", "none", "gentle pulsing", "2-5 times per week"],
  "compression-therapy": ["20-30 min", "none", "massage-like", "2-4 times per week or as needed"],
  "body-wraps": ["60-90 min", "none", null, "monthly or as desired"],
  jetpeel: ["30-45 min", "none", "results immediate", "best with series of 4-6 sessions"],
  microdermabrasion: ["30-40 min", "minimal, slight redness a few hours", "mild scratching", "optimal monthly"],
  "rf-microneedling": [
    "45-60 min including numbing",
    "3-5 days redness and mild swelling",
    null,
    "visible after 1 session; optimal 3-6 sessions",
  ],
  geneox: ["30-45 min", "none", "immediate radiance", "monthly optimal"],
  mesogold: ["30-45 min", "slight redness 1-2 hours", "painless", "progressive improvement with a series"],
  thermocoagulation: ["15-30 min by area", "slight redness a few hours", "mild tingling", "full results in 2-4 weeks"],
  "plasma-pen": [
    "30-60 min by area",
    "5-7 days healing with tiny crusts",
    null,
    "immediate tightening; progressive improvement for 3-6 months",
  ],
};

const content = readContent("content");

describe("the specification's facts", () => {
  test.each(slugs)("%s", (slug) => {
    const treatment = content.treatments.get(slug);
    const [duration, downtime, comfort, last] = table[slug];
    expect(treatment).toBeDefined();
    expectFact(treatment?.duration, duration);
    expectFact(treatment?.downtime, downtime);
    expectFact(treatment?.comfort, comfort);
    expectFact(treatment?.frequency ?? treatment?.plan ?? treatment?.timeline, last);
  });

  test("technical figures stand on their pages", () => {
    const page = (slug: string) => JSON.stringify(content.treatments.get(slug)?.body);
    expect(page("led-therapy")).toMatch(/630-660nm[\s\S]*810-850nm/);
    expect(page("morpheus-8")).toContain("up to 4mm");
    expect(page("bioflex-laser")).toContain("Health Canada and FDA cleared");
  });
});

/** What the specification says is said; what it does not say is marked as proposed. */
function expectFact(fact: Fact | undefined, said: string | null) {
  if (said === null) expect(fact?.source).toBe("proposed");
  else expect(fact?.value.toLowerCase()).toContain(said);
}

describe("the specification's lists and counts", () => {
  test("labels: six plans, eight frequencies, five timelines", () => {
    const all = [...content.treatments.values()];
    expect(all.filter(({ plan }) => plan)).toHaveLength(6);
    expect(all.filter(({ frequency }) => frequency)).toHaveLength(8);
    expect(all.filter(({ timeline }) => timeline)).toHaveLength(5);
  });

  test("four paths, each with a button label of its own", () => {
    expect(content.paths.map(({ id }) => id)).toEqual(["hair-removal", "healing", "acne", "anti-aging"]);
    expect(new Set(content.paths.map(({ button }) => button)).size).toBe(4);
  });

  test("six result cards, word for word", () => {
    expect(content.results.map(({ treatment, area, duration }) => `${treatment} / ${area} / ${duration}`)).toEqual([
      "Laser Hair Removal / Full Legs / 6 sessions",
      "RF Microneedling / Face & Neck / 3 sessions",
      "IPL Photofacial / Full Face / 4 sessions",
      "Acne Treatment / Face / 8 weeks",
      "Anti-Aging Package / Face & Décolleté / 3 months",
      "Chemical Peel / Full Face / Series of 3",
    ]);
  });

  test("eleven reviews of five stars", () => {
    expect(content.testimonials.map(({ rating }) => rating)).toEqual(Array(11).fill(5));
  });

  test("opening hours", () => {
    expect(content.studio.hours).toEqual([
      { days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"], opens: "10:00", closes: "18:00" },
      { days: ["Saturday", "Sunday"], opens: "11:00", closes: "17:00" },
    ]);
  });

  test("paragraphs of 55 to 90 words", () => {
    const counts = [...content.treatments.values()].flatMap(({ slug, body }) =>
      body.whatIs.paragraphs.map((text) => ({ slug, words: text.split(/\s+/).length })),
    );
    expect(counts.filter(({ words }) => words < 55 || words > 90)).toEqual([]);
  });
});
