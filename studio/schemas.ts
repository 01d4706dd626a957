import * as v from "valibot";

/**
 * Every shape a file in content/ may have. `example` feeds the message an owner
 * reads when a line is missing, so each field that can be forgotten carries one.
 */

const text = (example: string, max = 600) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(max), v.metadata({ example }));

const date = (example: string) => v.pipe(v.string(), v.isoDate(), v.metadata({ example }));

const link = (example: string) => v.pipe(v.string(), v.url(), v.metadata({ example }));

const list = <const S extends v.GenericSchema>(item: S, min: number, max: number, example: string) =>
  v.pipe(v.array(item), v.minLength(min), v.maxLength(max), v.metadata({ example }));

const choice = <const O extends readonly string[]>(options: O, example: O[number]) =>
  v.pipe(v.picklist(options), v.metadata({ example }));

/** Part of an address: small letters, digits and hyphens. It names a path or a treatment's file. */
export const slugShape = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const pathId = v.pipe(
  v.string(),
  v.regex(slugShape, "may hold small letters, digits and hyphens only, like first-visit"),
  v.metadata({ example: "acne" }),
);

const colour = (example: string) =>
  v.pipe(
    v.string(),
    v.regex(/^#[0-9a-f]{6}$/, `must be a colour like ${example}`),
    v.metadata({ example: `"${example}"` }),
  );

const strokes = (example: string) =>
  v.pipe(
    v.string(),
    v.regex(/^M[\d\sMLHVCSQTAZmlhvcsqtaz.,-]+$/, `must be the data of an SVG path, like ${example}`),
    v.metadata({ example }),
  );

const sources = ["specification", "proposed", "sample"] as const;

/** A fact is written plainly when settled, or as `value:` and `source:` while it still has to be confirmed. */
const fact = (example: string, max = 120) => {
  const value = text(example, max);
  return v.pipe(
    v.union([
      v.pipe(
        value,
        v.transform((plain) => ({ value: plain })),
      ),
      v.strictObject({ value, source: v.optional(v.picklist(sources)), key: v.optional(text("None", 40)) }),
    ]),
    v.transform((given): Fact => ({ ...given, source: ("source" in given && given.source) || "specification" })),
    v.metadata({ example }),
  );
};

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

export interface Fact {
  value: string;
  source: (typeof sources)[number];
  /** The part of the value that is set large. Without it the first number range, or the first word, is. */
  key?: string | undefined;
}

/** Title and description of a page, as search engines and link previews show them. */
const head = {
  title: text("Treatments", 50),
  description: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(120),
    v.maxLength(155),
    v.metadata({ example: "one or two sentences of 120 to 155 characters that say what the page holds" }),
  ),
  updated: date("2026-11-15"),
};

const close = v.strictObject({
  heading: text("Begin with a conversation", 60),
  text: text("A free 30-minute consultation: a skin analysis, a plan made for you, and clear prices."),
  button: text("Book Free Consultation", 40),
});

const titled = v.strictObject({ title: text("Natural Results", 60), text: text("One or two sentences.") });

const question = v.strictObject({
  question: text("Does it hurt?", 80),
  answer: text("Many treatments are painless."),
});

const gate = v.strictObject({
  question: text("What the owner has to confirm.", 400),
  answer: v.nullable(text("Yes, see the file.")),
  date: v.nullable(date("2026-12-01")),
  initials: v.nullable(text("EM", 4)),
  /** What the site may only say once this is answered. */
  settles: v.optional(choice(["practitioner", "privacy-date"], "practitioner")),
});

