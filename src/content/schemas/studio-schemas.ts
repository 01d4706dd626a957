import * as v from "valibot";
import { isTimeZone } from "../../settings/time-zone.ts";
import {
  choice,
  colour,
  date,
  entriesByLabel,
  fact,
  factSources,
  group,
  link,
  list,
  onlyFor,
  optionalGroup,
  optionalList,
  optionalText,
  otherWords,
  pathId,
  pattern,
  picture,
  questions,
  refuse,
  shortForm,
  slug,
  svgPath,
  text,
  time,
  toggle,
  withDisplay,
  withExample,
  yesNo,
} from "./fields.ts";

/** The schemas of the files that hold the studio's facts. Those of its pages are in src/content/pages.ts. */

const gate = v.strictObject({
  /** A few words for lists; the question itself is where it is answered. */
  title: optionalText("Licence of the plasma pen", 40, { readOnly: true }),
  question: text("What the owner has to confirm.", 400, { readOnly: true }),
  answer: v.nullable(text("Yes, see the file.")),
  date: v.nullable(date("2026-12-01")),
  initials: v.nullable(text("EM", 4)),
  /** What the site may only show once this question is answered. Without reviews, theirs is not asked. */
  settles: v.optional(choice(["practitioner", "privacy-date", "reviews"], "practitioner", { readOnly: true })),
  /** Whether the treatments may be offered at all. A no takes down those that name the question. */
  offer: v.optional(v.nullable(yesNo({ label: "May it be offered?" }))),
  /** The day of the proof that the owner keeps, where the question asks for one. */
  proof: v.optional(v.nullable(date("2026-12-01", { label: "Day of the proof you keep" }))),
  /** A field that the file of such a treatment must also have. */
  needs: v.optional(choice(["performedBy", "licence", "version"], "performedBy", { readOnly: true })),
});

/** Facts that visitors look for, with their names in the editor. Each is shown once it is filled in. */
const factLabels = {
  credentials: "Your training",
  registration: "Your registration",
  insurance: "Insurance",
  languages: "Languages you speak",
  parking: "Parking",
  transit: "Bus and train",
  entrance: "Entrance",
  household: "Who else may be in the house",
  bring: "What to bring",
  prices: "Prices and taxes",
  payment: "How to pay",
  deposit: "Deposit, packages and refunds",
  cancellation: "Cancelling a visit",
  receipts: "Receipts",
  evenings: "Evenings, waiting time and texts",
  unhappy: "If a client is not happy",
};
export const optionalFacts = Object.keys(factLabels) as (keyof typeof factLabels)[];

const optionalFact = (label: string) =>
  optionalText("Your own words", 240, { label, empty: "If empty, the page does not mention it." });

/** The studio's own logo is in images/ under one of these names. */
export const logoNames = ["logo.svg", "logo.png"] as const;

const signature = { date: date("2026-12-01"), initials: text("EM", 4) };

/** What is no time has been reported as such. */
const isTime = (text: string) => v.is(time("10:00"), text);

