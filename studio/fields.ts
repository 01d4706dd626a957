import * as v from "valibot";

/**
 * What the shapes of content files are made of. `example` feeds the message an owner reads when a line is missing, so
 * each field that can be forgotten carries one.
 */

export const text = (example: string, max = 600) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(),
    v.maxLength(max),
    v.check(
      (words) => !/\*\*|\]\(|<\/?[a-z]/i.test(words),
      "holds signs for bold, a link or HTML, which this place shows as they are. Write plain words.",
    ),
    v.metadata({ example }),
  );

/** Yes or no, however an owner writes it. */
export const yesNo = v.pipe(
  v.union([v.boolean(), v.picklist(["yes", "no", "Yes", "No", "on", "off"])]),
  v.transform((given) => (typeof given === "boolean" ? given : /^(yes|on)$/i.test(given))),
  v.metadata({ example: "false" }),
);

export const date = (example: string) => v.pipe(v.string(), v.isoDate(), v.metadata({ example }));

export const link = (example: string) => v.pipe(v.string(), v.url(), v.metadata({ example }));

export const list = <const S extends v.GenericSchema>(item: S, min: number, max: number, example: string) =>
  v.pipe(v.array(item), v.minLength(min), v.maxLength(max), v.metadata({ example }));

export const choice = <const O extends readonly string[]>(options: O, example: O[number]) =>
  v.pipe(v.picklist(options), v.metadata({ example }));

/** Part of an address: small letters, digits and hyphens. It names a path or a treatment's file. */
export const slugShape = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export const pathId = v.pipe(
  v.string(),
  v.regex(slugShape, "may hold small letters, digits and hyphens only, like first-visit"),
  v.metadata({ example: "acne" }),
);

export const colour = (example: string) =>
  v.pipe(
    v.string(),
    v.regex(/^#[0-9a-f]{6}$/, `must be a colour like ${example}`),
    v.metadata({ example: `"${example}"` }),
  );

export const strokes = (example: string) =>
  v.pipe(
    v.string(),
    v.regex(/^M[\d\sMLHVCSQTAZmlhvcsqtaz.,-]+$/, `must be the data of an SVG path, like ${example}`),
    v.metadata({ example }),
  );

export const sources = ["specification", "proposed", "sample"] as const;

/** A fact is written plainly when settled, or as `value:` and `source:` while it still has to be confirmed. */
export const fact = (example: string, max = 120, shape: v.GenericSchema<string, string> = v.string()) => {
  const value = v.pipe(text(example, max), shape);
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

export function isTimeZone(name: string): boolean {
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
export const head = {
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

export const close = v.strictObject({
  heading: text("Begin with a conversation", 60),
  text: text("A free 30-minute consultation: a skin analysis, a plan made for you, and clear prices."),
  button: text("Book Free Consultation", 40),
});

export const titled = v.strictObject({ title: text("Natural Results", 60), text: text("One or two sentences.") });

export const question = v.strictObject({
  question: text("Does it hurt?", 80),
  answer: text("Many treatments are painless."),
});
