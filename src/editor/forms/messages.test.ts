import * as v from "valibot";
import { expect, test } from "vitest";
import type { FileProblem } from "../../content/content-problems.ts";
import { explainIssues } from "../../content/explain-issues.ts";
import type { Field } from "../vocabulary.ts";
import { mistakeMessage, rowName, summarize, summarizeBoth } from "./messages.ts";

const text: Field = { kind: "text", key: "name", label: "Name", example: "60 min" };
/** Each case as it is given, and below it what the owner reads. */
const list = (cases: [given: unknown, read: unknown][]) =>
  cases.map(([given, read]) => `${JSON.stringify(given)}\n  ${read}\n`).join("\n");

test("a mistake that the content check found is said at its field", async () => {
  const location = { line: 3, column: 0, lineText: "" };
  const problems: FileProblem[] = [
    { code: "link_page", params: { to: "/abuot" } },
    { code: "link_anchor", params: { to: "/a#b" } },
    { code: "phone_digits", params: { digits: 9 }, field: "phone" },
    { code: "phone_digits", params: { digits: 11 }, field: "phone" },
    { code: "reference_unknown", params: { name: "Q9", to: "questions" }, field: "a.b" },
    { code: "picture_name_taken", params: { first: "images/a.jpg" } },
    { code: "treatment_unlisted", params: { slug: "a" }, field: "paths" },
    { code: "yaml_twice", params: { name: "a" }, location },
    { code: "yaml_quote", location },
    { code: "yaml_quote", location, suggestion: '  a: "b"' },
  ];
  const cases = problems.map((problem): [unknown, string] => [
    problem,
    mistakeMessage({ file: "a.yaml", ...problem }, text),
  ]);
  await expect(list(cases)).toMatchFileSnapshot("./snapshots/mistakes.txt");
});

test("a value that its schema refuses is said at its field, with an example or what is too much", async () => {
  const issues: [issue: object, field?: Partial<Field>][] = [
    [{ type: "string", received: "undefined" }],
    [{ type: "string", received: "null" }, { example: "…" }],
    [{ type: "min_length", input: "" }, { requiredMessage: "A page needs a name." }],
    [{ type: "non_empty", input: " " }, { kind: "choice" }],
    [{ type: "min_length", input: [] }, { kind: "date" }],
    [{ type: "string", input: "" }, { kind: "time" }],
    [{ type: "string", input: "" }, { kind: "picture" }],
    [{ type: "max_length", input: "twelve signs", requirement: 10 }],
    [{ type: "max_length", input: "eleven sign", requirement: 10 }],
    [{ type: "max_length", input: ["one", "two"], requirement: 1 }],
    [{ type: "min_length", input: ["one"], requirement: 3 }],
    [{ type: "min_value", input: 0, requirement: 1 }],
    [{ type: "max_value", input: 6, requirement: 5 }],
    [{ type: "iso_date", input: "soon" }, { example: "2026-12-01" }],
    [{ type: "iso_time", input: "soon" }, { example: "11:00" }],
    [{ type: "url", input: "soon" }],
    [{ type: "email", input: "soon" }],
    [{ type: "regex", input: "teal", message: "colour_form" }],
    [{ type: "regex", input: "780 555", message: "phone_form" }],
    [{ type: "regex", input: "780 555 0100 99", message: "phone_form" }],
    [{ type: "check", input: "x", message: "text_marks" }],
    [{ type: "check", input: {}, message: "closes_before_opens" }],
    [{ type: "picklist", input: "x", received: '"x"', expected: '("a" | "b")' }],
  ];
  const cases = issues.map(([change, field = {}]): [unknown, string] => {
    const issue = change as v.BaseIssue<unknown>;
    const messages = explainIssues(v.any(), [issue]).map((problem) =>
      mistakeMessage({ file: "a.yaml", field: "name", ...problem }, { ...text, ...field }),
    );
    return [{ ...change, ...field }, messages.join()];
  });
  await expect(list(cases)).toMatchFileSnapshot("./snapshots/refused-values.txt");
});

test("a claim in a review is answered as a quotation, which nobody may reword", () => {
  const params = { phrase: "cured", why: "No treatment here cures.", instead: undefined };
  const claim = { file: "a.yaml", code: "claim", params } as const;
  expect(mistakeMessage(claim, { ...text, quotation: true })).toContain("A review is quoted word for word");
  expect(mistakeMessage(claim, text)).toContain("Say what you do");
});

const story = Array.from({ length: 60 }, (_, at) => `word${at}`).join(" ");
const choice: Field = { ...text, kind: "choice", key: "slug", choices: [{ value: "blue-light", label: "Blue" }] };
const group = (...fields: Field[]): Field => ({ ...text, kind: "group", fields });

test("the history and the lists say in a few words what changed, what a value is and what an entry is called", async () => {
  const changes: [before: string, after: string][] = [
    [`${story} ends here.`, `${story} stops there, at last.`],
    [story, story.replace("word30", "word30 twice")],
    ["", "From $95"],
    ["One.", "One **bold** [link](/a)."],
    ["One.", "**One.**"],
  ];
  const values: [value: unknown, field?: Partial<Field>][] = [
    [null],
    [true],
    [false],
    ["on", { kind: "yes-no" }],
    [["on", "off"], { item: { ...text, kind: "yes-no" } }],
    [{ days: ["Mon", "Tue"], opens: "10:00", closes: "18:00" }],
    [{ value: "60 min", source: "sample" }],
    [{ title: "One", text: "Two", more: { not: "shown" } }],
    ["a".repeat(240)],
    [`${"a".repeat(238)} bc`],
  ];
  const entries: [entry: unknown, item?: Partial<Field>][] = [
    ["**Bring** a hat"],
    ["a".repeat(49)],
    [9],
    [{ empty: "", long: "a".repeat(61), first: "a".repeat(60) }],
    [{ words: ["a", "b"] }],
    [{ numbers: [1], none: [], last: "z" }],
    [
      { text: "Long text", title: "Title" },
      group({ ...text, key: "text", max: 61 }, { ...text, key: "title", max: 60 }),
    ],
    [{ slug: "blue-light" }, group(choice)],
    [{ slug: "blue-light" }, { kind: "either", options: [group(text), group(choice)] }],
  ];
  const cases: [unknown, string][] = [
    ...changes.map((both): [unknown, string] => [both, Object.values(summarizeBoth(...both)).join("\n  ")]),
    ...values.map(([value, field]): [unknown, string] => [value, summarize(value, { ...text, ...field })]),
    ...entries.map(([entry, item]): [unknown, string] => [entry, rowName(entry, { ...text, ...item })]),
  ];
  await expect(list(cases)).toMatchFileSnapshot("./snapshots/summaries.txt");
});
