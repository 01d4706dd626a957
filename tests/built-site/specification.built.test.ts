import { beforeEach, describe, expect, onTestFailed, test } from "vitest";
import { content, readBuiltPages } from "./built-pages.ts";

/**
 * The delivered pages show what the specification fixes. Whatever else an owner adds, a treatment, a link, a page or a
 * question, is her own. This is the only test bound to one studio's content, and it can be deleted once the studio has
 * facts of its own.
 */
const handoverNote =
  "tests/built-site/specification.built.test.ts holds the delivered content to its specification. Has the studio facts of its own by now? Then this test is yours to drop: delete the file.";

/** The specification's table of duration, downtime, comfort and the last fact; null where it gives none. */
const specifiedFacts: Record<string, (string | null)[]> = {
  "diode-laser": ["15-60 min", "none", null, "typically 6-8 sessions"],
  "ipl-therapy": ["20-45 min", "minimal", null, "6-8 treatments"],
  microneedling: ["30-60 min", "1-3 days redness", null, "3-6 sessions optimal"],
  "prp-therapy": ["60-90 min", "1-2 days", null, "2-4 sessions; results over 2-3 months"],
  facials: ["60-90 min", null, null, "monthly maintenance; weekly or bi-weekly for active concerns"],
  // The page that "1-3 sessions optimal" belongs to is not shown; it is the one row without a number of sessions.
  "morpheus-8": ["45-75 min", "2-5 days redness", null, "results over 3-6 months; 1-3 sessions optimal"],
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

/** Words that the specification puts on each page. */
const specifiedWords: Record<string, string[]> = {
  "/": [
    "Book Consultation",
    "Book Your Free Consultation",
    "Explore All Treatments",
    "Hair Removal",
    "Healing + Relaxation",
    "Acne Control",
    "Anti-Aging",
    // The footer is on every page.
    "Edmonton, AB",
    "By Appointment Only",
    "Individual results may vary",
  ],
  "/about": ["Schedule Free Consultation"],
  "/results": ["Real Results, Real People", "Individual results vary.", "illustrative", "Your Journey Starts Here"],
  "/testimonials": ["Client Experiences", "Ready to Write Your Success Story?"],
  "/contact": [
    "Book Your Free Consultation",
    "Send Us a Message",
    "Visit Us",
    "By Appointment Only",
    "What to Expect",
    "Complimentary 30-minute consultation",
    "Thank you for your inquiry!",
    "We'll be in touch within 24 hours to schedule your free consultation.",
    "Something went wrong",
    "Please try again or call us directly at",
  ],
  "/privacy": ["30 October 2025"],
  "/404": ["404", "Oops! Page not found"],
  "/treatments/facials": [
    "What is",
    "How It Works",
    "Who Benefits Most",
    "Treatment Details",
    "Duration",
    "Downtime",
    "Comfort Level",
    "Book Your Custom Facial",
  ],
  "/treatments/diode-laser": ["Back to Treatments", "Book Your Free Consultation →"],
  "/treatments/led-therapy": ["Red light 630-660nm", "near-infrared 810-850nm"],
  "/treatments/morpheus-8": ["up to 4mm"],
  "/treatments/bioflex-laser": ["described as Health Canada and FDA cleared"],
};

const isDelivered = content.studio.brand.source === "sample";
const pages = new Map(readBuiltPages().map(({ path, html }) => [path, html]));
const read = (path: string) => pages.get(path) ?? expect.fail(`There is no page at ${path}`);
beforeEach(() => onTestFailed(() => console.error(handoverNote)));

/** What a person reads on a page: its text without what only a screen reader gets. */
const toText = (html: string) =>
  html
    .replaceAll(/<(script|style|head)\b.*?<\/\1>/gs, "")
    .replaceAll(/<(\w+)[^>]*class="sr-only"[^>]*>.*?<\/\1>/gs, "")
    .replaceAll(/<\/?(p|li|h\d|dt|dd|div|section|ul|dl|summary|br|small)\b[^>]*>/g, " ")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The values of the four facts of a treatment as a person reads them, without the notes beside them. */
function visibleFacts(slug: string): string[] {
  const [, list = ""] = /id="facts".*?<dl>(.*?)<\/dl>/s.exec(read(`/treatments/${slug}`)) ?? [];
  expect(list).not.toMatch(/sr-only|aria-hidden|hidden/);
  return [...list.matchAll(/<\/dt><dd>(.*?)<\/dd>/gs)].map(([, value = ""]) => toText(value));
}

describe.runIf(isDelivered)("the specification", () => {
  test.each(Object.entries(specifiedFacts))("the facts of %s are in sight in the given words", (slug, given) => {
    const facts = visibleFacts(slug);
    expect(facts).toHaveLength(4);
    // What the specification does not give is the studio's own.
    for (const [at, expected] of given.entries()) if (expected) expect(facts[at]?.toLowerCase()).toBe(expected);
  });

  test.each(Object.entries(specifiedWords))("%s has the specified words", (path, words) => {
    const text = toText(read(path));
    expect(words.filter((one) => !text.includes(one))).toEqual([]);
  });

  test("all nine core messages are in sight on Home above its closing, and two wait for proof", () => {
    const [above = ""] = toText(read("/")).split(content.pages.home.close.heading);
    const messages = [
      "personalized treatment plan",
      "free consultation comes first",
      "lower prices than commercial clinics",
      "medical-grade equipment",
      "by appointment only",
      "15 years",
      "Natural Results",
      "Personalized Care",
      "Medical Expertise",
    ];
    expect(messages.filter((message) => !above.includes(message))).toEqual([]);
    const held = content.claims.untilAnswered.map(({ say }) => say);
    expect(held).toEqual(expect.arrayContaining(["lower prices than", "medical-grade"]));
  });

  test("each path has a card with Learn More on Home, and a button with a label of its own", () => {
    expect(read("/").match(/Learn More/g)).toHaveLength(content.paths.length);
    expect(new Set(content.paths.map(({ button }) => button)).size).toBe(content.paths.length);
  });

  test("the six result cards are there word for word, and eleven reviews of five stars until one is real", () => {
    const cards = content.results.map(({ treatment, area, duration }) => `${treatment} / ${area} / ${duration}`);
    expect(cards).toEqual(
      expect.arrayContaining([
        "Laser Hair Removal / Full Legs / 6 sessions",
        "RF Microneedling / Face & Neck / 3 sessions",
        "IPL Photofacial / Full Face / 4 sessions",
        "Acne Treatment / Face / 8 weeks",
        "Anti-Aging Package / Face & Décolleté / 3 months",
        "Chemical Peel / Full Face / Series of 3",
      ]),
    );
    if (content.testimonials.every(({ source }) => source === "sample"))
      expect(content.testimonials.map(({ rating }) => rating)).toEqual(Array(11).fill(5));
  });

  test("the price range, the area, the hours and the words that no page shows by itself are the given ones", () => {
    expect(content).toMatchObject({
      studio: {
        priceRange: "$$",
        area: "West Edmonton",
        hours: [
          { days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"], opens: "10:00", closes: "18:00" },
          { days: ["Saturday", "Sunday"], opens: "11:00", closes: "17:00" },
        ],
      },
      site: { error: { heading: "Unexpected Application Error!" } },
      pages: {
        treatment: { labels: { frequency: "Frequency", plan: "Treatment Plan", timeline: "Results Timeline" } },
        testimonials: { reviews: "Read All Our Google Reviews" },
        contact: {
          form: {
            sending: "Sending...",
            fields: {
              treatment: { placeholder: "e.g., Laser Hair Removal, Anti-Aging" },
              message: { placeholder: "Tell us about your skin goals or any questions you have..." },
            },
          },
        },
      },
    });
    expect(content.pages.privacy.sections.length).toBeGreaterThanOrEqual(10);
  });
});