export const studioSchema = v.strictObject({
  brand: fact("Northlight Skin Studio", 60),
  shortName: text("Northlight", 30),
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
    accent: colour("#efa42a"),
    spectrum: list(
      v.pipe(
        v.string(),
        v.regex(/^#[0-9a-f]{6}( \d{1,3}%)?$/, "must be a colour, and perhaps where it stands, like #efa42a 40%"),
        v.metadata({ example: '"#efa42a 40%"' }),
      ),
      2,
      8,
      'two or more colours, like ["#4a8ff7", "#efa42a 42%", "#8a2a1c"]',
    ),
  }),
  sampleNames: v.optional(v.array(text("Northlight", 60)), []),
  practitioner: fact("Elena Marsh", 60),
  description: text("Private, appointment-only aesthetics, laser and skincare studio in West Edmonton."),
  phone: fact("(780) 555-0142", 20),
  phoneE164: v.pipe(
    v.string(),
    v.regex(/^\+[1-9]\d{6,14}$/, "must be + and digits alone, like +17805550142"),
    v.metadata({ example: '"+17805550142"' }),
  ),
  email: fact("hello@example.com", 254),
  address: v.strictObject({
    street: fact("12 Example Close NW"),
    city: text("Edmonton", 60),
    province: text("AB", 30),
    country: text("CA", 2),
    postalCode: fact("T5T 0A0", 10),
  }),
  area: text("West Edmonton", 60),
  geo: v.strictObject({
    latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90), v.metadata({ example: "53.51850" })),
    longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180), v.metadata({ example: "-113.62310" })),
    source: v.optional(v.picklist(sources), "specification"),
  }),
  visits: text("By Appointment Only", 40),
  hours: list(
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
  privacyContact: fact("Privacy contact", 60),
  gates: v.pipe(
    v.record(v.string(), gate),
    v.metadata({ example: "the launch questions, each with question, answer, date and initials" }),
  ),
});

/** A step label and its sentence, a list line, a paragraph: what a treatment's Markdown is read into. */
export const treatmentSchema = v.pipe(
  v.strictObject({
    name: text("Custom Facials", 40),
    alternateName: v.optional(text("IPL Photofacial", 60)),
    serviceType: text("Intense pulsed light skin treatment", 80),
    path: pathId,
    summary: text("A facial built around what your skin needs on the day.", 110),
    description: head.description,
    updated: head.updated,
    duration: fact("60-90 min"),
    downtime: fact("None"),
    comfort: fact("Relaxing"),
    frequency: v.optional(fact("Monthly")),
    plan: v.optional(fact("Typically 6-8 sessions")),
    timeline: v.optional(fact("Full results in 2-4 weeks")),
    askFirst: choice(["core", "core-lite"], "core"),
    bookable: v.optional(v.boolean(), true),
    button: v.optional(text("Book Your Custom Facial", 40)),
    gates: v.optional(v.array(v.string()), []),
    body: v.strictObject({
      whatIs: v.strictObject({
        heading: v.pipe(v.string(), v.regex(/^What is .+\?$/, "must be a question that begins with What is")),
        paragraphs: list(v.string(), 2, 2, "two paragraphs of 55 to 90 words"),
      }),
      steps: list(v.strictObject({ label: v.string(), text: v.string() }), 3, 5, "- **Assess.** What happens."),
      benefits: v.strictObject({
        intro: v.string(),
        items: list(v.string(), 4, 6, "- Dull or dry skin"),
      }),
      before: v.strictObject({
        notes: v.array(v.string()),
        items: list(v.string(), 3, 9, "- You take blood thinners"),
        aftercare: v.string(),
      }),
    }),
  }),
  v.check(
    ({ frequency, plan, timeline }) => [frequency, plan, timeline].filter(Boolean).length === 1,
    "needs exactly one of 'frequency', 'plan' and 'timeline'. Keep the one that fits best, for example: frequency: Monthly",
  ),
);

