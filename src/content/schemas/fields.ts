import * as v from "valibot";
import { readMarkdown } from "../markdown.ts";
import type { ProblemCode } from "../problem-sentences.ts";
import { slugPattern } from "../slug.ts";
import type { Block, Marks, Prose } from "./prose.ts";

/**
 * The building blocks of the content schemas. `example` is shown to an owner when a line is missing, so each field
 * that can be forgotten has one.
 */

/** How the editor shows a field, where that does not follow from its key, its shape and its example. */
export interface FieldDisplay {
  /** Replaces the label that is made from the key. */
  label?: string;
  note?: string;
  /** Explains what the page does without the field. */
  empty?: string;
  /** The message for an empty field that is required. */
  missing?: string;
  kind?: "colour" | "email" | "logo" | "page-link" | "phone" | "picture" | "question" | "text" | "yes-no";
  /** The field names one of these, and allows nothing else. */
  references?: "paths" | "treatments" | "questions" | "rules";
  /** The name of one list entry. */
  itemName?: string;
  /** The site fills this field itself, or it is better left to a developer. */
  readOnly?: boolean;
  /** Rarely changed, and hard to understand: folded away at the end of the form. */
  technical?: boolean;
  /** Somebody else's words, which may be left out but not reworded. */
  quotation?: boolean;
  /** The file says yes where she says no: "draft" is what is not on the site. */
  negated?: boolean;
  /** It is about one thing, so lists of changes name it as a whole and not its fields. */
  asOne?: boolean;
  /** It is about the picture of the same group: a new picture may make it untrue. */
  besidePicture?: boolean;
  /** A fact to which the page may add a note. */
  noted?: boolean;
  /** Fields of which exactly one is present, shown under one name. */
  exactlyOne?: { label: string; keys: string[] };
  /** The field is Markdown, limited to these marks. */
  marks?: Marks;
}

export const withDisplay = <const S extends v.GenericSchema>(schema: S, display: FieldDisplay) =>
  v.pipe(schema, v.metadata({ shown: display }));

export const withExample = <const S extends v.GenericSchema>(schema: S, example: string, display: FieldDisplay = {}) =>
  v.pipe(schema, v.metadata({ example, shown: display }));

/** Fields under one name, which may have more beside it. */
export const group = <const Entries extends v.ObjectEntries>(display: string | FieldDisplay, entries: Entries) =>
  withDisplay(v.strictObject(entries), typeof display === "string" ? { label: display } : display);

export const optionalGroup = <const Entries extends v.ObjectEntries>(
  display: string | FieldDisplay,
  entries: Entries,
) => v.optional(group(display, entries));

/** A field for each of these names. */
export const entriesByLabel = <Name extends string, S extends v.GenericSchema>(
  labels: Record<Name, string>,
  field: (label: string) => S,
) => Object.fromEntries(Object.entries<string>(labels).map(([name, label]) => [name, field(label)])) as Record<Name, S>;

export const text = (example: string, max = 600, display: FieldDisplay = {}) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(),
    v.maxLength(max),
    v.check((words) => !/\*\*|\]\(|<\/?[a-z]/i.test(words), refuse("text_marks")),
    v.metadata({ example, shown: display }),
  );

export const optionalText = (example: string, max?: number, display?: FieldDisplay) =>
  v.optional(text(example, max, display));

/** A rule's message is the code of its problem. */
export const refuse = (code: ProblemCode): string => code;

/** Text of one form. */
export const pattern = (form: RegExp, code: ProblemCode, example: string, display: FieldDisplay = {}) =>
  withExample(v.pipe(v.string(), v.regex(form, refuse(code))), example, display);

/** Accepts true and false, yes and no, on and off. */
export const yesNo = (display: FieldDisplay) =>
  withExample(
    v.pipe(
      v.union([v.boolean(), v.picklist(["yes", "no", "Yes", "No", "on", "off"])]),
      v.transform((input) => (typeof input === "boolean" ? input : /^(yes|on)$/i.test(input))),
    ),
    "false",
    { kind: "yes-no", ...display },
  );

