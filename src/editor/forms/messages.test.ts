import type * as v from "valibot";
import { describe, expect, test } from "vitest";
import type { ContentProblem } from "../../content/content-problems.ts";
import type { Field } from "../api/api-types.ts";
import { claimMessage, entryName, mistakeMessage, summarize, summarizeBoth } from "./messages.ts";

const text: Field = { kind: "text", key: "name", label: "Name", example: "60 min" };

const story = Array.from({ length: 60 }, (_, at) => `word${at}`).join(" ");

test("of a long text that changed at its end, the words that differ are shown with a few before them", () => {
  expect(summarizeBoth(`${story} ends here.`, `${story} stops there, at last.`)).toEqual({
    before: "… word56 word57 word58 word59 ends here.",
    after: "… word56 word57 word58 word59 stops there, at last.",
  });
});

test("of a long text with a word added in the middle, only that place is shown", () => {
  expect(summarizeBoth(story, story.replace("word30", "word30 twice"))).toEqual({
    before: "… word27 word28 word29 word30 word31 word32 word33 word34 …",
    after: "… word27 word28 word29 word30 twice word31 word32 word33 word34 …",
  });
});

test("short values are shown whole, and an empty one as nothing", () => {
  expect(summarizeBoth("", "From $95")).toEqual({ before: "nothing", after: "From $95" });
});

test("words are shown without the signs of Markdown, unless nothing else changed", () => {
  expect(summarizeBoth("One.", "One **bold** [link](/a).")).toEqual({ before: "One.", after: "One bold link." });
  expect(summarizeBoth("One.", "**One.**")).toEqual({ before: "One.", after: "**One.**" });
});

test("a claim in a review is answered as a quotation, which nobody may reword", () => {
  expect(claimMessage("cured", "No treatment here cures.", true)).toBe(
    "“cured” is not allowed here. No treatment here cures. A review is quoted word for word: choose another review, or leave this one out.",
  );
});

