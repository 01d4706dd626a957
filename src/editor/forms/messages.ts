import type * as v from "valibot";
import type { ContentProblem } from "../../content/content-problems.ts";
import type { Field } from "../api/api-types.ts";
import { countShared } from "../formats/splice.ts";
import { capitalize, isRecord, numberWord } from "../formats/values.ts";
import { optionFor } from "./find-field.ts";

/** Writes a content problem as the owner reads it at its field: what is wrong, why, and what to do. */
export function mistakeMessage(problem: ContentProblem, field: Field | undefined): string {
  const { issue, message, field: name, location, suggestion } = problem;
  if (issue) return issueMessage(issue, field) ?? toSentence(message, name);
  const link =
    /leads to '([^']*)', but (?:there is no such page|that page has no such place)\.(?: Did you mean '([^']*)'\?)?/.exec(
      message,
    );
  if (link) return `There is no page at ${link[1]}.${link[2] ? ` Did you mean ${link[2]}?` : ""}`;
  const digits = /has (\d+) digits, and a number needs ten/.exec(message)?.[1];
  if (digits) return phoneMessage(Number(digits));
  // What has no field cannot be fixed in a form, so the person who opens the file needs the line and what to paste there.
  if (!name && location && suggestion) return `Line ${location.line}: ${message} ${suggestion.trim()}`;
  return toSentence(message, name);
}

const phoneMessage = (digits: number) => {
  const hint = digits < 10 ? "Is the last one missing?" : "Is one too many?";
  return `${numberWord(digits)} digits, and a number needs ten. ${hint} Until then the Call buttons use your old one.`;
};

function issueMessage(issue: v.BaseIssue<unknown>, field: Field | undefined): string | undefined {
  const { input, received } = issue;
  const limit = Number("requirement" in issue ? issue.requirement : 0);
  const length = typeof input === "string" || Array.isArray(input) ? input.length : 0;
  if (received === "undefined" || received === "null" || input === "" || issue.type === "non_empty")
    return emptyMessage(field);
  if (Array.isArray(input) && length === 0) return emptyMessage(field);
  switch (issue.type) {
    case "max_length": {
      const unit = Array.isArray(input) ? "" : length - limit === 1 ? " letter" : " letters";
      return `${length - limit}${unit} too many. The page has room for ${limit}.`;
    }
    case "min_length":
      return `${limit - length} too few. It needs at least ${limit}.`;
    case "min_value":
      return `It must be at least ${limit}.`;
    case "max_value":
      return `It must be at most ${limit}.`;
    case "iso_date":
    case "iso_time":
    case "url":
    case "email":
      return `This is not ${formats[issue.type]}.${exampleHint(field)}`;
    case "regex":
      if (field?.kind === "phone" || field?.inputType === "phone")
        return phoneMessage(String(input).replace(/\D/g, "").length);
      return `It ${issue.message}.`;
    case "check":
      return capitalize(String(issue.message).replace(/^(closes before it opens)\..*/, "$1."));
    default:
      return undefined;
  }
}

const formats = { iso_date: "a day", iso_time: "a time", url: "a full address", email: "an email address" };

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

/** Messages for the command line begin with the field's name, which the form shows already. */
const toSentence = (message: string, name: string | undefined) =>
  capitalize(
    message.replace(name ? `'${name}' ` : /^'[^']*' /, "").replace(/^(is|has|names|must) /, (verb) => `It ${verb}`),
  );

export function claimMessage(claim: string, why: string | undefined, quotation = false): string {
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
  if (value === undefined || value === null || value === "") return "nothing";
  if (field?.kind === "yes-no" || typeof value === "boolean")
    return value === true || value === "yes" || value === "on" ? "yes" : "no";
  if (Array.isArray(value)) return value.map((item) => describe(item, field?.item)).join(", ");
  if (!isRecord(value)) return String(value);
  if ("opens" in value && "closes" in value) return `${describe(value.days)} ${value.opens} to ${value.closes}`;
  if ("value" in value) return String(value.value);
  return Object.values(value)
    .filter((inner) => typeof inner !== "object")
    .join(", ");
}

const truncate = (words: string) => (words.length > 240 ? `${words.slice(0, 239).trimEnd()}…` : words);

/** The name of a list entry: a field for a short text if it has one, else its first value. A choice has its label. */
export function entryName(value: unknown, item?: Field): string | undefined {
  if (typeof value === "string") return value.length > 48 ? undefined : value;
  if (!isRecord(value)) return undefined;
  const fields = (item?.kind === "either" ? optionFor(item, value) : item)?.fields ?? [];
  const title = fields.find(({ kind, max = 600 }) => kind === "text" && max <= 60);
  for (const [key, inner] of Object.entries(value)) {
    if (title && key !== title.key) continue;
    if (typeof inner === "string" && inner && inner.length <= 60)
      return fields.find((one) => one.key === key)?.choices?.find((one) => one.value === inner)?.label ?? inner;
    if (Array.isArray(inner) && inner.length && inner.every((one) => typeof one === "string")) return inner.join(", ");
  }
  return undefined;
}
