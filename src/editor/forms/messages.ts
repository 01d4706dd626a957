import type { ContentProblem } from "../../content/content-problems.ts";
import { type ParamsOf, type ProblemCode, sentenceOf } from "../../content/problem-sentences.ts";
import { capitalize, countShared, isRecord, longDate } from "../formats/values.ts";
import type { Field } from "../vocabulary.ts";
import { shapedField } from "./find-field.ts";

/** Writes a content problem as the owner reads it at its field: what is wrong, why, and what to do. */
export function mistakeMessage(problem: ContentProblem, field: Field | undefined): string {
  const { code, params, field: name, location, suggestion } = problem;
  const own = ownSentences[code] as ((params: unknown, field: Field | undefined) => string) | undefined;
  if (own) return own(params, field);
  // What has no field cannot be fixed in a form, so the person who opens the file needs the line and what to paste there.
  if (!name && location && suggestion) return `Line ${location.line}: ${sentenceOf(problem)} ${suggestion.trim()}`;
  return capitalize(sentenceOf(problem, "It "));
}

/** What is said otherwise in a form, which shows the field's name and its value already. */
const ownSentences: { [Code in ProblemCode]?: (params: ParamsOf<Code>, field: Field | undefined) => string } = {
  missing: (_, field) => emptyMessage(field),
  empty: (_, field) => emptyMessage(field),
  max_length: ({ input, length, limit }) => {
    const unit = Array.isArray(input) ? "" : length - limit === 1 ? " letter" : " letters";
    return `${length - limit}${unit} too many. The page has room for ${limit}.`;
  },
  min_length: ({ length, limit }) => `${limit - length} too few. It needs at least ${limit}.`,
  min_value: ({ limit }) => `It must be at least ${limit}.`,
  max_value: ({ limit }) => `It must be at most ${limit}.`,
  iso_date: (_, field) => `This is not a day.${exampleHint(field)}`,
  iso_time: (_, field) => `This is not a time.${exampleHint(field)}`,
  url: (_, field) => `This is not a full address.${exampleHint(field)}`,
  email: (_, field) => `This is not an email address.${exampleHint(field)}`,
  phone_form: ({ input }) => phoneMessage(String(input).replace(/\D/g, "").length),
  notice_without_end: (_, field) => emptyMessage(field),
  closes_before_opens: () => "Closes before it opens.",
  phone_digits: ({ digits }) => phoneMessage(digits),
  link_page: ({ to }) => `There is no page at ${to}.`,
  link_anchor: ({ to }) => `There is no page at ${to}.`,
  not_offered: ({ sentence, name }) =>
    `“${sentence}” names ${name}, which is not offered. Say it without that name, or in a short form if the place has one.`,
  // The owner sees no source line.
  sample: ({ value }) => `“${value}” is a sample. Replace it.`,
  proposed: () => "This is a careful guess. Is it right?",
  drawing_unsigned: ({ treatment, area }) =>
    `${treatment}, ${area} shows drawings. Choose photographs, or sign once for all drawings at the end of Results.`,
  claim: ({ phrase, why }, field) => claimMessage(phrase, why, field?.quotation),
  yaml_twice: () => "It is here twice. Keep one of the two.",
};

function phoneMessage(digits: number): string {
  const hint = digits < 10 ? "Is the last one missing?" : "Is one too many?";
  return `${digits} digits, and a number needs ten. ${hint} Until then the Call buttons use your old one.`;
}

const emptyMessage = (field: Field | undefined) =>
  field?.requiredMessage ?? emptyMessages[field?.kind ?? "text"] ?? `This cannot be empty.${exampleHint(field)}`;
const emptyMessages: Partial<Record<Field["kind"], string>> = {
  choice: "Choose one.",
  date: "Choose a day.",
  time: "Choose a time.",
  picture: "Choose a picture.",
};
const exampleHint = (field: Field | undefined) =>
  field?.example && field.example !== "…" ? ` For example: ${field.example}` : "";

function claimMessage(claim: string, why: string | undefined, quotation = false): string {
  const reason = why ?? "You would have to prove it, and could be ordered to take it down.";
  const remedy = quotation
    ? "A review is quoted word for word: choose another review, or leave this one out."
    : "Say what you do, or how skin may look.";
  return `“${claim}” is not allowed here. ${reason} ${remedy}`;
}