describe("a mistake is said at its field", () => {
  const callLine = "Until then the Call buttons use your old one.";
  test.each<[Partial<ContentProblem>, string]>([
    [
      { message: "a link leads to '/abuot', but there is no such page. Did you mean '/about'? Correct the address." },
      "There is no page at /abuot. Did you mean /about?",
    ],
    [{ message: "a link leads to '/a#b', but that page has no such place. Correct it." }, "There is no page at /a#b."],
    [
      { message: "'phone' has 9 digits, and a number needs ten. Is one missing?", field: "phone" },
      `Nine digits, and a number needs ten. Is the last one missing? ${callLine}`,
    ],
    [
      { message: "'phone' has 11 digits, and a number needs ten. Is one missing?", field: "phone" },
      `Eleven digits, and a number needs ten. Is one too many? ${callLine}`,
    ],
    [{ message: "'a.b' is odd.", field: "a.b" }, "It is odd."],
    [{ message: "'a' names 'b'." }, "It names 'b'."],
    [{ message: "no path lists 'a'.", field: "paths" }, "No path lists 'a'."],
    [{ message: "close it:", location: { line: 3, column: 0, lineText: "" } }, "Close it:"],
    [
      { message: "close it:", location: { line: 3, column: 0, lineText: "" }, suggestion: '  a: "b"' },
      'Line 3: close it: a: "b"',
    ],
  ])("%j as %s", (problem, expected) => {
    expect(mistakeMessage({ file: "a.yaml", message: "", ...problem }, text)).toBe(expected);
  });

  const issue = (type: string, input: unknown, change: object = {}): Partial<v.BaseIssue<unknown>> => ({
    type,
    input,
    received: JSON.stringify(input),
    message: "must be like this",
    ...change,
  });
  test.each<[Partial<v.BaseIssue<unknown>>, Partial<Field>, string]>([
    [issue("string", undefined, { received: "undefined" }), {}, "This cannot be empty. For example: 60 min"],
    [issue("string", null, { received: "null" }), { example: "…" }, "This cannot be empty."],
    [issue("min_length", ""), { requiredMessage: "A page needs a name." }, "A page needs a name."],
    [issue("non_empty", " "), { kind: "choice" }, "Choose one."],
    [issue("min_length", []), { kind: "date" }, "Choose a day."],
    [issue("string", ""), { kind: "time" }, "Choose a time."],
    [issue("string", ""), { kind: "picture" }, "Choose a picture."],
    [issue("max_length", "twelve signs", { requirement: 10 }), {}, "2 letters too many. The page has room for 10."],
    [issue("max_length", "eleven sign", { requirement: 10 }), {}, "1 letter too many. The page has room for 10."],
    [issue("max_length", ["one", "two"], { requirement: 1 }), {}, "1 too many. The page has room for 1."],
    [issue("min_length", ["one"], { requirement: 3 }), {}, "2 too few. It needs at least 3."],
    [issue("min_value", 0, { requirement: 1 }), {}, "It must be at least 1."],
    [issue("max_value", 6, { requirement: 5 }), {}, "It must be at most 5."],
    [issue("iso_date", "soon"), { example: "2026-12-01" }, "This is not a day. For example: 2026-12-01"],
    [issue("iso_time", "soon"), { example: "11:00" }, "This is not a time. For example: 11:00"],
    [issue("url", "soon"), {}, "This is not a full address. For example: 60 min"],
    [issue("email", "soon"), {}, "This is not an email address. For example: 60 min"],
    [issue("regex", "teal"), {}, "It must be like this."],
    [
      issue("regex", "780 555"),
      { kind: "phone" },
      `Six digits, and a number needs ten. Is the last one missing? ${callLine}`,
    ],
    [
      issue("regex", "780 555 0100 99"),
      { inputType: "phone" },
      `Twelve digits, and a number needs ten. Is one too many? ${callLine}`,
    ],
    [issue("check", "x", { message: "closes before it opens. Write it so." }), {}, "Closes before it opens."],
    [issue("picklist", "x"), {}, "It is not so."],
  ])("the issue %j of a field with %j as %s", (one, change, expected) => {
    const problem = { file: "a.yaml", field: "name", message: "'name' is not so.", issue: one as v.BaseIssue<unknown> };
    expect(mistakeMessage(problem, { ...text, ...change })).toBe(expected);
  });
});

test.each<[unknown, Partial<Field>, string]>([
  [null, {}, "nothing"],
  [true, {}, "yes"],
  [false, {}, "no"],
  ["on", { kind: "yes-no" }, "yes"],
  ["yes", { kind: "yes-no" }, "yes"],
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

test.each<[unknown, Partial<Field>, string | undefined]>([
  ["short", {}, "short"],
  ["a".repeat(48), {}, "a".repeat(48)],
  ["a".repeat(49), {}, undefined],
  [9, {}, undefined],
  [{ empty: "", long: "a".repeat(61), first: "a".repeat(60) }, {}, "a".repeat(60)],
  [{ words: ["a", "b"] }, {}, "a, b"],
  [{ numbers: [1], none: [], last: "z" }, {}, "z"],
  [
    { text: "Long text", title: "Title" },
    {
      fields: [
        { ...text, key: "text", max: 61 },
        { ...text, key: "title", max: 60 },
      ],
    },
    "Title",
  ],
  [
    { kind: "a" },
    { fields: [{ ...text, kind: "choice", key: "kind", choices: [{ value: "a", label: "Ask" }] }] },
    "Ask",
  ],
  [
    { slug: "blue-light" },
    {
      kind: "either",
      options: [
        { ...text, kind: "group", fields: [{ ...text, key: "name" }] },
        {
          ...text,
          kind: "group",
          fields: [{ ...text, key: "slug", kind: "choice", choices: [{ value: "blue-light", label: "Blue" }] }],
        },
      ],
    },
    "Blue",
  ],
])("the entry %j of a list of %j is called %s", (value, item, expected) => {
  expect(entryName(value, { ...text, ...item })).toBe(expected);
});