export const pathsSchema = v.strictObject({
  paths: list(
    v.strictObject({
      id: pathId,
      title: text("Acne Control", 40),
      subtitle: text("Calmer, clearer-looking skin", 60),
      description: text("Two sentences about this path."),
      card: text("Personalized care for breakout-prone skin", 200),
      index: text("Facials, JetPeel and careful exfoliation", 90),
      wavelength: text("415-465 nm", 20),
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
      illustration: v.boolean(),
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

export const siteSchema = v.strictObject({
  navigation: list(v.strictObject({ label: text("Home", 20), to: text("/", 20) }), 2, 7, "the links of the top bar"),
  book: text("Book Consultation", 30),
  call: text("Call", 10),
  orCall: text("or call", 20),
  menu: v.strictObject({ open: text("Menu", 12), close: text("Close", 12) }),
  skip: text("Skip to content", 30),
  newTab: text("opens in a new tab", 30),
  footer: v.strictObject({
    blurb: text("Two sentences about the studio."),
    linksHeading: text("Quick Links", 30),
    links: list(v.strictObject({ label: text("About Us", 30), to: text("/about", 30) }), 4, 4, "the four quick links"),
    contactHeading: text("Contact", 30),
    rights: text("All rights reserved.", 60),
    results: text("Individual results may vary.", 60),
    privacy: text("Privacy Policy", 30),
  }),
  notFound: v.strictObject({
    title: text("Page Not Found", 50),
    code: text('"404"', 5),
    heading: text("Oops! Page not found", 60),
    help: text("The page may have moved."),
    button: text("Return to Home", 40),
  }),
  error: v.strictObject({
    heading: text("Unexpected Application Error!", 60),
    help: text("Something failed on our side. Please reload the page, or call"),
    button: text("Return to Home", 40),
  }),
});

export const homeSchema = v.strictObject({
  ...head,
  hero: v.strictObject({
    heading: list(text("in good light", 30), 1, 3, "[Your skin, in good light]"),
    text: text("Who, where and how, in two or three sentences."),
    button: text("Book Your Free Consultation", 40),
    note: text("30 minutes, no charge, no pressure.", 60),
    picture: text("hero", 40),
  }),
  valuesLabel: text("What matters here", 60),
  values: list(titled, 2, 4, "two to four values, each with title and text"),
  paths: v.strictObject({
    heading: list(text("planned around you", 30), 1, 3, "[Four paths, planned around you]"),
    text: text("One or two sentences."),
    more: text("Learn More", 30),
    button: text("Explore All Treatments", 40),
  }),
  questions: v.strictObject({
    heading: text("Asked before almost every first visit", 60),
    items: list(question, 1, 10, "the questions, each with question and answer"),
  }),
  close,
});

export const aboutSchema = v.strictObject({
  ...head,
  heading: text("Meet Elena Marsh", 40),
  lede: text("One sentence."),
  picture: text("about", 40),
  why: v.strictObject({ heading: text("Why the studio exists", 60), lede: text("…"), text: text("…") }),
  experience: v.strictObject({
    years: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(70), v.metadata({ example: "15" })),
    unit: text("years", 12),
    heading: text("Experience", 60),
    text: text("…"),
  }),
  equipment: v.strictObject({
    heading: text("Medical-grade equipment", 60),
    text: text("…"),
    items: list(v.strictObject({ path: pathId, title: text("IPL", 60), text: text("…") }), 1, 8, "the devices"),
  }),
  approach: v.strictObject({
    heading: text("A private approach", 60),
    text: text("…"),
    items: list(titled, 2, 5, "short answers, each with title and text"),
  }),
  promise: v.strictObject({ heading: text("The promise", 60), text: text("…") }),
  close,
});

export const treatmentsSchema = v.strictObject({
  ...head,
  heading: text("Treatments", 40),
  lede: text("…"),
  indexLabel: text("Treatment paths", 40),
  note: text("Each path takes its colour from a wavelength used in light-based care.", 120),
  close,
});

export const treatmentPageSchema = v.strictObject({
  back: text("Back to Treatments", 30),
  home: text("Home", 20),
  list: text("Treatments", 30),
  factsHeading: text("Treatment Details", 30),
  labels: v.strictObject({
    duration: text("Duration", 20),
    downtime: text("Downtime", 20),
    comfort: text("Comfort Level", 20),
    frequency: text("Frequency", 20),
    plan: text("Treatment Plan", 20),
    timeline: text("Results Timeline", 20),
  }),
  caveat: text("Results differ from person to person, and suitability is decided at the consultation."),
  stepsHeading: text("How It Works", 30),
  benefitsHeading: text("Who Benefits Most", 30),
  before: v.strictObject({
    heading: text("Before you book", 30),
    lead: text("Tell us before you book if…", 200),
    own: text("For this treatment", 60),
    shared: text("For any treatment", 60),
    after: text("Aftercare", 30),
    core: list(text("You are pregnant"), 5, 15, "the questions asked before every treatment"),
    coreLite: list(text("You are pregnant"), 5, 15, "the questions asked before a relaxation treatment"),
  }),
  related: text("In the same path", 40),
  unavailable: text("Ask about availability at your consultation", 80),
  closeLabel: text("Book", 40),
  closeText: text("Not sure it is right for you?", 200),
  button: text("Book Your Free Consultation →", 40),
});

export const resultsPageSchema = v.strictObject({
  ...head,
  heading: text("Real Results, Real People", 40),
  lede: text("…"),
  disclaimer: text("Individual results vary. …"),
  tag: text("Illustration", 20),
  before: text("Before", 20),
  after: text("After", 20),
  close,
});

export const testimonialsPageSchema = v.strictObject({
  ...head,
  heading: text("Client Experiences", 40),
  lede: text("…"),
  notice: text("The reviews below are samples, not real clients."),
  tag: text("Sample review", 30),
  stars: text("Rated {rating} out of 5", 40),
  sampleStars: text('"Sample rating: {rating} out of 5"', 40),
  reviews: text("Read All Our Google Reviews", 40),
  close,
});

const field = v.strictObject({
  label: text("Full name", 40),
  hint: v.optional(text("…", 140)),
  placeholder: v.optional(text("…", 100)),
});

export const contactSchema = v.strictObject({
  ...head,
  heading: text("Book Your Free Consultation", 40),
  lede: text("…"),
  picture: text("contact", 40),
  form: v.strictObject({
    heading: text("Send Us a Message", 40),
    optional: text("(optional)", 20),
    fields: v.strictObject({ name: field, email: field, phone: field, treatment: field, message: field }),
    privacy: list(text("…"), 1, 5, "the sentences shown above the button"),
    button: text("Send Message", 30),
    sending: text("Sending...", 30),
    trap: text("Leave this empty", 40),
    dismiss: text("Dismiss", 30),
    errorsHeading: text("Check your answers", 40),
    errorPrefix: text('"Error:"', 20),
    remaining: text("characters left", 40),
    success: v.strictObject({
      heading: text("Thank you for your inquiry!", 60),
      text: text("We'll be in touch within 24 hours to schedule your free consultation."),
    }),
    failure: v.strictObject({
      heading: text("Something went wrong", 60),
      text: text("Please try again or call us directly at"),
    }),
    next: list(
      v.strictObject({ label: text("…", 60), to: text("/treatments", 40) }),
      1,
      3,
      "links shown after sending",
    ),
  }),
  visit: v.strictObject({
    heading: text("Visit Us", 40),
    location: text("Location", 20),
    hours: text("Hours", 20),
    flexible: text("Flexible scheduling, weekends included", 60),
    phone: text("Phone", 20),
    email: text("Email", 20),
  }),
  expect: v.strictObject({
    heading: text("What to Expect", 40),
    items: list(text("No pressure", 120), 1, 8, "the things to expect"),
  }),
});

const inline = v.union([
  v.string(),
  v.strictObject({ bold: v.string() }),
  v.strictObject({ text: v.string(), href: v.string() }),
]);

const block = v.union([
  v.strictObject({ kind: v.literal("subheading"), text: v.string() }),
  v.strictObject({ kind: v.literal("paragraph"), text: v.array(inline) }),
  v.strictObject({ kind: v.literal("list"), items: v.array(v.array(inline)) }),
]);

export const privacySchema = v.strictObject({
  ...head,
  heading: text("Privacy Policy", 40),
  lastUpdated: date("2025-10-30"),
  lastUpdatedLabel: text("Last updated", 20),
  contents: text("On this page", 30),
  sections: list(
    v.strictObject({
      id: v.string(),
      heading: v.string(),
      blocks: v.array(block),
    }),
    1,
    30,
    "the sections of the policy",
  ),
});

export type Treatment = v.InferOutput<typeof treatmentSchema> & { slug: string };
export type Path = v.InferOutput<typeof pathsSchema>["paths"][number];
export type Inline = v.InferOutput<typeof inline>;
export type Block = v.InferOutput<typeof block>;

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