/** It is off where the file does not say it. */
export const toggle = (display: FieldDisplay) => v.optional(yesNo(display), false);

export const date = (example: string, display: FieldDisplay = {}) =>
  withExample(v.pipe(v.string(), v.isoDate()), example, display);

export const time = (example: string, display: FieldDisplay = {}) =>
  withExample(v.pipe(v.string(), v.isoTime()), `"${example}"`, display);

export const link = (example: string, display: FieldDisplay = {}) =>
  v.pipe(
    v.string(),
    v.url(),
    v.check(
      (address) => !URL.canParse(address) || new URL(address).protocol === "https:",
      refuse("address_unencrypted"),
    ),
    v.metadata({ example, shown: display }),
  );

export const list = <const S extends v.GenericSchema>(
  example: string,
  { min, max, ...display }: FieldDisplay & { min: number; max: number },
  item: S,
) => v.pipe(v.array(item), v.minLength(min), v.maxLength(max), v.metadata({ example, shown: display }));

/** A list that may be empty, or missing. */
export const optionalList = <const S extends v.GenericSchema>(item: S, display: FieldDisplay) =>
  v.optional(withDisplay(v.array(item), display), []);

export const choice = <const O extends readonly string[]>(options: O, example: O[number], display: FieldDisplay = {}) =>
  v.pipe(v.picklist(options), v.metadata({ example, shown: display }));

/** The Markdown that one paragraph allows, for the editor's toolbar. */
const inlineMarks: Marks = ["bold", "italic", "link"];
const paragraphMarks: Marks = [...inlineMarks, "paragraphs"];

/** Running text is Markdown in a string, limited to the marks that its place on the page can show. */
const prose = <Value>(
  example: string,
  max: number,
  display: FieldDisplay & { marks: Marks },
  use: (blocks: Block[]) => Value,
) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(),
    v.maxLength(max),
    v.metadata({ example, shown: display }),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const { blocks, refused } = readMarkdown(dataset.value, display.marks);
      const [written] = refused;
      if (written === undefined) return use(blocks);
      const [beginning = ""] = /^.{0,60}/.exec(written) ?? [];
      addIssue({ message: refuse("not_shown"), received: beginning, expected: describeMarks(display.marks) });
      return NEVER;
    }),
  );

function describeMarks(marks: Marks): string {
  const found = [marks.includes("paragraphs") ? "paragraphs" : "one paragraph"];
  if (marks.includes("list")) found.push("lists");
  if (marks.includes("heading")) found.push("headings that begin with ###");
  const list = new Intl.ListFormat("en", { type: "conjunction" }).format(found);
  return `${list}, with **bold**, *italics* and [a link](/contact) if you like`;
}

const textsOf = (blocks: Block[]): Prose[] =>
  blocks.flatMap((block) => (block.kind === "paragraph" ? [block.text] : []));

/** Paragraphs with bold, italics and links. */
export const paragraphs = (example: string, max = 1500, display: FieldDisplay = {}) =>
  prose(example, max, { ...display, marks: paragraphMarks }, textsOf);

/** One paragraph of it. */
export const oneParagraph = (example: string, max = 600, display: FieldDisplay = {}) =>
  prose(example, max, { ...display, marks: inlineMarks }, (blocks) => textsOf(blocks)[0] ?? { parts: [] });

/** Paragraphs and lists, and what else is among the marks. */
export const blocks = (example: string, max = 1500, { marks = [], ...display }: FieldDisplay = {}) =>
  prose(example, max, { ...display, marks: [...paragraphMarks, "list", ...marks] }, (found) => found);

/** The name of a picture in images/. */
export const picture = (example: string, display: FieldDisplay = {}) =>
  text(example, 40, { kind: "picture", ...display });

