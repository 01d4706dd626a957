import type * as v from "valibot";
import { expect, test } from "vitest";
import type { ContentProblem } from "../../content/content-problems.ts";
import type { Field } from "../api/api-types.ts";
import { claimMessage, entryName, mistakeMessage, summarize, summarizeBoth } from "./messages.ts";

const text: Field = { kind: "text", key: "name", label: "Name", example: "60 min" };
/** Each case as it is given, and below it what the owner reads. */
const list = (cases: [given: unknown, read: unknown][]) =>
  cases.map(([given, read]) => `${JSON.stringify(given)}\n  ${read}\n`).join("\n");

test("a mistake that the content check found is said at its field", async () => {
  const problems: Partial<ContentProblem>[] = [
    { message: "a link leads to '/abuot', but there is no such page. Did you mean '/about'? Correct the address." },
    { message: "a link leads to '/a#b', but that page has no such place. Correct it." },
    { message: "'phone' has 9 digits, and a number needs ten. Is one missing?", field: "phone" },
    { message: "'phone' has 11 digits, and a number needs ten. Is one missing?", field: "phone" },
    { message: "'a.b' is odd.", field: "a.b" },
    { message: "'a' names 'b'." },
    { message: "no path lists 'a'.", field: "paths" },
    { message: "close it:", location: { line: 3, column: 0, lineText: "" } },
    { message: "close it:", location: { line: 3, column: 0, lineText: "" }, suggestion: '  a: "b"' },
  ];
  const cases = problems.map((problem): [unknown, string] => [
    problem,
    mistakeMessage({ file: "a.yaml", message: "", ...problem }, text),
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
    [{ type: "regex", input: "teal", message: "must be like this" }],
    [{ type: "regex", input: "780 555" }, { kind: "phone" }],
    [{ type: "regex", input: "780 555 0100 99" }, { inputType: "phone" }],
    [{ type: "check", input: "x", message: "closes before it opens. Write it so." }],
    [{ type: "picklist", input: "x" }],
  ];
  const cases = issues.map(([change, field = {}]): [unknown, string] => {
    const issue = change as v.BaseIssue<unknown>;
    const problem = { file: "a.yaml", field: "name", message: "'name' is not so.", issue };
    return [{ ...change, ...field }, mistakeMessage(problem, { ...text, ...field })];
  });
  await expect(list(cases)).toMatchFileSnapshot("./snapshots/refused-values.txt");
});

test("a claim in a review is answered as a quotation, which nobody may reword", () => {
  expect(claimMessage("cured", "No treatment here cures.", true)).toContain("A review is quoted word for word");
  expect(claimMessage("cured", undefined)).toContain("Say what you do");
});

const story = Array.from({ length: 60 }, (_, at) => `word${at}`).join(" ");
test.each<[string, string, string, { before: string; after: string }]>([
  [
    "the words that differ at the end of a long text, with a few before them",
    `${story} ends here.`,
    `${story} stops there, at last.`,
    {
      before: "… word56 word57 word58 word59 ends here.",
      after: "… word56 word57 word58 word59 stops there, at last.",
    },
  ],
  [
    "only the place in a long text at which a word was added",
    story,
    story.replace("word30", "word30 twice"),
    {
      before: "… word27 word28 word29 word30 word31 word32 word33 word34 …",
      after: "… word27 word28 word29 word30 twice word31 word32 word33 word34 …",
    },
  ],
  ["an empty value as nothing", "", "From $95", { before: "nothing", after: "From $95" }],
  ["no signs of Markdown", "One.", "One **bold** [link](/a).", { before: "One.", after: "One bold link." }],
  ["Markdown where nothing else changed", "One.", "**One.**", { before: "One.", after: "**One.**" }],
])("a change is shown with %s", (_, before, after, shown) => {
  expect(summarizeBoth(before, after)).toEqual(shown);
});

test.each<[unknown, Partial<Field>, string]>([
  [null, {}, "nothing"],
  [true, {}, "yes"],
  [false, {}, "no"],
  ["on", { kind: "yes-no" }, "yes"],
  ["off", { kind: "yes-no" }, "no"],
  [["on", "off"], { item: { ...text, kind: "yes-no" } }, "yes, no"],
  [{ days: ["Mon", "Tue"], opens: "10:00", closes: "18:00" }, {}, "Mon, Tue 10:00 to 18:00"],
  [{ value: "60 min", source: "sample" }, {}, "60 min"],
  [{ title: "One", text: "Two", more: { not: "shown" } }, {}, "One, Two"],
  ["a".repeat(240), {}, "a".repeat(240)],
  [`${"a".repeat(238)} bc`, {}, `${"a".repeat(238)}…`],
])("the value %j of a field with %j is summarised as %s", (value, change, expected) => {
  expect(summarize(value, { ...text, ...change })).toBe(expected);
});

const blue: Field = { ...text, kind: "choice", key: "slug", choices: [{ value: "blue-light", label: "Blue" }] };
const group = (...fields: Field[]): Field => ({ ...text, kind: "group", fields });
test.each<[unknown, Partial<Field>, string | undefined]>([
  ["a".repeat(48), {}, "a".repeat(48)],
  ["a".repeat(49), {}, undefined],
  [9, {}, undefined],
  [{ empty: "", long: "a".repeat(61), first: "a".repeat(60) }, {}, "a".repeat(60)],
  [{ words: ["a", "b"] }, {}, "a, b"],
  [{ numbers: [1], none: [], last: "z" }, {}, "z"],
  [
    { text: "Long text", title: "Title" },
    group({ ...text, key: "text", max: 61 }, { ...text, key: "title", max: 60 }),
    "Title",
  ],
  [{ slug: "blue-light" }, group(blue), "Blue"],
  [{ slug: "blue-light" }, { kind: "either", options: [group(text), group(blue)] }, "Blue"],
])("the entry %j of a list of %j is called %s", (value, item, expected) => {
  expect(entryName(value, { ...text, ...item })).toBe(expected);
});