/** Describes two versions of a value. Of long texts it shows the words that differ, with a few words around them. */
export function summarizeBoth(before: unknown, after: unknown, field?: Field): { before: string; after: string } {
  const plain = [describe(before, field), describe(after, field)].map(withoutMarks);
  // Where only the marks differ, they are what changed.
  const [old = "", current = ""] = plain[0] === plain[1] ? [describe(before, field), describe(after, field)] : plain;
  if (Math.max(old.length, current.length) <= maxShownLength) return { before: old, after: current };
  const [oldWords, newWords] = [old.split(/\s+/), current.split(/\s+/)];
  const { start, end } = countShared(oldWords, newWords);
  const excerpt = (words: string[]) => {
    const from = Math.max(0, start - contextWords);
    const to = Math.min(words.length, words.length - end + contextWords);
    return truncate(`${from ? "… " : ""}${words.slice(from, to).join(" ")}${to < words.length ? " …" : ""}`);
  };
  return { before: excerpt(oldWords), after: excerpt(newWords) };
}

const contextWords = 4;
const maxShownLength = 80;

/** Shortens a value for the history and the comparison of a conflict. */
export const summarize = (value: unknown, field?: Field) => truncate(withoutMarks(describe(value, field)));

/** The owner never sees the signs of Markdown. */
export const withoutMarks = (text: string) =>
  text.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").replace(/\*+([^*]+)\*+/g, "$1");

function describe(value: unknown, field?: Field): string {
  const isYes = value === true || value === "yes" || value === "on";
  // What a file leaves out is no, unless the question still waits for its answer.
  if (field?.kind === "yes-no" && !field.nullable) return isYes !== Boolean(field.negated) ? "yes" : "no";
  if (value === undefined || value === null || value === "") return "nothing";
  if (field?.kind === "yes-no" || typeof value === "boolean") return isYes ? "yes" : "no";
  if (Array.isArray(value)) return value.map((item) => describe(item, field?.item)).join(", ");
  if (field?.kind === "date") return longDate(String(value));
  if (!isRecord(value)) return String(value);
  if ("opens" in value && "closes" in value && "days" in value)
    return `${describe(value.days)} ${value.opens} to ${value.closes}`;
  if ("value" in value) return String(value.value);
  const placeOf = (key: string) => field?.fields?.findIndex((one) => one.key === key) ?? 0;
  return Object.entries(value)
    .filter(([, inner]) => typeof inner !== "object")
    .sort(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([key, inner]) => describe(inner, field?.fields?.[placeOf(key)]))
    .join(", ");
}

const truncate = (words: string) => (words.length > 240 ? `${words.slice(0, 239).trimEnd()}…` : words);

/** The name of a list entry: a field for a short text if it has one, else its first value. A choice has its label. */
export function entryName(value: unknown, item?: Field): string | undefined {
  if (typeof value === "string") return value.length > 48 ? undefined : value;
  if (!isRecord(value)) return undefined;
  const { fields = [] } = item ? shapedField(item, value) : {};
  const isTitle = ({ kind, max = 600 }: Field) => kind === "text" && max <= 60;
  const title = fields.find((field) => isTitle(field) && value[field.key]);
  // A new entry has no name yet, and what was chosen for it is none.
  if (!title && fields.some((field) => isTitle(field) && !field.optional)) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (title && key !== title.key) continue;
    if (typeof inner === "string" && inner && inner.length <= 60)
      return fields.find((one) => one.key === key)?.choices?.find((one) => one.value === inner)?.label ?? inner;
    if (Array.isArray(inner) && inner.length && inner.every((one) => typeof one === "string")) return inner.join(", ");
  }
  return undefined;
}

/** The name of an entry in a list of rows: shortened, and empty when it has none. */
export function rowName(value: unknown, item?: Field): string {
  const name = withoutMarks(entryName(value, item) ?? (typeof value === "string" ? value : ""));
  return name.length > 40 ? `${name.slice(0, 38)}…` : name;
}
