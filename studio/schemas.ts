import * as v from "valibot";
import { choice, colour, date, fact, isTimeZone, link, list, pathId, sources, strokes, text, yesNo } from "./fields.ts";

/** The shapes of the files that hold the studio's facts. Those of its pages are in page-schemas.ts. */

const gate = v.strictObject({
  question: text("What the owner has to confirm.", 400),
  answer: v.nullable(text("Yes, see the file.")),
  date: v.nullable(date("2026-12-01")),
  initials: v.nullable(text("EM", 4)),
  /** What the site may only say once this is answered. */
  settles: v.optional(choice(["practitioner", "privacy-date"], "practitioner")),
  /** Whether what it is about may be offered at all. Treatments that name the question wait for a yes. */
  offer: v.optional(v.nullable(yesNo)),
  /** What such a treatment's file must say besides. */
  needs: v.optional(choice(["performedBy"], "performedBy")),
});

/** Facts visitors look for. Each is shown once it is filled in. */
export const moreFacts = [
  "credentials",
  "registration",
  "insurance",
  "languages",
  "parking",
  "transit",
  "entrance",
  "household",
  "bring",
  "payment",
  "cancellation",
  "unhappy",
] as const;

export const studioSchema = v.strictObject({
  brand: fact("Willow Skin Studio", 60),
  shortName: text("Willow", 30),
  tagline: text("Skin Studio", 30),
  language: v.pipe(
    v.string(),
    v.regex(/^en-[A-Z]{2}$/, "must be English of a country, like en-CA"),
    v.metadata({ example: "en-CA" }),
  ),
  timeZone: v.pipe(
    v.string(),
    v.check(isTimeZone, "is not a time zone. Write it like America/Toronto"),
    v.metadata({ example: "America/Toronto" }),
  ),
  mark: v.strictObject({
    letter: text("N", 1),
    strokes: v.optional(strokes("M5 24V4l18 20V4")),
    light: v.optional(strokes("M5 4.5 23 23.5H5z")),
  }),
  colours: v.strictObject({
    accent: colour("#c98a2b"),
    spectrum: list(
      v.pipe(
        v.string(),
        v.regex(/^#[0-9a-f]{6}( \d{1,3}%)?$/, "must be a colour, and perhaps where it stands, like #c98a2b 40%"),
        v.metadata({ example: '"#c98a2b 40%"' }),
      ),
      2,
      8,
      'two or more colours, like ["#4a8ff7", "#c98a2b 42%", "#8a2a1c"]',
    ),
  }),
  sampleNames: v.optional(v.array(text("Willow", 60)), []),
  practitioner: fact("Jane Doe", 60),
  description: text("Private, appointment-only aesthetics, laser and skincare studio in the old town."),
  phone: fact(
    "(555) 555-0142",
    24,
    v.pipe(v.string(), v.regex(/^(?=(.*\d){7})[\d\s()+.-]+$/, "must be a phone number like (555) 555-0142")),
  ),
  phoneE164: v.pipe(
    v.string(),
    v.regex(/^\+[1-9]\d{6,14}$/, "must be + and digits alone, like +15555550142"),
    v.metadata({ example: '"+15555550142"' }),
  ),
  email: fact("hello@example.com", 254, v.pipe(v.string(), v.email("must be an email address like hello@example.com"))),
  address: v.strictObject({
    street: fact("12 Main Street"),
    city: text("Your city", 60),
    province: text("AB", 30),
    country: text("CA", 2),
    postalCode: fact("A1A 1A1", 10),
  }),
  area: text("The old town", 60),
  geo: v.strictObject({
    latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90), v.metadata({ example: "51.50000" })),
    longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180), v.metadata({ example: "-0.12000" })),
    source: v.optional(v.picklist(sources), "specification"),
  }),
  visits: text("By Appointment Only", 40),
  hours: list(
    v.pipe(
      v.strictObject({
        days: list(
          v.picklist(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]),
          1,
          7,
          "[Saturday, Sunday]",
        ),
        opens: v.pipe(v.string(), v.isoTime(), v.metadata({ example: '"10:00"' })),
        closes: v.pipe(v.string(), v.isoTime(), v.metadata({ example: '"18:00"' })),
      }),
      v.check(({ opens, closes }) => opens < closes, "closes before it opens. Write the times as 10:00 and 18:00."),
    ),
    1,
    7,
    '[{ days: [Saturday, Sunday], opens: "11:00", closes: "17:00" }]',
  ),
  hoursNote: text("Appointments are usually offered Mon–Fri 10–6 and Sat–Sun 11–5", 120),
  priceRange: v.pipe(
    v.string(),
    v.regex(/^[$£€]{1,4}$/, "must be one to four signs of a currency, like $$"),
    v.metadata({ example: '"$$"' }),
  ),
  social: v.strictObject({
    name: text("Instagram", 30),
    url: link("https://www.instagram.com/example"),
    source: v.optional(v.picklist(sources), "specification"),
  }),
  reviews: v.strictObject({
    url: link("https://www.google.com/search?q=example"),
    source: v.optional(v.picklist(sources), "specification"),
  }),
  storedIn: v.optional(text("the United States", 60)),
  more: v.nullish(v.strictObject(v.entriesFromList(moreFacts, v.optional(text("Your own words", 240)))), {}),
  launched: v.optional(v.strictObject({ date: date("2026-12-01"), initials: text("EM", 4) })),
  privacyContact: fact("Privacy contact", 60),
  gates: v.pipe(
    v.record(v.string(), gate),
    v.metadata({ example: "the launch questions, each with question, answer, date and initials" }),
  ),
});

