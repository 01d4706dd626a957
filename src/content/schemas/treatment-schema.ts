import * as v from "valibot";
import {
  blocks,
  choice,
  date,
  entriesByLabel,
  type FieldDisplay,
  fact,
  group,
  head,
  list,
  oneParagraph,
  optionalGroup,
  optionalList,
  optionalText,
  paragraphs,
  pathId,
  picture,
  questions,
  refuse,
  slug,
  text,
  toggle,
  withDisplay,
  withExample,
} from "./fields.ts";

/** The situations that a reader asks about first, and how the editor names them. */
export const situations = {
  pregnant: "Pregnant",
  breastfeeding: "Breastfeeding",
  skinType4: "Skin type IV",
  skinTypes5And6: "Skin types V and VI",
  isotretinoin: "Isotretinoin, now or in the last 6 months",
  bloodThinners: "Blood thinners",
  implants: "Pacemaker or other implanted electronics",
} as const;

export const verdicts = ["Yes", "Ask first", "Not here"] as const;

export type Situation = keyof typeof situations;
export const situationNames = Object.keys(situations) as Situation[];

/** What to know before booking, in three lists by their consequence. */
export const pointLists = { notDone: "Not done if", askDoctor: "Ask your doctor first", tellMe: "Tell me" } as const;

export const eachList = <Value>(make: (list: keyof typeof pointLists) => Value) => ({
  notDone: make("notDone"),
  askDoctor: make("askDoctor"),
  tellMe: make("tellMe"),
});

const suitabilityOf = (label: string) =>
  withExample(
    v.strictObject({
      answer: choice(verdicts, "Ask first"),
      reason: text("Burns and pigment change are more likely, so I test a patch first.", 80),
    }),
    "{ answer: Ask first, reason: A test patch comes first. }",
    { label },
  );

const suitabilityAnswers = v.strictObject(entriesByLabel(situations, suitabilityOf));

const lines = (example: string, min: number, max: number, display: FieldDisplay = {}) =>
  list(`[${example}]`, { min, max, itemName: "line", ...display }, oneParagraph(example, 400));

const moreLines = (label: string) => v.optional(lines("You take a blood thinner", 0, 8, { label }), []);

const day = (label: string, note: string) =>
  v.optional(withExample(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(365)), "3", { label, note }));

/** What is usual after a visit, and for how long: in words, and in days for the drawing. */
const usualEffect = v.pipe(
  v.strictObject({
    effect: text("Redness around each hair", 90, { label: "What is seen or felt" }),
    lasts: text("for a few hours up to 3 days", 90, { label: "For how long, in words" }),
    begins: day("Begins on day", "0 or nothing is the day of the visit."),
    holds: day("Usually there until day", "The shortest time that the words give; 0 is some hours."),
    gone: day("Gone by day", "The longest time that they give."),
  }),
  v.check(({ holds, gone }) => (holds === undefined) === (gone === undefined), refuse("days_incomplete")),
  v.check(
    ({ begins = 0, holds = begins, gone = holds }) => holds >= begins && gone >= holds,
    refuse("days_out_of_order"),
  ),
);

/** What one version of a treatment says besides the rest of its page. Summary and answers take the place of the others. */
const versionWords = v.strictObject({
  gates: v.optional(questions, []),
  summary: optionalText("A serum facial.", 110),
  suitability: v.optional(withDisplay(suitabilityAnswers, { label: "Can I have it?" })),
  whatIs: paragraphs("What happens then.", 1500, { label: "What is it" }),
  rare: moreLines("Rare"),
  ...entriesByLabel(pointLists, moreLines),
  aftercare: paragraphs("What to do at home.", 800, { label: "Aftercare" }),
});

const notedFact = (example: string, display: FieldDisplay = {}) => fact(example, 120, { ...display, noted: true });