export const studioSchema = v.strictObject({
  brand: fact("Willow Skin Studio", 60, { label: "Name of the studio" }),
  shortName: text("Willow", 30, { label: "Name beside the logo" }),
  tagline: text("Skin Studio", 30, { label: "Second half of the name" }),
  logo: v.optional(
    choice(logoNames, "logo.svg", {
      label: "Your logo",
      kind: "logo",
      note: "An SVG, or a PNG without a background. It stands beside the name, in the browser's tab and on previews of links.",
      empty: "If empty, the site shows the mark that it came with.",
    }),
  ),
  language: pattern(/^en-[A-Z]{2}$/, "language_form", "en-CA", { label: "English as written in", technical: true }),
  timeZone: withExample(v.pipe(v.string(), v.check(isTimeZone, refuse("time_zone_unknown"))), "America/Toronto", {
    label: "Time zone",
    technical: true,
  }),
  mark: group(
    { label: "The mark without a logo", technical: true },
    {
      letter: text("N", 1),
      strokes: v.optional(svgPath("M5 24V4l18 20V4")),
      light: v.optional(svgPath("M5 4.5 23 23.5H5z")),
    },
  ),
  colours: group("Colours", {
    accent: colour("#c98a2b", {
      label: "Accent colour",
      note: "For lines, the light and the head of your emails. No words are set in it.",
    }),
    spectrum: list(
      'two or more colours, like ["#4a8ff7", "#c98a2b 42%", "#8a2a1c"]',
      { min: 2, max: 8, label: "Line of colours above the footer", itemName: "colour", technical: true },
      pattern(/^#[0-9a-f]{6}( \d{1,3}%)?$/, "spectrum_form", '"#c98a2b 40%"'),
    ),
  }),
  sampleNames: optionalList(text("Willow", 60), {
    label: "Names the site was delivered with",
    itemName: "name",
    technical: true,
  }),
  practitioner: fact("Jane Doe", 60),
  description: text("Private, appointment-only aesthetics, laser and skincare studio in the old town.", 600, {
    label: "One sentence for search engines",
  }),
  phone: fact(
    "(555) 555-0142",
    24,
    { kind: "phone" },
    v.pipe(v.string(), v.regex(/^(?=(.*\d){7})[\d\s()+.-]+$/, refuse("phone_form"))),
  ),
  phoneE164: v.optional(
    pattern(/^\+[1-9]\d{6,14}$/, "dialled_form", '"+15555550142"', {
      label: "What a phone dials",
      kind: "phone",
      empty: "If empty, phones dial the number in Phone with the code of your country.",
    }),
  ),
  email: fact("hello@example.com", 254, { kind: "email" }, v.pipe(v.string(), v.email())),
  address: v.strictObject({
    street: fact("12 Main Street"),
    city: text("Your city", 60),
    province: text("AB", 30),
    country: text("CA", 2),
    postalCode: fact("A1A 1A1", 10, {}, v.pipe(v.string(), v.toUpperCase())),
  }),
  area: text("The old town", 60, { label: "Part of town" }),
  geo: optionalGroup(
    {
      label: "Place on the map",
      note: "Without it, maps go by the address, and the light on the pages does not follow your sun.",
      technical: true,
    },
    {
      latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90), v.metadata({ example: "51.50000" })),
      longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180), v.metadata({ example: "-0.12000" })),
      source: v.optional(v.picklist(factSources), "specification"),
    },
  ),
  visits: text("By Appointment Only", 40, { label: "How people visit" }),
  hours: list(
    '[{ days: [Saturday, Sunday], opens: "11:00", closes: "17:00" }]',
    { min: 1, max: 7, itemName: "line of hours" },
    v.pipe(
      v.strictObject({
        days: list(
          "[Saturday, Sunday]",
          { min: 1, max: 7 },
          v.picklist(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]),
        ),
        opens: time("10:00"),
        closes: time("18:00"),
      }),
      v.check(
        ({ opens, closes }) => !isTime(opens) || !isTime(closes) || opens < closes,
        refuse("closes_before_opens"),
      ),
    ),
  ),
  hoursNote: text("Appointments are usually offered Mon–Fri 10–6 and Sat–Sun 11–5", 120, {
    label: "Hours as visitors read them",
  }),
  /** All of it is optional, so that emptying the words takes the notice away and the rest can stay for the next time. */
  notice: v.nullish(
    group(
      {
        asOne: true,
        note: "One line above every page, such as days when you are closed. Empty the words to remove it.",
      },
      {
        text: optionalText("Closed 24 December to 2 January", 100, {
          label: "What it says",
          empty: "If empty, there is no notice.",
        }),
        from: v.optional(date("2026-12-24", { label: "First day", empty: "If empty, it is about the last day only." })),
        until: v.optional(
          date("2027-01-02", {
            label: "Last day",
            note: "After this day it disappears by itself.",
            missing: "A notice needs its last day.",
          }),
        ),
        shownFrom: v.optional(
          date("2026-12-10", {
            label: "Show from",
            empty: "If empty, visitors see it from the first day, or at once if there is none.",
          }),
        ),
        hours: v.optional(
          choice(["as usual", "closed", "other hours"], "closed", {
            label: "The studio on these days",
            note: "Search engines and maps read it.",
          }),
        ),
        opens: v.optional(time("11:00", { note: "For other hours." })),
        closes: v.optional(time("15:00", { note: "For other hours." })),
      },
    ),
  ),
  priceRange: pattern(/^[$£€]{1,4}$/, "price_range_form", '"$$"', { label: "Prices, from $ to $$$$" }),
  pricing: optionalGroup(
    { label: "How prices are written", note: "Once for all treatments." },
    {
      from: optionalText("From", 30, { label: "Before each price", empty: "If empty, nothing is put before it." }),
      per: optionalText("per session", 30, { label: "After each price", empty: "If empty, nothing is added." }),
      tax: optionalText("GST included", 30, { label: "About taxes", empty: "If empty, nothing is added." }),
    },
  ),
  social: v.optional(
    list(
      "your profiles, each with its name and its address",
      { min: 0, max: 6, label: "Your profiles", itemName: "profile" },
      v.strictObject({
        name: text("Instagram", 30),
        url: link("https://www.instagram.com/example", { label: "Its address" }),
        source: v.optional(v.picklist(factSources), "specification"),
      }),
    ),
    [],
  ),
  reviews: v.optional(
    v.strictObject({
      url: v.optional(
        link("https://www.google.com/search?q=example", {
          label: "Address of your reviews",
          empty: "If empty, the page of reviews leads no further.",
        }),
      ),
      source: v.optional(v.picklist(factSources), "specification"),
    }),
  ),
  countVisits: toggle({
    label: "Count how often pages are opened",
    note: "Sums only, nothing about a visitor. The privacy policy then says so, in a paragraph of its own.",
  }),
  confirmToVisitor: toggle({
    label: "Tell visitors by email that their request arrived",
    note: "One short email, and none for what looks like spam. The privacy policy then says so, in a paragraph of its own.",
  }),
  storedIn: optionalText("the United States", 60, {
    label: "Country where requests are kept",
    empty: "If empty, the page does not mention it.",
  }),
  more: v.nullish(group("Facts visitors look for", entriesByLabel(factLabels, optionalFact)), {}),
  replies: v.optional(
    list(
      "a reply with a label and its paragraphs",
      {
        min: 1,
        max: 4,
        label: "Replies ready to send",
        note: "For you alone. Write begins with the first, Text with the second. Write {firstName}, {treatment} and {address} where the desk fills them in. A text never names the treatment. Your name and number follow by themselves.",
        itemName: "reply",
      },
      v.strictObject({
        label: text("Offer two times", 40, { label: "Its name on your desk" }),
        paragraphs: list(
          "[Hello {firstName},]",
          { min: 1, max: 12, label: "What it says", itemName: "paragraph" },
          text("Thank you for asking about {treatment}.", 400),
        ),
      }),
    ),
  ),
  launched: optionalGroup({ readOnly: true, technical: true }, signature),
  privacyContact: fact("Privacy contact", 60, { label: "Who answers for privacy" }),
  gates: withExample(
    v.record(v.string(), gate),
    "the launch questions, each with question, answer, date and initials",
    { label: "Questions before launch", kind: "question", note: "Never shown on the site." },
  ),
});