export const pathsSchema = v.strictObject({
  paths: list(
    v.strictObject({
      id: pathId,
      title: text("Acne Control", 40),
      subtitle: text("Calmer, clearer-looking skin", 60),
      description: text("Two sentences about this path."),
      card: text("Personalized care for breakout-prone skin", 200),
      index: text("Facials, JetPeel and careful exfoliation", 90),
      wavelength: v.optional(text("415-465 nm", 20)),
      colour: v.strictObject({ ink: colour("#1a52ad"), glow: colour("#4a8ff7") }),
      picture: text("path-acne", 40),
      button: text("Start Your Acne Care Plan", 50),
      treatments: list(
        v.union([
          v.strictObject({ slug: v.string(), line: text("what it does, in a few words", 90) }),
          v.strictObject({
            name: text("Chemical Peel", 60),
            line: text("a series of light exfoliating peels", 90),
            source: v.optional(v.picklist(sources), "specification"),
          }),
        ]),
        1,
        30,
        "- slug: facials",
      ),
    }),
    1,
    6,
    "the paths, in the order they are shown",
  ),
});

export const testimonialsSchema = v.strictObject({
  testimonials: list(
    v.strictObject({
      name: text("Priya S.", 40),
      treatment: text("Custom Facials", 60),
      path: pathId,
      rating: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5), v.metadata({ example: "5" })),
      text: text("What the client wrote.", 400),
      size: v.optional(v.picklist(["small", "middle", "large"]), "small"),
      source: choice(["sample", "verified"], "sample"),
      consent: v.optional(
        v.strictObject({
          how: choice(["published", "written"], "written"),
          where: v.optional(text("Google review", 200)),
          on: date("2026-11-15"),
        }),
      ),
    }),
    1,
    60,
    "the review cards, sixty at most",
  ),
});

export const resultsSchema = v.strictObject({
  results: list(
    v.strictObject({
      treatment: text("Laser Hair Removal", 40),
      area: text("Full Legs", 40),
      duration: text("6 sessions", 30),
      path: pathId,
      before: text("result-hair-before", 40),
      after: text("result-hair-after", 40),
      illustration: yesNo,
    }),
    1,
    24,
    "the before-and-after cards",
  ),
  illustrationsAccepted: v.optional(v.strictObject({ date: date("2026-12-01"), initials: text("EM", 4) })),
});

export const imagesSchema = v.record(
  v.string(),
  v.strictObject({ alt: v.string(), phone: v.optional(text("hero-portrait", 40)) }),
);

const claim = v.strictObject({ say: text("painless*", 80), at: v.array(v.string()) });

/** A phrase as claims.ts reads it: * for the rest of a word, ... for anything between. */
const phrases = v.array(text("guarante*", 80));

export const claimsSchema = v.strictObject({
  forbidden: v.array(
    v.union([text("guarante*", 80), v.strictObject({ say: text("permanent*", 80), unless: phrases })]),
  ),
  inPlace: v.array(claim),
  delicate: phrases,
});

export type Claims = v.InferOutput<typeof claimsSchema>;