const treatment = v.pipe(
  v.strictObject({
    name: text("Custom Facials", 40),
    priceFrom: v.optional(
      withExample(v.pipe(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), text("$180", 40)), "$180", {
        label: "Price from",
        kind: "text",
        note: "A number is enough: the sign of your currency is put before it.",
        empty: "If empty, the page says nothing about price.",
      }),
    ),
    draft: toggle({
      label: "On the site",
      negated: true,
      note: "Until you choose Yes, visitors see nothing of it. Before that, read every sentence: the risks, who may not have it, the care afterwards.",
    }),
    notOffered: toggle({
      label: "Not offered at present",
      note: "The page keeps its address and says so. Lists, Home and About no longer offer it.",
    }),
    alternateName: optionalText("IPL Photofacial", 60, { label: "Other name" }),
    serviceType: text("Intense pulsed light skin treatment", 80, { label: "Kind of service, for search engines" }),
    path: pathId,
    /** A treatment without a picture of its own shows its path's. */
    picture: v.optional(picture("treatment-facials", { label: "Picture" })),
    summary: text("A facial built around what your skin needs on the day.", 110),
    description: head.description,
    updated: head.updated,
    duration: notedFact("60-90 min"),
    downtime: notedFact("None"),
    comfort: notedFact("Relaxing", { label: "Comfort Level" }),
    frequency: v.optional(notedFact("Monthly")),
    plan: v.optional(notedFact("Typically 6-8 sessions", { label: "Treatment Plan" })),
    timeline: v.optional(notedFact("Full results in 2-4 weeks", { label: "Results Timeline" })),
    recovery: v.optional(
      list(
        "what is usual, for example: { effect: Redness, lasts: for 1-3 days, holds: 1, gone: 3 }",
        {
          min: 1,
          max: 8,
          label: "Your next two weeks",
          itemName: "effect",
          note: "The page draws it. Without days an effect has no light. It takes the place of the list Usual.",
        },
        usualEffect,
      ),
    ),
    related: list("[facials, jetpeel]", { min: 0, max: 4, label: "Read next", references: "treatments" }, slug),
    performedBy: optionalText("Jane Doe, registered nurse", 120, { empty: "If empty, the page does not say who." }),
    licence: optionalText("Jane's Laser 3, Health Canada licence 12345", 120, {
      label: "Device and its licence",
      empty: "If empty, the page does not name it.",
    }),
    /** Which of the two versions below is true; see `applyVersion`. */
    version: v.optional(
      choice(["pierces", "does not pierce"], "does not pierce", {
        label: "Does anything pierce the skin?",
        note: "Only needed where the page has two versions. Until you choose, it shows the one that pierces.",
      }),
    ),
    versions: optionalGroup(
      { label: "Words of the two versions", technical: true },
      { pierces: versionWords, doesNotPierce: versionWords },
    ),
    button: optionalText("Book Your Custom Facial", 40, {
      empty: "If empty, the button says what it says on every treatment.",
    }),
    gates: v.optional(questions, []),
    suitability: withExample(suitabilityAnswers, "seven answers, from pregnant to implants", {
      label: "Can I have it?",
      note: "One answer and one reason for each. The page and the table of all treatments show them.",
    }),
    suitabilityIs: choice(["proposed", "settled"], "proposed", {
      label: "These answers are",
      note: "Choose Settled once you have checked all seven against your manuals. The site cannot launch before.",
    }),
    canBurn: toggle({
      label: "Can burn the skin",
      note: "The page then says what first aid helps, and when to see a doctor.",
    }),
    numbingCream: toggle({
      label: "Numbing cream may be used",
      note: "The page then says which signs after the cream are an emergency.",
    }),
    rules: optionalList(v.string(), {
      label: "Rules that hold for it",
      note: "Each stands once, under On every treatment. The page adds its line to the right list.",
      references: "rules",
    }),
    reviewedBy: optionalGroup(
      { label: "Reviewed by", empty: "If empty, the page does not say that anybody reviewed it." },
      {
        name: text("Dr. Jane Doe", 80),
        registration: text("College of Physicians and Surgeons of Alberta, 012345", 120),
        date: date("2026-11-15", { label: "Day of the review" }),
      },
    ),
    words: optionalList(text("pulsed light", 40), {
      label: "Other words for it",
      itemName: "word",
      note: "By these and its name the site finds where other pages speak of it while it is not offered.",
    }),
    body: v.strictObject({
      whatIs: group("What is it", {
        heading: v.pipe(v.string(), v.regex(/^What is .+\?$/, refuse("what_is_form"))),
        text: blocks("Two paragraphs of 55 to 90 words.", 3000, { label: "Text" }),
      }),
      steps: list(
        "three to five steps, each with label and text",
        { min: 3, max: 5, label: "How It Works", itemName: "step" },
        v.strictObject({ label: text("Assess", 60), text: oneParagraph("What happens.") }),
      ),
      benefits: group("Who Benefits Most", {
        intro: oneParagraph("It suits people with:", 300, { label: "Opening words" }),
        items: lines("Dull or dry skin", 4, 6, { label: "Lines" }),
      }),
      risks: withExample(
        v.strictObject({
          intro: v.optional(paragraphs("Needles leave wounds.", 1000, { label: "Opening words" })),
          usual: v.optional(
            lines("Redness for a few hours", 0, 10, { note: "Only where Your next two weeks does not say it." }),
            [],
          ),
          rare: lines("A burn that leaves a mark", 1, 12),
          worry: blocks("Call 811 about a blister.", 2000, { label: "When to worry" }),
          firstAid: v.optional(blocks("Cool it under running water.", 1000, { label: "First aid" })),
        }),
        "what is usual, what is rare and when to worry",
        { label: "What can go wrong" },
      ),
      before: group("Before you book", {
        notes: v.optional(paragraphs("Never stop a prescribed medicine.", 1500, { label: "Opening words" })),
        notDone: lines("You are pregnant", 1, 15, { label: "Not done if" }),
        askDoctor: lines("You take a blood thinner", 1, 10, { label: "Ask your doctor first" }),
        tellMe: lines("Nut oils give you a rash", 1, 10, { label: "Tell me" }),
        aftercare: blocks("Keep out of the sun for two weeks."),
      }),
    }),
  }),
  v.check(
    ({ frequency, plan, timeline }) => [frequency, plan, timeline].filter(Boolean).length === 1,
    refuse("fourth_fact"),
  ),
  v.check(({ recovery, body }) => Boolean(recovery) !== body.risks.usual.length > 0, refuse("usual_once")),
);

export const treatmentSchema = withDisplay(treatment, {
  exactlyOne: { label: "Fourth fact", keys: ["frequency", "plan", "timeline"] },
});

export type Treatment = v.InferOutput<typeof treatmentSchema> & { slug: string };