export const pathsSchema = v.strictObject({
  paths: list(
    "the paths, in the order they are shown",
    { min: 1, max: 6, itemName: "path" },
    v.strictObject({
      id: withDisplay(pathId, { label: "Its name in addresses", readOnly: true }),
      title: text("Acne Control", 40),
      subtitle: text("Calmer, clearer-looking skin", 60),
      description: text("Two sentences about this path."),
      descriptionWithout: shortForm("Description", text("A sentence about this path.")),
      card: text("Personalized care for breakout-prone skin", 200, { label: "Words of its card on Home" }),
      cardWithout: shortForm("Words of its card on Home", text("Personalized care.", 200)),
      colour: v.strictObject({
        ink: colour("#1a52ad", { label: "Colour of words" }),
        glow: colour("#4a8ff7", { label: "Colour of light" }),
      }),
      picture: picture("path-acne"),
      button: text("Start Your Acne Care Plan", 50),
      treatments: list(
        "- slug: facials",
        { min: 1, max: 30, itemName: "treatment" },
        v.union([
          group("With a page", {
            slug,
            line: text("what it does, in a few words", 90),
            group: optionalText("Light and heat", 60, {
              label: "Heading above it",
              empty: "If empty, it follows the one before without a heading.",
            }),
          }),
          group("Without a page", {
            name: text("Chemical Peel", 60),
            line: text("a series of light exfoliating peels", 90),
            for: onlyFor,
            gates: v.optional(questions),
            words: otherWords,
            note: optionalText("Ask first. It can burn.", 700, {
              label: "Its risks, as it has no page",
              empty: "If empty, nothing is added.",
            }),
            source: v.optional(v.picklist(factSources), "specification"),
          }),
        ]),
      ),
    }),
  ),
  former: optionalList(
    v.strictObject({
      slug: withDisplay(pathId, { label: "Its address", readOnly: true }),
      name: text("Custom Facials", 40),
      words: otherWords,
    }),
    {
      label: "Treatments removed for good",
      itemName: "removed treatment",
      note: "The address of each leads to the list of treatments. Sentences that still name one are listed under To do.",
      technical: true,
    },
  ),
});

export const testimonialsSchema = v.strictObject({
  testimonials: list(
    "the review cards, sixty at most",
    {
      min: 0,
      max: 60,
      label: "Reviews",
      itemName: "review",
      note: "Without any, the page of reviews is not shown, and no link leads to it.",
    },
    v.strictObject({
      name: text("Priya S.", 40),
      treatment: text("Custom Facials", 60),
      path: v.optional(
        withDisplay(pathId, { label: "Path", references: "paths", empty: "If empty, it is that of the treatment." }),
      ),
      for: onlyFor,
      rating: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5), v.metadata({ example: "5" })),
      text: text("What the client wrote.", 400, { label: "What the client wrote", quotation: true }),
      size: v.optional(
        withDisplay(v.picklist(["small", "middle", "large"]), {
          label: "How large it is shown",
          empty: "If nothing is chosen, it is small.",
        }),
        "small",
      ),
      source: choice(["verified", "sample"], "verified", { label: "A real review, or a sample" }),
      consent: optionalGroup(
        { label: "Their consent", note: "A real review is kept here, and not published, until this is filled in." },
        {
          how: choice(["published", "written"], "written", { label: "How they agreed" }),
          where: optionalText("Google review", 200, { label: "Where it can be seen" }),
          on: date("2026-11-15", { label: "On which day" }),
        },
      ),
    }),
  ),
});