/** A page of the site, or an anchor on one. */
export const pageLink = (example: string, max: number) => text(example, max, { label: "Leads to", kind: "page-link" });

export const pathId = pattern(slugPattern, "slug_form", "acne", { label: "Path", references: "paths" });

/** A treatment, named by its file. */
export const slug = withDisplay(v.string(), { label: "Treatment", references: "treatments" });

/** By these and its name the site finds where other pages speak of a treatment. */
export const otherWords = optionalList(text("peel", 40), { label: "Other words for it", itemName: "word" });

/** The launch questions that something waits for, by their ids. */
export const questions = withDisplay(v.array(v.string()), {
  label: "Waits for these questions",
  references: "questions",
});

/** The treatments that an entry is about: while one of them is not offered, the entry is left out. */
export const onlyFor = v.optional(
  withDisplay(v.array(v.string()), {
    label: "Only while these are offered",
    references: "treatments",
    empty: "If empty, it is always shown.",
  }),
);

/** Words that take the place of others while one of the treatments that those name is not offered. */
export const shortForm = <const S extends v.GenericSchema>(label: string, words: S) =>
  optionalGroup(
    {
      label: `${label}, short`,
      note: "Takes their place while a treatment that they name is not offered. It should name none.",
      empty: "If empty, the words above have to be true without that treatment.",
    },
    {
      for: v.optional(
        withDisplay(v.array(v.string()), { label: "While one of these is not offered", references: "treatments" }),
      ),
      gates: v.optional(withDisplay(questions, { label: "Or one of these is a no", references: "questions" })),
      text: words,
    },
  );

export const colour = (example: string, display: FieldDisplay = {}) =>
  pattern(/^#[0-9a-f]{6}$/, "colour_form", `"${example}"`, { kind: "colour", ...display });

export const svgPath = (example: string) =>
  pattern(/^M[\d\sMLHVCSQTAZmlhvcsqtaz.,-]+$/, "svg_path_form", example, { readOnly: true });

export const factSources = ["specification", "proposed", "sample"] as const;

/** A fact is a plain value once confirmed, or `value:` and `source:` while it still has to be confirmed. */
export const fact = (
  example: string,
  max = 120,
  display: FieldDisplay = {},
  valueSchema: v.GenericSchema<string, string> = v.string(),
) => {
  const value = v.pipe(text(example, max), valueSchema);
  return v.pipe(
    v.union([
      v.pipe(
        value,
        v.transform((plain) => ({ value: plain })),
      ),
      v.strictObject({
        value,
        source: v.optional(v.picklist(factSources)),
        note: optionalText("Redness for a few hours", 100),
      }),
    ]),
    v.transform((input): Fact => ({ ...input, source: ("source" in input && input.source) || "specification" })),
    v.metadata({ example, shown: display }),
  );
};

export interface Fact {
  value: string;
  source: (typeof factSources)[number];
  /** What a treatment page adds below the value. */
  note?: string | undefined;
}

/** Title and description of a page, as search engines and link previews show them. */
export const head = {
  title: text("Treatments", 50, { label: "Title in search engines", technical: true }),
  description: withExample(
    v.pipe(v.string(), v.trim(), v.minLength(120), v.maxLength(155)),
    "one or two sentences of 120 to 155 characters that say what the page holds",
    { label: "Description in search engines", technical: true },
  ),
  updated: date("2026-11-15", {
    label: "Last changed",
    note: "Fills itself in when you change the page. Search engines read this day.",
    technical: true,
  }),
};

export const close = group("Last part", {
  heading: text("Begin with a conversation", 60),
  text: text("A free 30-minute consultation: a skin analysis, a plan made for you, and clear prices."),
  button: text("Book Free Consultation", 40),
});

export const titledText = v.strictObject({ title: text("Natural Results", 60), text: text("One or two sentences.") });
