import * as v from "valibot";
import {
  type FieldDisplay,
  fact,
  head,
  list,
  paragraphMarks,
  pathId,
  picture,
  slug,
  text,
  withDisplay,
  yesNo,
} from "./fields.ts";
import { blockSchema, proseSchema } from "./prose.ts";

const blockMarks: NonNullable<FieldDisplay["marks"]> = [...paragraphMarks, "list"];

/** A step with its label, a list item, a paragraph: the values that a treatment's Markdown is parsed into. */
export const treatmentSchema = v.pipe(
  v.strictObject({
    name: text("Custom Facials", 40),
    alternateName: v.optional(text("IPL Photofacial", 60, { label: "Other name" })),
    serviceType: text("Intense pulsed light skin treatment", 80, { label: "Kind of service, for search engines" }),
    path: pathId,
    /** A treatment without a picture of its own shows its path's. */
    picture: v.optional(picture("treatment-facials", { label: "Picture" })),
    summary: text("A facial built around what your skin needs on the day.", 110),
    description: head.description,
    updated: head.updated,
    duration: fact("60-90 min"),
    downtime: fact("None"),
    comfort: fact("Relaxing", 120, { label: "Comfort Level" }),
    frequency: v.optional(fact("Monthly")),
    plan: v.optional(fact("Typically 6-8 sessions", 120, { label: "Treatment Plan" })),
    timeline: v.optional(fact("Full results in 2-4 weeks", 120, { label: "Results Timeline" })),
    related: list(slug, 1, 4, "[facials, jetpeel]", { label: "Read next", references: "treatments" }),
    performedBy: v.optional(text("Jane Doe, registered nurse", 120, { empty: "The page does not say who." })),
    priceFrom: v.optional(text("$180", 40, { label: "Price from", empty: "The page says nothing about price." })),
    bookable: v.optional(withDisplay(yesNo, { kind: "yes-no", label: "Can be booked" }), true),
    button: v.optional(
      text("Book Your Custom Facial", 40, { empty: "The button says what it says on every treatment." }),
    ),
    gates: v.optional(
      withDisplay(v.array(v.string()), { label: "Waits for these questions", references: "questions" }),
      [],
    ),
    body: v.strictObject({
      whatIs: withDisplay(
        v.strictObject({
          heading: v.pipe(v.string(), v.regex(/^What is .+\?$/, "must be a question that begins with What is")),
          blocks: list(blockSchema, 1, 8, "two paragraphs of 55 to 90 words", { label: "Text", marks: blockMarks }),
        }),
        { label: "What is it" },
      ),
      steps: list(v.strictObject({ label: v.string(), text: proseSchema }), 3, 5, "- **Assess.** What happens.", {
        label: "How It Works",
        itemName: "step",
      }),
      benefits: withDisplay(
        v.strictObject({
          intro: withDisplay(proseSchema, { label: "Opening words", marks: ["bold", "italic", "link"] }),
          items: list(proseSchema, 4, 6, "- Dull or dry skin", { label: "Lines", itemName: "line" }),
        }),
        { label: "Who Benefits Most" },
      ),
      risks: v.pipe(
        v.strictObject({
          intro: withDisplay(v.array(proseSchema), { label: "Opening words", marks: paragraphMarks }),
          usual: list(proseSchema, 1, 10, "- Redness for a few hours", { itemName: "line" }),
          rare: list(proseSchema, 1, 12, "- A burn that leaves a mark", { itemName: "line" }),
          worry: list(blockSchema, 1, 6, "a paragraph under ### When to worry", {
            label: "When to worry",
            marks: blockMarks,
          }),
        }),
        v.metadata({
          example: "a section ## What can go wrong, with ### Usual, ### Rare and ### When to worry",
          shown: { label: "What can go wrong" } satisfies FieldDisplay,
        }),
      ),
      before: withDisplay(
        v.strictObject({
          notes: withDisplay(v.array(proseSchema), { label: "Opening words", marks: paragraphMarks }),
          items: list(proseSchema, 3, 9, "- You take blood thinners", { label: "Tell me first if", itemName: "line" }),
          aftercare: list(blockSchema, 1, 8, "a paragraph under ### Aftercare", { marks: blockMarks }),
        }),
        { label: "Before you book" },
      ),
    }),
  }),
  v.check(
    ({ frequency, plan, timeline }) => [frequency, plan, timeline].filter(Boolean).length === 1,
    "needs exactly one of 'frequency', 'plan' and 'timeline'. Keep the one that fits best, for example: frequency: Monthly",
  ),
  v.metadata({
    shown: { exactlyOne: { label: "Fourth fact", keys: ["frequency", "plan", "timeline"] } } satisfies FieldDisplay,
  }),
);

export type Treatment = v.InferOutput<typeof treatmentSchema> & { slug: string };