/** What the site can draw on a card of Results; see site/pages/results/drawing.ts. */
export const concerns = ["hair", "texture", "spots", "blemishes", "lines", "dullness"] as const;

export const resultsSchema = v.strictObject({
  results: list(
    "the before-and-after cards",
    { min: 1, max: 24, label: "Before and after", itemName: "card" },
    v.strictObject({
      treatment: text("Laser Hair Removal", 40),
      area: text("Full Legs", 40),
      duration: text("6 sessions", 30, {
        note: "Its number is drawn as marks between before and after, up to twelve.",
      }),
      path: pathId,
      for: onlyFor,
      gates: v.optional(questions),
      note: optionalText("Fewer, finer hairs. Not none.", 120, {
        label: "What to expect",
        empty: "If empty, nothing is added.",
      }),
      shows: withDisplay(
        v.union([
          group("A drawing", {
            drawing: choice(concerns, "hair", { label: "What is drawn" }),
            alt: text("skin with dark hairs, then the same skin with fewer and finer ones", 200, {
              label: "What the drawing shows",
              note: "Read aloud to people who cannot see it.",
            }),
          }),
          group("A client's photographs", {
            before: picture("result-legs-before"),
            after: picture("result-legs-after"),
            consent: date("2026-11-15", {
              label: "Day of their signed consent",
              note: "For these two photographs and this use. Same light, angle and expression, no makeup, no retouching.",
            }),
          }),
        ]),
        { label: "What it shows" },
      ),
    }),
  ),
  illustrationsAccepted: optionalGroup("Signed: the site goes public with drawings", signature),
});

/** The point that cropping must keep, in percent from the left and the top. */
const percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100), v.metadata({ example: "50" }));
const focus = withExample(v.tuple([percent, percent]), "[58, 44]", {
  label: "What must always be seen",
  readOnly: true,
});
/** The part that a list shows at 96 by 72 pixels: its centre and its width, in percent of the picture. */
const width = withExample(v.pipe(v.number(), v.minValue(10), v.maxValue(100)), "35");
const thumbnail = withExample(v.tuple([percent, percent, width]), "[58, 44, 35]", {
  label: "What its small picture in a list shows",
  readOnly: true,
});

export const imagesSchema = v.record(
  v.string(),
  v.strictObject({
    alt: text("Folded linen beside a window", 200, {
      label: "What the picture shows",
      missing:
        "This picture has no description yet. Describe in one sentence what it shows, for people who cannot see it.",
    }),
    phone: v.optional(picture("hero-portrait", { label: "Picture for narrow screens" })),
    focus: v.optional(focus),
    thumbnail: v.optional(thumbnail),
    consent: v.optional(
      yesNo({
        label: "A person is in it, with their signed consent",
        note: "A client may only be shown with signed consent for this use.",
      }),
    ),
  }),
);

const inPlaceRule = v.strictObject({ say: text("painless*", 80), at: v.array(v.string()) });

/** A phrase as claims.ts reads it: * for the rest of a word, ... for anything between. */
const phrases = v.array(text("guarante*", 80));

export const claimsSchema = v.strictObject({
  forbidden: withDisplay(
    v.array(
      v.union([
        text("guarante*", 80, { label: "A word" }),
        group("A word with its reason", {
          say: text("permanent*", 80, { label: "The word" }),
          unless: v.optional(withDisplay(phrases, { label: "Allowed in these words", itemName: "phrase" })),
          /** The explanation for an owner who writes the phrase, and what she may write instead. */
          why: optionalText("Nobody can promise it.", 300),
          instead: optionalText("lasting", 60),
        }),
      ]),
    ),
    { label: "Words the site may not use", itemName: "phrase" },
  ),
  inPlace: withDisplay(v.array(inPlaceRule), { label: "Allowed in these places only", itemName: "phrase" }),
  /** Allowed once the question has an answer other than no, and its proof where it asks for one. */
  untilAnswered: optionalList(
    v.strictObject({
      say: text("lower prices than", 80),
      question: withDisplay(v.string(), { references: "questions" }),
    }),
    { label: "Allowed only after an answer", itemName: "phrase" },
  ),
});

export type ClaimRules = v.InferOutput<typeof claimsSchema>;
