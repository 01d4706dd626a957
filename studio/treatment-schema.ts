import * as v from "valibot";
import { fact, head, list, pathId, text, yesNo } from "./fields.ts";
import { blockSchema, proseSchema } from "./prose.ts";

/** A step label and its sentence, a list line, a paragraph: what a treatment's Markdown is read into. */
export const treatmentSchema = v.pipe(
  v.strictObject({
    name: text("Custom Facials", 40),
    alternateName: v.optional(text("IPL Photofacial", 60)),
    serviceType: text("Intense pulsed light skin treatment", 80),
    path: pathId,
    /** Without one of its own, a treatment shows its path's. */
    picture: v.optional(text("treatment-facials", 60)),
    summary: text("A facial built around what your skin needs on the day.", 110),
    description: head.description,
    updated: head.updated,
    duration: fact("60-90 min"),
    downtime: fact("None"),
    comfort: fact("Relaxing"),
    frequency: v.optional(fact("Monthly")),
    plan: v.optional(fact("Typically 6-8 sessions")),
    timeline: v.optional(fact("Full results in 2-4 weeks")),
    related: list(v.string(), 1, 4, "[facials, jetpeel]"),
    performedBy: v.optional(text("Jane Doe, registered nurse", 120)),
    priceFrom: v.optional(text("$180", 40)),
    bookable: v.optional(yesNo, true),
    button: v.optional(text("Book Your Custom Facial", 40)),
    gates: v.optional(v.array(v.string()), []),
    body: v.strictObject({
      whatIs: v.strictObject({
        heading: v.pipe(v.string(), v.regex(/^What is .+\?$/, "must be a question that begins with What is")),
        blocks: list(blockSchema, 1, 8, "two paragraphs of 55 to 90 words"),
      }),
      steps: list(v.strictObject({ label: v.string(), text: proseSchema }), 3, 5, "- **Assess.** What happens."),
      benefits: v.strictObject({
        intro: proseSchema,
        items: list(proseSchema, 4, 6, "- Dull or dry skin"),
      }),
      risks: v.pipe(
        v.strictObject({
          intro: v.array(proseSchema),
          usual: list(proseSchema, 1, 10, "- Redness for a few hours"),
          rare: list(proseSchema, 1, 12, "- A burn that leaves a mark"),
          worry: list(blockSchema, 1, 6, "a paragraph under ### When to worry"),
        }),
        v.metadata({ example: "a section ## What can go wrong, with ### Usual, ### Rare and ### When to worry" }),
      ),
      before: v.strictObject({
        notes: v.array(proseSchema),
        items: list(proseSchema, 3, 9, "- You take blood thinners"),
        aftercare: list(blockSchema, 1, 8, "a paragraph under ### Aftercare"),
      }),
    }),
  }),
  v.check(
    ({ frequency, plan, timeline }) => [frequency, plan, timeline].filter(Boolean).length === 1,
    "needs exactly one of 'frequency', 'plan' and 'timeline'. Keep the one that fits best, for example: frequency: Monthly",
  ),
);

export type Treatment = v.InferOutput<typeof treatmentSchema> & { slug: string };
